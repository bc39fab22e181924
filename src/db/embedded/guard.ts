import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PATIENCE } from '../../domain/work/patience.ts';

const program = fileURLToPath(new URL('./watchdog.ts', import.meta.url));

/** Controls the watchdog: `watch` sends it the pid of the Postgres to stop if this process ends; `dispose` ends the watchdog alone. */
export type Guard = Disposable & { watch(pid: number): void };

/** Starts the watchdog, again if it is killed or cannot be created. It holds neither the terminal nor this process's event loop. */
export function openGuard(
  name: string,
  folderToRemove: string | null,
  logFd: number,
  restartMs: number = PATIENCE.embedded.guardRestartMs,
): Guard {
  let watched = 0;
  let closed = false;
  let child = start();

  function start(): ChildProcess | undefined {
    // the pid is an argument, because this process may end before it writes to the watchdog
    const next = spawnProgram([program, name, String(watched), ...(folderToRemove ? [folderToRemove] : [])]);
    next?.on('exit', restartSoon);
    next?.unref();
    if (next?.stdin && 'unref' in next.stdin && typeof next.stdin.unref === 'function') next.stdin.unref();
    return next;
  }

  /** Returns the process, or undefined if none can be created: spawn() throws some errors and emits the others. */
  function spawnProgram(args: string[]): ChildProcess | undefined {
    try {
      // in its own session, so that kill -9 of the whole process group does not end the watchdog
      const made = spawn(process.execPath, args, { cwd: '/', detached: true, stdio: ['pipe', 'ignore', logFd], env: {} });
      made.stdin?.on('error', () => {}); // the exit event reports the same failure
      const isMade = made.pid !== undefined;
      made.on('error', isMade ? () => {} : restartSoon);
      return isMade ? made : undefined;
    } catch {
      restartSoon();
      return undefined;
    }
  }

  function restartSoon() {
    if (!closed) setTimeout(restart, restartMs).unref();
  }

  function restart() {
    if (!closed) child = start();
  }

  function send(line: string) {
    child?.stdin?.write(`${line}\n`);
  }

  return {
    watch(pid) {
      watched = pid;
      send(String(pid));
    },
    [Symbol.dispose]() {
      closed = true;
      send('done');
      child?.stdin?.end();
    },
  };
}
