import { findDates } from '../domain/dates.ts';
import { evidenceAt, holds, type Span } from '../domain/evidence.ts';
import type { Page } from '../domain/page.ts';
import { findPlaces } from '../domain/places.ts';
import { findQuantities } from '../domain/quantity.ts';
import { claims } from '../domain/verdict.ts';
import { derive } from './derive.ts';
import { anchors, isDeniedOutside } from './judge/anchor.ts';
import { conceptsAsked, conceptsOfLabel, saysConcept } from './judge/concepts.ts';
import type { ColumnQuestion, Finding, Judged, Question, Valued, ValueFinding } from './judge/finding.ts';
import { KINDS } from './judge/kinds.ts';
import { CLOSED_LICENCES, LANGUAGES, OPEN_LICENCES } from './judge/knowledge.ts';
import { contentStems, stemOf } from './judge/lexicon.ts';
import { off } from './judge/rules.ts';
import { sentencesOf, trimmed } from './judge/sentences.ts';
import { statesIn } from './judge/states.ts';

/** A quote is a whole sentence or block of about this many characters at most. */
export const QUOTE_TARGET = 400;

interface Placed extends Span {
  block: number;
  blockStart: number;
  blockEnd: number;
}

function placeOf(page: Page, { start, end }: Span): Placed {
  const blockStart = page.text.lastIndexOf('\n', start - 1) + 1;
  const next = page.text.indexOf('\n', end);
  let block = 0;
  for (let at = page.text.indexOf('\n'); at >= 0 && at < start; at = page.text.indexOf('\n', at + 1)) block++;
  return { start, end, block, blockStart, blockEnd: next < 0 ? page.text.length : next };
}

const cut = new WeakMap<Page, Map<number, Span[]>>();
function sentencesIn(page: Page, start: number, end: number): Span[] {
  const known = cut.get(page) ?? new Map<number, Span[]>();
  cut.set(page, known);
  const spans = known.get(start) ?? sentencesOf(page.text.slice(start, end));
  known.set(start, spans);
  return spans;
}

/** The whole sentences a span touches. */
function sentenceOf(page: Page, { start, end, blockStart, blockEnd }: Placed): Span {
  const touched = sentencesIn(page, blockStart, blockEnd).filter((span) => blockStart + span.start < end && blockStart + span.end > start);
  const span = { start: blockStart + (touched[0]?.start ?? 0), end: blockStart + (touched.at(-1)?.end ?? blockEnd - blockStart) };
  return trimmed(page.text, { start: Math.min(span.start, start), end: Math.max(span.end, end) });
}

/** Widens a span to its sentence, or to its block where that is short and no prose; what is longer than 400 characters is cut at spaces around the span. */
function widen(page: Page, placed: Placed, sentence: Span): Span {
  const tag = page.blocks[placed.block]?.tag ?? 'p';
  const block = trimmed(page.text, { start: placed.blockStart, end: placed.blockEnd });
  if (tag !== 'p' && tag !== 'quote' && block.end - block.start <= QUOTE_TARGET / 2) return block;
  if (sentence.end - sentence.start <= QUOTE_TARGET) return sentence;
  const room = Math.max(0, QUOTE_TARGET - (placed.end - placed.start));
  let start = Math.max(sentence.start, placed.start - Math.floor(room / 2));
  let end = Math.min(sentence.end, start + Math.max(QUOTE_TARGET, placed.end - placed.start));
  while (start > sentence.start && start < placed.start && !/\s/u.test(page.text[start - 1] ?? '')) start++;
  while (end < sentence.end && end > placed.end && !/\s/u.test(page.text[end] ?? '')) end--;
  // a quote far longer than a sentence is cut after its first 400 characters
  if (end - start > QUOTE_TARGET) end = lastSpace(page.text, start, start + QUOTE_TARGET);
  return trimmed(page.text, { start, end });
}

function lastSpace(text: string, start: number, end: number): number {
  for (let at = end; at > start + QUOTE_TARGET / 2; at--) if (/\s/u.test(text[at] ?? '')) return at;
  return /[\udc00-\udfff]/.test(text[end] ?? '') ? end - 1 : end;
}

/** The words that name a block: its label, and the label's own. */
const labelText = (page: Page, block: number): string => {
  const label = page.blocks[block]?.label;
  return label === undefined || label === block ? '' : (page.text.split('\n', label + 1)[label] ?? '');
};

const LICENCE = stemOf('license');
const BOUND = /\b(?:1[5-9]|20)\d\d\b/u;

/** The heading a block stands under; '' for none but the page's own. */
function headingText(page: Page, block: number): string {
  for (let i = block - 1, start = -1; i >= 0; i--) {
    const one = page.blocks[i];
    if (!one || one.boilerplate || !/^h[1-6]$/u.test(one.tag)) continue;
    if (one.tag === 'h1') return '';
    start = i;
    return page.text.split('\n', start + 1)[start] ?? '';
  }
  return '';
}

