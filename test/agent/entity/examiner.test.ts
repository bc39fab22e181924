import { expect, test } from 'vitest';
import { openExaminer } from '../../../src/agent/entity/examiner.ts';
import type { Hit } from '../../../src/agent/ports.ts';
import { never } from '../../support/agent/local-web.ts';
import { LISTING_URL, LONG_LINKS, listingOf } from '../../support/agent/strange-pages.ts';
import { pageOf } from '../../support/page.ts';

const open = () => openExaminer({ threads: 1, memoryMb: 256, seconds: 600 });
const seen = { foundAt: LISTING_URL, category: null };

test.each(LONG_LINKS)('a listing of links with %s is examined', async (_, link) => {
  await using examiner = open();
  const page = await listingOf(link, 300);

  const { facts } = await examiner.page(page, seen, never());

  expect(facts.listed).toHaveLength(100);
  for (const { key } of facts.listed ?? []) expect(Buffer.byteLength(key)).toBeLessThanOrEqual(512);
});

/** A thread that never answers for a page with a certain title, and answers all else at once, reporting 200 ms. */
const PONDERS = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ input }) => {
      while (input.page?.title === 'Endless');
      parentPort.postMessage({ value: input.page ? { listed: null } : [], ms: 200 });
    });`)}`,
);

test('a page that takes too long fails alone, with a message, and the next is examined', async () => {
  const patience = { startingMs: 0, elapsedTimes: 1_000_000 };
  await using examiner = openExaminer({ threads: 1, memoryMb: 256, seconds: 0.5, patience, entry: PONDERS });

  const failing = examiner.page({ ...pageOf('p> Acme'), title: 'Endless' }, seen, never());
  const next = examiner.page(pageOf('p> Acme'), seen, never());

  await expect(failing).rejects.toMatchObject({
    name: 'ReadFailure',
    code: 'timeout',
    message: 'The page takes longer than 0.5 s to look through',
  });
  await expect(next).resolves.toMatchObject({ facts: { listed: null }, left: { ms: 300 } });
});

test('each examination of a page uses up its time', async () => {
  await using examiner = openExaminer({ threads: 1, memoryMb: 256, seconds: 600, entry: PONDERS });

  const { left } = await examiner.page(pageOf('p> Acme'), seen, never());
  await examiner.titles('Acme', ['Acme Ltd'], { left, signal: never() });
  await examiner.titles('Acme', [], { left, signal: never() }); // takes no time

  expect(left).toEqual({ ms: 600_000 - 200 - 200 });
});

test('hits are cleaned and merged in one order, each with its key; those with an invalid or too long address are counted', async () => {
  await using examiner = open();
  const hit = (url: string, position: number): Hit => ({
    url,
    title: 'A\0 \u202etitle\u200f',
    snippet: '\ud800x\u0007',
    provider: 'p',
    position,
    text: 'one\0\n\ntwo',
  });

  const { hits, dropped } = await examiner.search(
    [
      [
        hit('https://a.example/?utm_source=x', 0),
        hit(`https://a.example/${'x'.repeat(2040)}`, 1),
        hit(`https://a.example/${'漢'.repeat(300)}`, 2),
      ],
      [hit('https://a.example/', 0), hit('javascript:alert(1)', 1), hit('https://b.example/漢', 2)],
    ],
    never(),
  );

  expect(hits.map(({ url }) => url)).toEqual(['https://a.example/?utm_source=x', 'https://b.example/%E6%BC%A2']);
  expect(hits[0]).toMatchObject({ key: 'https://a.example', title: 'A title\u200f', snippet: '\ufffdx', text: 'one\ntwo' });
  expect(dropped).toBe(3);
});
