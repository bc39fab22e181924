import { expect, test } from 'vitest';
import { readFor } from '../../../src/agent/judge/text/reading.ts';
import { passagesOf, WHOLE } from '../../../src/agent/model/passages.ts';
import { pageOf } from '../../support/page.ts';
import { turnsDuring } from '../../support/run/times.ts';

const criteria = [{ id: 'k', label: 'Rejected', description: null }];
const filler = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => `p> Paragraph ${i} tells how a proposal may be rejected, at what length, and by whom among the many.`,
  );
const shownOf = (lines: string[]) => passagesOf(readFor(pageOf(lines.join('\n'))), { criteria, columns: [] }, []);

test('a page up to the limit is shown whole', async () => {
  const { shown, isWhole } = await shownOf(['h1> A proposal', 'p> It was turned down.']);

  expect(isWhole).toBe(true);
  expect(shown.map(({ text }) => text)).toEqual(['A proposal', 'It was turned down.']);
});

test('the end of a long page is shown, which gives the outcome in other words', async () => {
  const { shown, isWhole } = await shownOf(['h1> A proposal', ...filler(200), 'p> It was turned down.', 'p*> Imprint']);

  expect(isWhole).toBe(false);
  expect(shown.map(({ text }) => text)).toContain('It was turned down.');
  expect(shown.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(WHOLE);
});

test('a sentence too long for a passage is cut after a clause, without losing words', async () => {
  const life = Array.from({ length: 60 }, (_, i) => `served in the House as Speaker of session ${i}, with honour`).join('; ');
  const { shown } = await shownOf(['h1> A life', `p> ${life}`]);

  const pieces = shown.slice(1).map(({ text }) => text);
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.slice(0, -1).every((piece) => piece.endsWith(';'))).toBe(true);
  expect(pieces.join(' ')).toBe(life);
});

test('other work proceeds between the questions while passages of a long page are chosen', async () => {
  const reading = readFor(pageOf(['h1> Oxidb', ...Array<string>(1000).fill('p> Rust 12')].join('\n')));
  const questions = Array.from({ length: 20 }, (_, i) => ({ id: String(i), label: `Written in Rust ${i}`, description: null }));
  const { result, turns } = await turnsDuring(() => passagesOf(reading, { criteria: questions, columns: [] }, []));

  expect(turns).toBeGreaterThanOrEqual(questions.length);
  expect(result.isWhole).toBe(false);
  expect(result.shown.length).toBeGreaterThan(10);
});
