import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./watchdog.ts', import.meta.url));

/** The owner's end of the watchdog: `watch` tells it which Postgres to stop when we are gone, `dispose` sends it away. */
export type Guard = Disposable & { watch(pid: number): void };

/** Starts the watchdog process, and another one should it be killed. It holds neither our terminal nor our event loop. */
export function openGuard(name: string, throwaway: string | null, logFd: number): Guard {
  let watched = 0;
  let closed = false;
  let child = start();

  function start(): ChildProcess {
    const args = [program, name, ...(throwaway ? [throwaway] : [])];
    // A session of its own: kill -9 of our whole group leaves it to do its work.
    const next = spawn(process.execPath, args, { cwd: '/', detached: true, stdio: ['pipe', 'ignore', logFd], env: {} });
    next.stdin?.on('error', () => {}); // the exit below says the same
    next.on('error', () => {});
    next.on('exit', () => {
      if (!closed) setTimeout(restart, 500).unref();
    });
    next.unref();
    if (next.stdin && 'unref' in next.stdin && typeof next.stdin.unref === 'function') next.stdin.unref();
    return next;
  }

  function restart() {
    if (closed) return;
    child = start();
    send(String(watched));
  }

  function send(line: string) {
    child.stdin?.write(`${line}\n`);
  }

  return {
    watch(pid) {
      watched = pid;
      send(String(pid));
    },
    [Symbol.dispose]() {
      closed = true;
      send('done');
      child.stdin?.end();
    },
  };
}
