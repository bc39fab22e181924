import { type Token, tokenize } from '../../../language/english/lexicon.ts';
import { type Assertion, assertionOf, asserts, isNegation } from '../../../language/english/negation.ts';
import { answerAt, isFramedAsDenied } from './framing.ts';
import { isStruck, type Passage, type Reading } from './reading.ts';
import { isOldRow } from './rows.ts';
import { isOwn, sectionOf } from './subject.ts';

/** What one passage of a page asserts about a claim. */
export interface Statement {
  assertion: Assertion;
  passage: Passage;
  /** Whether it is true of a part only: "partly written in Rust". */
  part?: true;
}

/** "From 2009 until 2024 it was under X", "the licence was X": true of the past, and nothing is said of the present. */
const isOver = (whole: string, offset: number) => {
  const from = whole.lastIndexOf(';', offset) + 1;
  const [sentence = ''] = whole.slice(from).split(';', 1);
  const at = offset - from;
  return (
    (/\b(?:until|till)\s(?:\p{L}+\s)?(?:1[5-9]|20)\d\d/u.test(sentence) && /\b(?:was|were|had)\b/u.test(sentence)) ||
    (/\b(?:was|were)\s(?:under\s)?(?:an?\s|the\s)?$/u.test(sentence.slice(0, at)) &&
      !/^(?:\p{L}+ly\s)?\p{L}+(?:ed|en|ade|uilt|un)\b/u.test(sentence.slice(at)))
  );
};

/** The assertion status of the words between two offsets; null if they assert nothing about the page's subject. */
export function assertionAt(reading: Reading, passage: Passage, start: number, end: number): Assertion | null {
  if (isStruck(passage.view, start, end) || !asserts(passage.text) || !isOwn(reading, passage, start)) return null;
  const from = passage.tokens.findIndex((token) => token.end > start);
  const to = passage.tokens.findLastIndex((token) => token.start < end);
  if (from < 0 || to < from) return null;
  const assertion = framed(reading, passage, start, end, assertionOf(reading.page.text, withoutName(reading, passage), from, to));
  if (assertion === 'yes' && sectionOf(reading, passage) === 'plans') return 'maybe';
  return assertion === 'yes' && isOver(passage.text, start - passage.start) ? 'past' : assertion;
}

/** The words of a sentence, with those of the page's own name blanked, which negate nothing: “Doctors Without Fences”. */
function withoutName({ page: { title, text } }: Reading, { tokens, start, end }: Passage): readonly Token[] {
  const name = title.trim();
  const at = tokenize(name).some(({ word }) => isNegation(word)) ? text.slice(start, end).indexOf(name) : -1;
  if (at < 0) return tokens;
  return tokens.map((token) => (token.start >= start + at && token.end <= start + at + name.length ? { ...token, word: '' } : token));
}

/** An answer next to the words, or a heading above them, takes precedence over their own assertion status; two denials settle nothing. */
function framed(reading: Reading, passage: Passage, start: number, end: number, own: Assertion): Assertion {
  if (own === 'yes' && isOldRow(reading, passage.view)) return 'past';
  const answer = answerAt(reading, passage, start, end);
  if (answer !== null && own === 'yes') return answer;
  return (own === 'yes' || own === 'no') && (answer !== null || isFramedAsDenied(reading, passage)) ? 'unsure' : own;
}

export const negate: Record<Assertion, Assertion> = { yes: 'no', no: 'yes', past: 'unsure', maybe: 'maybe', unsure: 'unsure' };

/** The sentences of blocks that contain one of the stems, in page order. */
export function passagesWith(reading: Reading, stems: Iterable<string>): Passage[] {
  const views = new Set([...stems].flatMap((stem) => reading.index.get(stem) ?? []));
  const labelled = reading.views.filter((view) => view.label && views.has(view.label));
  return [...new Set([...views, ...labelled])]
    .sort((a, b) => a.index - b.index)
    .slice(0, 400)
    .flatMap((view) => reading.passages(view));
}
