import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that systems give to connections that go out (from 32768 on Linux, from 49152 elsewhere): none of these takes it meanwhile. */
const [FIRST, LAST] = [12_000, 30_000];

/** A port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    const server = createServer();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    if (!(await promise)) continue;
    await new Promise((closed) => server.close(closed));
    return port;
  }
}
