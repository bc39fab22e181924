import type { Page } from '../../../domain/page/page.ts';
import { asserts } from '../../../language/english/negation.ts';
import type { Question } from '../finding.ts';
import { type Bound, boundOf } from './bound.ts';
import { type CriterionScore, type PageScore, packUnits, packWords, type ScoredUnit } from './record.ts';
import { type Unit, unitsOf } from './units.ts';
import { hashOf, numbersIn, UNASSERTED, type Word, wordsOf } from './word-hashes.ts';

/** The most words stored of a unit, of its label, of its heading, and of all units together. */
const UNIT_WORDS = 60;
const LABEL_WORDS = 6;
const HEADING_WORDS = 8;
const ALL_WORDS = 620;
const MOST_UNITS = 60;

/** A page cut into units, once for all criteria. */
export interface Reading {
  page: Page;
  units: Unit[];
  /** The units, and those that only their layout marks as boilerplate: these may also hold values of columns. */
  wide: Unit[];
  /** The part of the page's title beside the name of its subject: usually the name of the site. */
  site: string;
  /** The words of a unit's text, label or heading without stop words, cached because criteria and columns need the same ones. */
  wordsIn(text: string): readonly Word[];
}

export function readUnits(page: Page): Reading {
  const known = new Map<string, readonly Word[]>();
  const wordsIn = (text: string) => {
    const words = known.get(text) ?? wordsOf(text);
    known.set(text, words);
    return words;
  };
  return { page, ...unitsOf(page), site: siteOf(page), wordsIn };
}

function siteOf({ title, hints }: Page): string {
  const whole = hints.find(({ source }) => source === 'title')?.value ?? '';
  return title !== '' && whole.includes(title) ? whole.replace(title, ' ').slice(0, 120) : '';
}

/** What a criterion asks for. `words` maps hashes to weights: 1 for words of the label, .4 for words of the description only. */
export interface Wanted {
  words: Map<number, number>;
  numbers: Set<string>;
  bound: Bound | null;
  /** Whether it asks for an absence. */
  isDenied: boolean;
}

/** A label that begins with one of these asks for an absence, which silence does not prove. */
const DENIES =
  /^(?:(?:is|are|was|were|has|have|does|do|did)\s)?(?:not|no|never|without|outside|none|non|neither|isn['’]t|aren['’]t|doesn['’]t|don['’]t|anywhere but|other than|excluding|except)(?![\p{L}\p{N}])/iu;

export function wantedBy(criterion: Pick<Question, 'label' | 'description'>): Wanted {
  const numbers = numbersIn(`${criterion.label} ${criterion.description ?? ''}`);
  const words = new Map<number, number>();
  for (const { hash } of wordsOf(criterion.description ?? '', 0, numbers)) words.set(hash, 0.4);
  for (const { hash } of wordsOf(criterion.label, 0, numbers)) words.set(hash, 1);
  return { words, numbers, bound: boundOf(criterion), isDenied: DENIES.test(criterion.label.trim()) };
}

/**
 * Scores a page for a criterion: stores the nearest units with their words. Words of the site's name that the criterion asks for become the
 * heading of the first unit. Pure: depends only on the page.
 */
export function scorePage({ units, site, wordsIn }: Reading, { words: wanted, numbers, bound }: Wanted): CriterionScore {
  let hits = 0;
  const read = numbers.size === 0 ? wordsIn : (text: string) => wordsOf(text, 0, numbers);
  const named = read(site).filter(({ hash }) => wanted.has(hash));
  const overAll = [...new Map(named.map((word) => [word.hash, word])).values()].slice(0, HEADING_WORDS);
  const scored = units.map((unit, index) => {
    const words = read(unit.text);
    const label = read(unit.label).slice(0, LABEL_WORDS);
    const heading = index === 0 && unit.heading === '' ? overAll : read(unit.heading).slice(0, HEADING_WORDS);
    const mentions = bound ? bound.test(unit.text) : [];
    const near = nearness({ words, label, heading }, wanted);
    if (near.label > 0) hits++;
    return { unit, index, words, label, heading, mentions, value: near.all + (mentions.some(({ isList }) => !isList) ? 0.5 : 0) };
  });
  scored.sort((a, b) => b.value - a.value || a.index - b.index);
  let left = ALL_WORDS;
  const kept: typeof scored = [];
  for (const one of scored) {
    const cost = Math.min(one.words.length, UNIT_WORDS) + 3;
    if (kept.length === MOST_UNITS || cost > left) continue;
    left -= cost;
    kept.push(one);
  }
  kept.sort((a, b) => a.index - b.index);
  return {
    v: 1,
    units: packUnits(kept.map(({ unit, words, label, heading, mentions }) => asStored(unit, { words, label, heading, mentions }))),
    count: units.length,
    hits,
  };
}

