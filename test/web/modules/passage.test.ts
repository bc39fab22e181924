import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passageOf } from '../../../src/web/webset/proof/passage.ts';

const at = (text: string, quote: string) => {
  const start = text.indexOf(quote);
  return { text, start, end: start + quote.length };
};
const passageIn = (text: string, quote: string) => passageOf(at(text, quote)).text;

describe('the passage around a quote', () => {
  test('is its paragraph when that says enough', () => {
    const long = `${'Redb is an embedded key-value store. '.repeat(7)}It is written in Rust.`;

    expect(passageIn(`Redb\n${long}\nElsewhere something else is said.`, 'It is written in Rust.')).toBe(long);
  });

  test('is shown with its label, and not with the label that follows', () => {
    expect(passageIn('Name\nRedb\nLicence\nMIT\nLanguage\nRust', 'MIT')).toBe('Licence\nMIT');
  });

  test('of a heading goes on with the sentence below it', () => {
    const text = 'Home\nRedb, a database in Rust\nIt was first released in 2021, by one person, and has no server.';

    expect(passageIn(text, 'Redb, a database in Rust')).toBe(text);
  });

  test('of a very long paragraph is cut between words on both sides', () => {
    const { text } = passageOf(at(`${'before '.repeat(300)}QUOTE ${'after '.repeat(300)}`, 'QUOTE'));

    expect(text.length).toBeLessThan(700);
    expect(text).toMatch(/^before (before )+QUOTE (after )+after$/);
  });

  test('always contains the quote at its offsets, and no more than a screenful', () => {
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 400 }), { minLength: 1, maxLength: 8 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(texts, fc.nat(), fc.integer({ min: 1, max: 60 }), (text, from, length) => {
        const start = Math.min(from, text.length - 1);
        fc.pre(start >= 0);
        const end = Math.min(text.length, start + length);

        const passage = passageOf({ text, start, end });

        expect(passage.text.slice(passage.start, passage.end)).toBe(text.slice(start, end));
        expect(text).toContain(passage.text);
        expect(passage.text.length).toBeLessThanOrEqual(2 * 320 + length);
      }),
    );
  });
});
