import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports of the system (from 32768 on Linux, from 49152 elsewhere), so that no outgoing connection takes one meanwhile.
 */
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
