import { stemOf } from '../../../../language/english/lexicon.ts';
import { type Assertion, assertionOf, asserts } from '../../../../language/english/negation.ts';
import { PERSONS } from '../../../../language/english/proper-names.ts';
import { assertionOfValue, isFramedAsDenied } from '../../text/framing.ts';
import { headingsOf, isStruck, type Passage, type Reading, type View } from '../../text/reading.ts';
import { isOldRow } from '../../text/rows.ts';
import { passagesWith } from '../../text/statements.ts';
import { isForeignRow, isOwn, sectionOf } from '../../text/subject.ts';
import { CONCEPTS, type Concept, type ConceptName } from '../claims/concept-table.ts';
import { conceptsOfLabel } from '../claims/concepts.ts';
import { labelledFacts, WHOLE_MAX } from './labelled-facts.ts';

/** A value that a page gives for a property of its subject: in a labelled cell, in a short section under its heading, or in a sentence. */
export interface Fact {
  value: string;
  /** Offsets in the page's text. */
  start: number;
  end: number;
  passage: Passage;
  assertion: Assertion;
  how: 'cell' | 'section' | 'said';
}

const memo = new WeakMap<Reading, Map<string, Fact[]>>();

/** All values that a page gives for a property, labelled ones first. */
export function factsOf(reading: Reading, name: ConceptName): Fact[] {
  const known = memo.get(reading) ?? new Map<string, Fact[]>();
  memo.set(reading, known);
  const found =
    known.get(name) ??
    atEdges(reading, [...labelled(reading, (label) => conceptsOfLabel(label).includes(name)), ...said(reading, CONCEPTS[name])]);
  known.set(name, found);
  return found;
}

const EMPTY = /^(?:[-–—?.·]*|n\/?a\.?|none|unknown|not (?:known|available|stated|disclosed|specified)\.?|tbd|tba|various|varies)$/iu;

/** Facts under a label that `wanted` accepts: cells and "label: value" anywhere, and blocks under such a heading. */
export function labelled(reading: Reading, wanted: (label: string) => boolean): Fact[] {
  const cells: Fact[] = [];
  const sections: Fact[] = [];
  const places = new Set<number>();
  for (const { label, value, start, passage, how } of labelledFacts(reading)) {
    if (how === 'section' || passage.view.boilerplate || !wanted(label)) continue;
    places.add(passage.start);
    add(cells, reading, value, start, passage, 'cell');
  }
  for (const view of reading.views) {
    if (view.boilerplate || view.text === '') continue;
    const heading = /^h[1-6]$/u.test(view.tag) ? undefined : headingsOf(view)[0];
    if (!heading || sizeOf(reading, heading) > SECTION_MAX || !wanted(heading.text)) continue;
    if (view.label && view.text.length <= WHOLE_MAX && places.has(view.start)) continue;
    for (const passage of reading.passages(view))
      if (!places.has(passage.start)) add(sections, reading, passage.text, passage.start, passage, 'section');
  }
  return [...cells, ...sections];
}

/** The most characters of a section that counts as a fact of its heading: a longer one is prose. */
const SECTION_MAX = 2500;
const sizes = new WeakMap<View, number>();
function sizeOf(reading: Reading, heading: View): number {
  const known = sizes.get(heading);
  if (known !== undefined) return known;
  let end = heading.end;
  for (let i = heading.index + 1; i < reading.views.length; i++) {
    const view = reading.views[i];
    if (!view || /^h[1-6]$/u.test(view.tag) || view.boilerplate !== heading.boilerplate) break;
    end = view.end;
  }
  sizes.set(heading, end - heading.end);
  return end - heading.end;
}

function add(facts: Fact[], reading: Reading, text: string, at: number, passage: Passage, how: Fact['how']): void {
  const value = text.trim().replace(/(?<=\p{L}{2}|\d)\.$/u, '');
  if (
    EMPTY.test(value) ||
    isStruck(passage.view, at, at + text.length) ||
    isForeignRow(reading, passage) ||
    (how === 'section' && sectionOf(reading, passage) === 'others')
  )
    return;
  const start = at + (text.length - text.trimStart().length);
  const assertion = how === 'section' && value.length > 60 ? 'yes' : assertionOfValue(value);
  const stated =
    assertion !== 'yes' ? assertion : isFramedAsDenied(reading, passage) ? 'unsure' : isOldRow(reading, passage.view) ? 'past' : assertion;
  facts.push({ value, start, end: start + value.length, passage, assertion: stated, how });
}

