import { setTimeout as sleep } from 'node:timers/promises';
import { type Launch, launchServer, type Running } from './launch.ts';

const DEATHS = 5;
const WITHIN_MS = 60_000;

/** A Postgres that is started again, on the same port, whenever it dies. */
type Supervised = AsyncDisposable & { port: number; readonly pid: number; failed: Promise<Error> };

/** Starts the server and keeps it alive until disposed, with a growing pause; its fifth death within a minute settles `failed`. */
export async function superviseServer(launch: Launch): Promise<Supervised> {
  const { promise: failed, resolve: giveUp } = Promise.withResolvers<Error>();
  const closing = new AbortController();
  let server: Running = await launchServer(launch);
  const { port } = server;
  const life = keep();

  async function keep(): Promise<void> {
    const deaths: number[] = [];
    let up = true;
    while (!closing.signal.aborted) {
      const how = up ? await server.gone : 'not started';
      if (closing.signal.aborted) return;
      const now = performance.now();
      while (deaths[0] !== undefined && now - deaths[0] > WITHIN_MS) deaths.shift();
      deaths.push(now);
      if (deaths.length >= DEATHS)
        return giveUp(new Error(`Postgres ended ${DEATHS} times within a minute (${how}); its log is in ${launch.dataDir}`));
      launch.log(`Postgres ended (${how}); starting it again`);
      await sleep(100 * 2 ** (deaths.length - 1), null, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      up = await launchServer(launch, port, closing.signal).then(
        (next) => {
          server = next;
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
    failed,
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