interface Parts {
  words: readonly Word[];
  label: readonly Word[];
  heading: readonly Word[];
}

/** How much of the criterion a unit, its label and its heading contain; words of a heading count half. */
function nearness({ words, label, heading }: Parts, wanted: Map<number, number>): { all: number; label: number } {
  const said = new Map<number, number>();
  for (const { hash } of heading) said.set(hash, 0.5);
  for (const { hash } of [...label, ...words]) said.set(hash, 1);
  let [all, ofLabel] = [0, 0];
  for (const [hash, share] of said) {
    const weight = wanted.get(hash) ?? 0;
    all += weight * share;
    if (weight === 1) ofLabel += share;
  }
  return { all, label: ofLabel };
}

function asStored(
  { start, end, text }: Unit,
  { words, label, heading, mentions }: Parts & { mentions: ReturnType<Bound['test']> },
): ScoredUnit {
  const own = words.slice(0, UNIT_WORDS);
  const placed = mentions.flatMap(({ start: from, isWithin, isList = false }) => {
    const at = own.findIndex((word) => word.end > from);
    return at < 0 ? [] : [{ at, isWithin, isList }];
  });
  const hashes = (list: readonly Word[]) => list.map(({ hash }) => hash);
  const ownHashes = asserts(text) ? hashes(own) : [...hashes(own), UNASSERTED];
  return { start, end, words: ownHashes, label: hashes(label), heading: hashes(heading), mentions: placed.slice(0, 12) };
}

const SKELETON = 110;
const COMMON = 110;

/** Scores the kind of a page by its structure and most frequent words. */
export function scoreKind({ units, wordsIn }: Reading): PageScore {
  const skeleton = new Set<number>();
  const counts = new Map<number, number>();
  for (const unit of units) {
    for (const [kind, text] of [
      ['label', unit.label],
      ['heading', unit.heading],
    ] as const)
      if (text) skeleton.add(hashOf(`${kind} ${text.toLowerCase()}`));
    if (!unit.label) skeleton.add(hashOf(`${unit.tag} ${/^\S+(?:\s\S+)?/u.exec(unit.text)?.[0].toLowerCase().replace(/\d/gu, '0')}`));
    for (const { hash } of wordsIn(unit.text)) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  for (const feature of shapeOf(units)) skeleton.add(hashOf(feature));
  const common = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, COMMON);
  return { v: 1, skeleton: packWords([...skeleton].slice(-SKELETON)), words: packWords(common.map(([hash]) => hash)) };
}

/** A page's size on a logarithmic scale: units, links, list items, and the length of units. */
function shapeOf(units: readonly Unit[]): string[] {
  const step = (value: number) => Math.round(Math.log2(1 + value));
  const links = units.reduce((sum, unit) => sum + unit.links, 0);
  const letters = units.reduce((sum, unit) => sum + unit.text.length, 0);
  const items = units.filter(({ tag }) => tag === 'li' || tag === 'td').length;
  return [
    `units ${step(units.length)}`,
    `links ${step(links)}`,
    `links a unit ${step((8 * links) / Math.max(1, units.length))}`,
    `items ${Math.round((4 * items) / Math.max(1, units.length))}`,
    `letters a unit ${step(letters / Math.max(1, units.length))}`,
  ];
}
