import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openFetcher } from '../../../src/agent/fetch/fetcher.ts';
import type { Pauses } from '../../../src/agent/ports.ts';
import { never, openWeb, quickClock } from '../../support/agent/local-web.ts';

/** Pauses in memory, by key. */
function openPauses() {
  const rests = new Map<string, number>();
  const pauses: Pauses = {
    left: async (key) => ({ ms: rests.get(key) ?? 0, reason: null }),
    set: async (key, ms) => void rests.set(key, ms),
  };
  return { rests, pauses };
}

test('after a redirect to a host with a Retry-After of a day, that host pauses for an hour, and the first host does not', async () => {
  await using web = await openWeb((request, response) => {
    const { host = '' } = request.headers;
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else if (host === 'asked.example') response.writeHead(302, { location: 'http://hostile.example/busy' }).end();
    else response.writeHead(429, { 'retry-after': '99999' }).end();
  });
  const { rests, pauses } = openPauses();
  await using fetcher = openFetcher({
    userAgent: 'webset/0.1',
    allowPrivate: [],
    hostDelayMs: 0,
    clock: quickClock(),
    pauses,
    resolve: async () => [{ address: '1.1.1.1', family: 4 }],
    connect: (_options, callback) => {
      const socket = connect(web.port, '127.0.0.1', () => callback(null, socket));
      return socket;
    },
  });

  await expect(fetcher.fetch('http://asked.example/page', never())).rejects.toMatchObject({ code: 'http_status', status: 429 });

  expect([...rests]).toEqual([['host:hostile.example', 3_600_000]]);
  await expect(fetcher.fetch('http://hostile.example/other', never())).rejects.toThrow('asked to be left alone');
  expect(web.requests.filter((path) => path === '/other')).toEqual([]);
});
