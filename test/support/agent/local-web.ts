import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../src/agent/ports.ts';

/** A web server on loopback in place of the internet. `requests`: the requested paths, in order. */
export async function openWeb(handler: RequestListener) {
  const requests: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    requests.push(request.url ?? '');
    response.on('error', () => {});
    handler(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    place: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A clock without real waits: sleeping advances it at once, and is recorded. */
export function quickClock() {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const slept: number[] = [];
  const clock: Clock = {
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      slept.push(ms);
      now += ms;
    },
  };
  return { ...clock, slept, pass: (ms: number) => (now += ms) };
}

export const never = () => new AbortController().signal;
