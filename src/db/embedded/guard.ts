import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PATIENCE } from '../../domain/work/patience.ts';

const program = fileURLToPath(new URL('./watchdog.ts', import.meta.url));

/** The owner's end of the watchdog: `watch` sends it the Postgres to stop after this process ends, `dispose` ends it. */
export type Guard = Disposable & { watch(pid: number): void };

/** Starts the watchdog process, and another one should it be killed or not be made. It holds neither our terminal nor our event loop. */
export function openGuard(
  name: string,
  throwaway: string | null,
  logFd: number,
  restartMs: number = PATIENCE.embedded.guardRestartMs,
): Guard {
  let watched = 0;
  let closed = false;
  let child = start();

  function start(): ChildProcess | undefined {
    // which Postgres it is for, it knows from its first moment: we may die before we write anything
    const next = spawnProgram([program, name, String(watched), ...(throwaway ? [throwaway] : [])]);
    next?.on('exit', restartSoon);
    next?.unref();
    if (next?.stdin && 'unref' in next.stdin && typeof next.stdin.unref === 'function') next.stdin.unref();
    return next;
  }

  /** A process, or undefined where none can be made: spawn() throws some of its errors and emits the others. */
  function spawnProgram(args: string[]): ChildProcess | undefined {
    try {
      // A session of its own: kill -9 of our whole group leaves it to do its work.
      const made = spawn(process.execPath, args, { cwd: '/', detached: true, stdio: ['pipe', 'ignore', logFd], env: {} });
      made.stdin?.on('error', () => {}); // its exit says the same
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
