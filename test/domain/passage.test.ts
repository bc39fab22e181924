import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passageAt } from '../../src/domain/page/passage.ts';

const MARGIN = 40;
const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.', '😀', 'é'), maxLength: 90 });
const page = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => lines.join('\n'));
const quoted = page
  .filter((text) => text.length > 1)
  .chain((text) =>
    fc
      .tuple(fc.nat(text.length - 1), fc.integer({ min: 1, max: 30 }))
      .map(([start, length]) => ({ text, start, end: Math.min(text.length, start + length) }))
      .filter(({ start, end }) => text.slice(start, end).isWellFormed()),
  );

test('a passage is a bounded part of the page, with the quote at its stated position', () => {
  fc.assert(
    fc.property(quoted, ({ text, start, end }) => {
      const passage = passageAt(text, { start, end }, MARGIN);

      expect(passage.text.slice(passage.start, passage.end)).toBe(text.slice(start, end));
      expect(text.slice(start - passage.start, start - passage.start + passage.text.length)).toBe(passage.text);
      expect(passage.start).toBeLessThanOrEqual(MARGIN);
      expect(passage.text.length - passage.end).toBeLessThanOrEqual(MARGIN);
      expect(passage.text.isWellFormed()).toBe(true);
    }),
    { numRuns: 2000, seed: 8 },
  );
});

test('a passage ends at block boundaries and includes all blocks that fit', () => {
  const text = ['x'.repeat(30), 'y'.repeat(20), 'the quote here', 'z'.repeat(20), 'w'.repeat(30)].join('\n');
  const start = text.indexOf('quote');

  const passage = passageAt(text, { start, end: start + 5 }, MARGIN);

  expect(passage.text).toBe(`${'y'.repeat(20)}\nthe quote here\n${'z'.repeat(20)}`);
  expect(passageAt(text, { start, end: start + 5 }, 1000).text).toBe(text);
});

test('a block longer than a passage is cut between words', () => {
  const words = 'lorem ipsum dolor '.repeat(20);
  const text = `${words}the quote ${words}`.trim();
  const start = text.indexOf('quote');

  const passage = passageAt(text, { start, end: start + 5 }, MARGIN);

  expect(passage.text.split(' ').every((word) => ['lorem', 'ipsum', 'dolor', 'the', 'quote'].includes(word))).toBe(true);
  expect(passage.text.length).toBeGreaterThan(MARGIN);
});
