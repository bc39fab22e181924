import { type Evidence, evidenceAt, holds, type Span } from '../../domain/page/evidence.ts';
import type { Page } from '../../domain/page/page.ts';
import { claims } from '../../domain/verdict.ts';
import { contentStems } from '../../language/english/lexicon.ts';
import { isAsked } from '../../language/english/negation.ts';
import { trimmed } from '../../language/english/sentences.ts';
import { endAsked, isPriceAsked } from '../../language/label.ts';
import type { ColumnQuestion, Finding, Guarded, Proof, Question, Valued, ValueFinding } from '../judge/finding.ts';
import { anchors, isDeniedOutside } from './anchor.ts';
import { type Asked, derive } from './derive.ts';
import { blockAt, blockText, boundsOf, headingOver, layoutOf, wholeSentences } from './layout.ts';

/** A quote is a whole sentence or block of about this many characters at most. */
export const QUOTE_TARGET = 400;

interface Placed extends Span {
  block: number;
  blockStart: number;
  blockEnd: number;
}

function placeOf(page: Page, { start, end }: Span): Placed {
  const layout = layoutOf(page);
  const block = blockAt(layout, start);
  const bounds = boundsOf(layout, block);
  return { start, end, block, blockStart: bounds.start, blockEnd: bounds.end };
}

/**
 * Widens a span to its sentence, or to its block where that is short and not prose. Above 400 characters it is cut at spaces around the
 * span.
 */
function widen(page: Page, placed: Placed, sentence: Span): Span {
  const tag = page.blocks[placed.block]?.tag ?? 'p';
  const block = trimmed(page.text, { start: placed.blockStart, end: placed.blockEnd });
  if (tag !== 'p' && tag !== 'quote' && block.end - block.start <= QUOTE_TARGET / 2) return block;
  if (sentence.end - sentence.start <= QUOTE_TARGET) return sentence;
  const space = Math.max(0, QUOTE_TARGET - (placed.end - placed.start));
  let start = Math.max(sentence.start, placed.start - Math.floor(space / 2));
  let end = Math.min(sentence.end, start + Math.max(QUOTE_TARGET, placed.end - placed.start));
  while (start > sentence.start && start < placed.start && !/\s/u.test(page.text[start - 1] ?? '')) start++;
  while (end < sentence.end && end > placed.end && !/\s/u.test(page.text[end] ?? '')) end--;
  // cuts a much longer quote after its first 400 characters
  if (end - start > QUOTE_TARGET) end = lastSpace(page.text, start, start + QUOTE_TARGET);
  return trimmed(page.text, { start, end });
}

function lastSpace(text: string, start: number, end: number): number {
  for (let at = end; at > start + QUOTE_TARGET / 2; at--) if (/\s/u.test(text[at] ?? '')) return at;
  return /[\udc00-\udfff]/.test(text[end] ?? '') ? end - 1 : end;
}

/** The text of a block's label, and of the label's own label. */
const labelText = (page: Page, block: number): string => {
  const label = page.blocks[block]?.label;
  return label === undefined || label === block ? '' : blockText(page, label);
};

/** Whether a quote or its label shares a word with the question. */
function sharesWord(question: Question, { quote, label }: Proof): boolean {
  const asked = new Set(contentStems(`${question.label} ${question.description ?? ''}`));
  return contentStems(`${label} ${quote}`).some((stem) => asked.has(stem));
}

interface Place {
  anchor: Span;
  sentence: Span;
  span: Span;
  evidence: Evidence;
  proof: Proof;
  /** Higher if the quote is the whole block, and if its words are the question's. */
  rank: number;
}
const BEST = 3;

function readPlace(page: Page, question: Question, bare: string, anchor: Span): Place {
  const placed = placeOf(page, anchor);
  const sentence = trimmed(page.text, wholeSentences(page, placed.block, anchor));
  const span = widen(page, placed, sentence);
  const evidence = evidenceAt(page.text, span);
  // a quote longer than the stored span is stored whole
  const quote = anchor.end - anchor.start > span.end - span.start ? page.text.slice(anchor.start, anchor.end) : evidence.quote;
  const proof = { quote, label: labelText(page, placed.block), heading: headingOver(page, placed.block) };
  const isShort = placed.blockEnd - placed.blockStart <= bare.length + 100;
  const whole = isShort && page.text.slice(placed.blockStart, placed.blockEnd).trim() === bare;
  return { anchor, sentence, span, evidence, proof, rank: (whole ? 2 : 0) + (sharesWord(question, proof) ? 1 : 0) };
}

/** The best-ranked valid place of a quote and the value derived there; of equals the first. Stops as soon as no better one is possible. */
function findPlace<T>(
  page: Page,
  question: Question,
  quote: string,
  serves: (place: Place) => T | null,
): { place: Place; gives: T } | null {
  const bare = quote.trim();
  for (const spans of anchors(page, quote)) {
    let best: { place: Place; gives: T } | null = null;
    for (const anchor of spans) {
      const place = readPlace(page, question, bare, anchor);
      if (place.rank <= (best?.place.rank ?? -1) || !holds(page.text, place.evidence)) continue;
      const gives = serves(place);
      if (gives !== null) best = { place, gives };
      if (best?.place.rank === BEST) break;
    }
    if (best) return best;
  }
  return null;
}

/**
 * Checks a verdict against the page. `match` and `partial` need a quote that is on the page, not denied around it and not a question; a
 * contradiction needs a quote on the page; else the verdict becomes `needs_review`, `unproved` (docs/agent.md).
 */
export function guardVerdict(page: Page, question: Question, finding: Finding): Guarded {
  const { quote, ...said } = finding;
  const isClaim = claims(finding.verdict);
  const proves = ({ anchor, sentence }: Place) =>
    !isAsked(page.text.slice(sentence.start, sentence.end)) && !isDeniedOutside(page.text, anchor, sentence);
  const found = quote === null ? null : findPlace(page, question, quote, (place) => (!isClaim || proves(place) ? true : null));
  if (found) return { ...said, evidence: found.place.evidence, proof: found.place.proof };
  if (!isClaim && finding.reason !== 'contradicted') return { ...said, evidence: null, proof: null };
  const note = `${said.note} No such words were found on the page.`.trim();
  return { verdict: 'needs_review', reason: 'unproved', note, evidence: null, proof: null };
}

/** Values that a column's label allows besides the page's own: one end of “5 to 10 students”, and 0 for what is free. */
const asksFor = (label: string): Asked => ({ end: endAsked(label), isPrice: isPriceAsked(label) });

/** Accepts a value that can be derived from the page's own words or links. Else null, `unproved`. */
export function guardValue(page: Page, question: ColumnQuestion, finding: ValueFinding): Valued {
  const { quote, ...said } = finding;
  const value = finding.value?.trim() ?? '';
  if (finding.value === null || value === '')
    return { ...said, value: null, reason: said.reason === 'stated' ? 'silent' : said.reason, evidence: null };
  const unproved: Valued = {
    value: null,
    reason: 'unproved',
    note: `${said.note} The value could not be read off the page's own words.`.trim(),
    evidence: null,
  };
  if (quote === null) return unproved;
  const found = findPlace(page, question, quote, ({ span }) =>
    derive(page, { format: question.format, asks: asksFor(question.label) }, value, span),
  );
  return found ? { ...said, value: found.gives, reason: 'stated', evidence: found.place.evidence } : unproved;
}