function said(reading: Reading, { words, says, after }: Concept): Fact[] {
  if (says.length === 0 && !after) return [];
  const found: Fact[] = [];
  // "by" is too common to be indexed, but a byline is at the top of a page
  const head = words.includes('by') ? headOf(reading).flatMap((view) => reading.passages(view)) : [];
  for (const passage of new Set([...head, ...passagesWith(reading, words.map(stemOf).filter(Boolean))])) {
    if (passage.view.boilerplate && !head.includes(passage)) continue;
    if (passage.text.length > 600) continue;
    for (const pattern of says)
      for (const match of passage.text.matchAll(pattern)) {
        const value = (match.groups?.v ?? '').trim().replace(/[.,;:]$/u, '');
        const start = passage.start + match.index + match[0].lastIndexOf(value);
        const verb = match[0].startsWith(value) ? start + value.length + 1 : passage.start + match.index;
        found.push(...stated(reading, passage, value, start, verb));
      }
    for (const match of after ? passage.text.matchAll(after) : []) {
      const value = ENDING.exec(passage.text.slice(Math.max(0, match.index - 120), match.index))?.[0] ?? '';
      found.push(...stated(reading, passage, value, passage.start + match.index - value.length, passage.start + match.index + 1));
    }
  }
  return found;
}
const ENDING = new RegExp(`${PERSONS}$`, 'u');

function stated(reading: Reading, passage: Passage, value: string, start: number, verb: number): Fact[] {
  if (value === '' || PRONOUN.test(value)) return [];
  const leads = verb > start;
  if (!asserts(passage.text) || sectionOf(reading, passage) === 'others' || (!leads && !isOwn(reading, passage, verb))) return [];
  const at = passage.tokens.findIndex((token) => token.end > verb);
  const own = at < 0 ? 'yes' : assertionOf(reading.page.text, passage.tokens, at, at);
  const assertion = own === 'yes' && isFramedAsDenied(reading, passage) ? 'unsure' : own;
  return assertion ? [{ value, start, end: start + value.length, passage, assertion, how: 'said' }] : [];
}
export const PRONOUN =
  /^(?:It|He|She|They|We|You|I|This|That|These|The|A|An|Its|Our|Their|Who|Which|There|In|On|At|By|And|But|Since|For|As|January|February|March|April|May|June|July|August|September|October|November|December)$/u;

const HEAD = 12;
/** The first blocks of a page, in which it describes itself, without headings and menus. */
export const headOf = (reading: Reading): View[] =>
  reading.views.filter(({ boilerplate, text, tag }) => !boilerplate && text !== '' && !/^h[2-6]$/u.test(tag)).slice(0, HEAD);

/** Returns a test for blocks before the first heading under the title or at the end of a page, where it describes itself. */
export function atEdge(reading: Reading): (view: View) => boolean {
  const title = reading.views.findIndex(({ tag, boilerplate }) => tag === 'h1' && !boilerplate);
  const next = reading.views.find(({ tag, boilerplate, index }) => !boilerplate && index > title && /^h[2-6]$/u.test(tag));
  const end = next?.index ?? Number.POSITIVE_INFINITY;
  const foot = reading.views.filter(({ boilerplate, text }) => !boilerplate && text !== '').at(-FOOT)?.index ?? 0;
  return ({ index, tag }) => index < end || (index >= foot && tag === 'p');
}
const FOOT = 3;

/** Prefers facts at the edges of a page, which are about the page itself: a chapter between them may quote an example. */
function atEdges(reading: Reading, facts: Fact[]): Fact[] {
  const edge = atEdge(reading);
  const own = facts.filter(({ passage, how }) => edge(passage.view) && how !== 'section');
  if (own.length > 0) return own;
  // in a long document a sentence in the middle is about something else
  return reading.views.length > LONG ? facts.filter(({ how }) => how !== 'said') : facts;
}
const LONG = 60;
