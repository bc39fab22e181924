import { setTimeout as sleep } from 'node:timers/promises';
import { restartPauses } from '../../domain/work/restart.ts';
import { type Launch, launchServer, type Running } from './launch.ts';

/** A Postgres that is started again, on the same port, whenever it ends. */
type Supervised = AsyncDisposable & { port: number; readonly pid: number };

/** Starts the server and restarts it until disposed, with pauses that double from 0.1 to 30 s. Throws when the first start fails. */
export async function superviseServer(launch: Launch, onEnd: (cause: string) => void = () => {}): Promise<Supervised> {
  const closing = new AbortController();
  let server: Running = await launchServer(launch);
  const { port } = server;
  const life = keep();

  async function keep(): Promise<void> {
    const pauseAfter = restartPauses();
    let startedAt = performance.now();
    let up = true;
    while (!closing.signal.aborted) {
      const cause = up ? await server.gone : 'not started';
      if (closing.signal.aborted) return;
      const pause = pauseAfter(up ? performance.now() - startedAt : 0);
      launch.log(`Postgres ended (${cause}); starting it again in ${pause / 1000} s`);
      onEnd(cause);
      await sleep(pause, null, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      up = await launchServer(launch, port, closing.signal).then(
        (next) => {
          server = next;
          startedAt = performance.now();
          return true;
        },
        (error: Error) => {
          if (!closing.signal.aborted) launch.log(error.message);
          return false;
        },
      );
    }
  }

  return {
    port,
    get pid() {
      return server.pid;
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      await server.stop();
      await life;
      await server.stop();
    },
  };
}
