import { expect, test } from 'vitest';
import type { Context } from '../../src/graphql/builder.ts';
import { createThreadLimit } from '../../src/rest/download/thread-limit.ts';

const caller = (client: string) => ({ client }) as Context;

/** Begins downloads that last until they are ended. */
function playDownloads(waitMs: number) {
  const limit = createThreadLimit({ waitMs, lookMs: 5 });
  const begun: string[] = [];
  const start = (client: string, name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const ended = limit.run(caller(client), () => {
      begun.push(name);
      return promise;
    });
    return { ended, end: resolve };
  };
  return { begun, start };
}

test('three files are written at a time, one of a caller; a second one of a caller waits, a third is refused', async () => {
  const { begun, start } = playDownloads(600_000);
  const first = start('a', 'a1');
  const others = ['b', 'c', 'd'].map((client) => start(client, client));
  const second = start('a', 'a2');

  await expect(start('a', 'a3').ended).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 10 });
  const atFirst = [...begun];
  others[0]?.end();
  await expect.poll(() => begun).toEqual(['a1', 'b', 'c', 'd']);
  first.end();
  await expect.poll(() => begun).toEqual(['a1', 'b', 'c', 'd', 'a2']);
  for (const { end } of [...others, second]) end();
  await Promise.all([first, second, ...others].map(({ ended }) => ended));

  expect(atFirst).toEqual(['a1', 'b', 'c']);
});

test('a file that waits for other callers is refused after a while, one that waits for its own caller is not', async () => {
  const { begun, start } = playDownloads(20);
  const first = ['a', 'b', 'c'].map((client) => start(client, client));
  const own = start('a', 'a2');

  await expect(start('d', 'd').ended).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 5 });
  for (const { end } of first) end();
  own.end();
  await Promise.all([...first, own].map(({ ended }) => ended));

  expect(begun).toEqual(['a', 'b', 'c', 'a2']);
});