const EMAIL = /[\p{L}\p{N}._%+-]+(?:@|\s?[[(]at[\])]\s?)[\p{L}\p{N}.-]+\.\p{L}{2,}/iu;
const WORLD = /\b(?:world-?wide|anywhere|global(?:ly)?|any country|no (?:geographic\w*|location) restrictions?)\b/iu;

/** Whether a quote says, in other words, what the question asks for: the same state, the same kind of fact, or under a heading that announces it. */
function saysSo(asked: string, quote: string, label: string, heading: string): boolean {
  if (off.has('meaning')) return false;
  const states = statesIn(asked).map(({ name }) => name);
  if (states.length > 0 && statesIn(quote).some(({ name }) => states.includes(name))) return true;
  const said = contentStems(quote);
  const kinds = contentStems(asked).flatMap((stem) => KINDS[stem] ?? []);
  if (kinds.some((kind) => kind.every((stem) => said.includes(stem)))) return true;
  const wanted = new Set(conceptsAsked(asked));
  if (contentStems(asked).some((stem) => LANGUAGES.has(stem))) wanted.add('technology');
  if ([label, heading].some((text) => conceptsOfLabel(text).some((name) => wanted.has(name)))) return true;
  if ([...wanted].some((name) => saysConcept(name, quote))) return true;
  return (/\be-?mail\b/iu.test(asked) && EMAIL.test(quote)) || (WORLD.test(asked) && WORLD.test(quote));
}

/** Whether a quote speaks of the question at all: holds a date, number or place where one is asked, one of its telling words, or says it in others. */
function speaksOf(question: Question, quote: string, label: string, heading: string): boolean {
  const asked = `${question.label} ${question.description ?? ''}`;
  const stems = new Set(contentStems(asked));
  const said = contentStems(`${label} ${quote}`);
  if (stems.size === 0 || said.some((stem) => stems.has(stem) && !/^\d+$/u.test(stem))) return true;
  if (BOUND.test(asked) && findDates(quote).length > 0) return true;
  if (findQuantities(asked).length > 0 && findQuantities(quote).length > 0) return true;
  if (findPlaces(asked).length > 0 && findPlaces(quote).length > 0) return true;
  if ((stems.has(LICENCE) || /open[- ]source/iu.test(asked)) && (OPEN_LICENCES.test(quote) || CLOSED_LICENCES.test(quote))) return true;
  if (saysSo(asked, quote, label || (/^([^:：]{2,38})[:：]\s/u.exec(quote)?.[1] ?? ''), heading)) return true;
  return (
    said.some((stem) => LANGUAGES.has(stem) && /\b(?:written|language|implemented|built)\b/iu.test(asked)) ||
    said.some((stem) => stems.has(stem))
  );
}

/** The places of a quote, the likeliest meant first: where it is the whole block, where the words speak of the question, then in the page's order. */
function placesOf(page: Page, question: Question, quote: string) {
  const bare = quote.trim();
  return [...anchors(page, quote)]
    .map((anchor) => {
      const placed = placeOf(page, anchor);
      const sentence = sentenceOf(page, placed);
      const span = widen(page, placed, sentence);
      const evidence = evidenceAt(page.text, span);
      const speaks = speaksOf(question, evidence.quote, labelText(page, placed.block), headingText(page, placed.block));
      const whole = page.text.slice(placed.blockStart, placed.blockEnd).trim() === bare;
      return { anchor, sentence, span, evidence, speaks, rank: (whole ? 2 : 0) + (speaks ? 1 : 0) };
    })
    .filter(({ evidence }) => holds(page.text, evidence))
    .sort((a, b) => b.rank - a.rank);
}

/**
 * Lets a verdict through with the page's own words, or without a claim. `match` and `partial` need a quote that is found on the page with its numbers and
 * negations unchanged, that is not denied around it, and that speaks of the question; a contradiction needs words that are there; else they become
 * `needs_review`, `unproved`. Other verdicts keep a quote that is found, and lose one that is not.
 */
export function guardVerdict(page: Page, question: Question, finding: Finding): Judged {
  const { quote, ...said } = finding;
  const places = quote === null ? [] : placesOf(page, question, quote);
  const proves = ({ anchor, sentence, speaks }: (typeof places)[number]) => speaks && !isDeniedOutside(page.text, anchor, sentence);
  const proof = claims(finding.verdict) ? places.find(proves) : places[0];
  if (proof) return { ...said, evidence: proof.evidence };
  if (!claims(finding.verdict) && finding.reason !== 'contradicted') return { ...said, evidence: null };
  return { verdict: 'needs_review', reason: 'unproved', note: `${said.note} No such words were found on the page.`.trim(), evidence: null };
}

/** Lets a value through when it can be read off the page's own words: its number, its date, its words, or a link's address. Else null, `unproved`. */
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
  for (const { span, evidence } of placesOf(page, question, quote)) {
    const derived = derive(page, question.format, value, span);
    if (derived !== null) return { ...said, value: derived, reason: 'stated', evidence };
  }
  return unproved;
}
