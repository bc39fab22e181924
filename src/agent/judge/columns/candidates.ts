import type { Span } from '../../../domain/page/evidence.ts';
import type { Page } from '../../../domain/page/page.ts';
import { findDates } from '../../../language/dates.ts';
import { plainPlacesIn } from '../../../language/places.ts';
import { findQuantities } from '../../../language/quantity.ts';
import { namesIn } from '../score/name-lists.ts';
import type { Reading } from '../score/score-page.ts';
import type { Unit } from '../score/units.ts';
import type { AnswerType, AskedColumn } from './asked.ts';

/** The kinds of candidate values: what a value is made of. */
export const KINDS = [
  'link', 'margin', 'date', 'year', 'quantity', 'pages', 'count', 'name', 'names', 'first', 'place', 'code', 'capitals', 'labelled',
  'whole', 'rest',
] as const; // biome-ignore format: a list of names
export type Kind = (typeof KINDS)[number];

/** A value that a page may give for a column. `at` is its span within its unit; `place` is the unit's index on the page. */
export interface Candidate {
  value: string;
  kind: Kind;
  unit: Unit;
  place: number;
  at: Span;
  /** The span to quote as evidence: the unit, or the part of a long unit that surrounds the value. */
  quote: Span;
}

type Found = Omit<Candidate, 'unit' | 'place' | 'quote'>;

/** At most this many content units are read for values, and as many units that only their layout marks as boilerplate. */
const UNITS = 400;
/** Types of answer that never come from a breadcrumb trail or a margin, even one close to the title. */
const PROSE: readonly AnswerType[] = ['title', 'tagline'];
const CAPITALS = /\p{Lu}[\p{L}\p{N}.'’&-]*(?:,?\s(?:(?:of|the|and|de|la|for|in|on)\s)?[\p{Lu}\p{N}][\p{L}\p{N}.'’&-]*)*/gu;
const CODES =
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<![\p{L}\p{N}.])(?:\p{Lu}{2,}-\d[\w-]*|\d+(?:\.\d+){1,3}(?:-[\w.]+)?|\p{Lu}\d{1,4})(?![\p{L}\p{N}])/gu;
const RANGE = /(?<![\d.])(\d{1,6})\s?[-–—]\s?(\d{1,6})(?![\d.])/gu;

const found = (matches: Iterable<RegExpMatchArray>, kind: Kind): Found[] =>
  [...matches].map((match) => ({ value: match[0], kind, at: { start: match.index ?? 0, end: (match.index ?? 0) + match[0].length } }));

const datesOf = (text: string): Found[] =>
  findDates(text).flatMap(({ iso, start, end }) => (iso ? [{ value: iso, kind: 'date' as const, at: { start, end } }] : []));

function numbersOf(text: string, { type }: AskedColumn): Found[] {
  const dates = findDates(text);
  const all: Found[] = findQuantities(text, dates).flatMap(({ plain, start, end }) =>
    plain === null ? [] : [{ value: plain, kind: 'quantity' as const, at: { start, end } }],
  );
  if (type === 'year')
    return [
      ...dates.flatMap(({ iso, start, end }) => (iso ? [{ value: iso.slice(0, 4), kind: 'year' as const, at: { start, end } }] : [])),
      ...all.filter(({ value }) => /^(?:1[5-9]|20)\d\d$/u.test(value)),
    ];
  if (type === 'length')
    for (const match of text.matchAll(RANGE)) {
      const length = Number(match[2]) - Number(match[1]) + 1;
      if (length > 0 && length < 2000)
        all.push({ value: String(length), kind: 'pages', at: { start: match.index, end: match.index + match[0].length } });
    }
  if (type === 'count')
    for (const { start, end, count } of namesIn(text)) all.push({ value: String(count), kind: 'count', at: { start, end } });
  return all;
}

function textsOf({ text, tag, label }: Unit, { type }: AskedColumn): Found[] {
  const all: Found[] = [];
  const own =
    label && text.startsWith(label) ? (/^[:：]\s*/u.exec(text.slice(label.length).trimStart())?.[0].length ?? 0) + label.length : 0;
  if (label && text.length <= 300)
    all.push({ value: text.slice(own).trim().replace(/\.$/u, ''), kind: 'labelled', at: { start: own, end: text.length } });
  const whole: Found = { value: text, kind: 'whole', at: { start: 0, end: text.length } };
  if (type === 'title') return /^h\d$/u.test(tag) ? [whole] : [];
  if (text.length <= 300 && (type === 'tagline' || type === 'any') && (tag === 'p' || tag === 'quote')) all.push(whole);
  if (type === 'tagline') return all;
  if (type === 'code' || type === 'any') all.push(...found(text.matchAll(CODES), 'code'));
  if (type === 'code') return all;
  for (const { start, end, count } of namesIn(text)) {
    const names = text.slice(start, end);
    all.push({ value: names, kind: count > 1 ? 'names' : 'name', at: { start, end } });
    const first = count > 1 ? names.split(/,?\s(?:and|&)\s|[,;]\s|\s[|·]\s/u)[0] : undefined;
    if (first && type === 'first') all.push({ value: first, kind: 'first', at: { start, end: start + first.length } });
  }
  if (type === 'place')
    for (const { name, at } of plainPlacesIn(text)) all.push({ value: name, kind: 'place', at: { start: at, end: at + name.length } });
  all.push(...found(text.matchAll(CAPITALS), 'capitals').map((one) => ({ ...one, value: one.value.replace(/[.,]$/u, '') })));
  if (text.length <= 160 && tag !== 'h1') all.push({ value: text.replace(/\.$/u, ''), kind: 'rest', at: { start: 0, end: text.length } });
  return all;
}

/** The values of a page that a column might mean, in page order. */
export function candidatesFor({ page, wide }: Pick<Reading, 'page' | 'wide'>, asked: AskedColumn): Candidate[] {
  if (asked.format === 'url') return linksOf(page, wide);
  const { format } = asked;
  // a superscript footnote number reads like one more digit, and struck-out text is not asserted
  const raised = format === 'number' ? page.blocks.flatMap((block) => block.raised ?? []) : [];
  const struck = page.blocks.flatMap((block) => block.struck ?? []);
  const isPlain = (start: number, end: number) =>
    !raised.some(([from, to]) => from <= end && to >= start) && !struck.some(([from, to]) => from < end && to > start);
  const read = { content: 0, looks: 0 };
  return wide.flatMap((unit, place) => {
    if (read[unit.byLooks ? 'looks' : 'content']++ >= UNITS || (unit.byLooks && PROSE.includes(asked.type))) return [];
    const all = format === 'date' ? datesOf(unit.text) : format === 'number' ? numbersOf(unit.text, asked) : textsOf(unit, asked);
    return all
      .filter(({ value, at }) => value.length > 0 && value.length <= 400 && isPlain(unit.start + at.start, unit.start + at.end))
      .map((one) => ({ ...one, unit, place, quote: quoteOf(unit, one.at) }));
  });
}

/** Units longer than LONG characters are quoted in part: about ABOUT characters on either side of the value. */
const LONG = 300;
const ABOUT = 120;

function quoteOf({ start, end, text }: Unit, at: Span): Span {
  if (end - start <= LONG) return { start, end };
  const from = at.start <= ABOUT ? 0 : text.indexOf(' ', at.start - ABOUT) + 1;
  const to = text.length - at.end <= ABOUT ? text.length : text.lastIndexOf(' ', at.end + ABOUT);
  return { start: start + Math.min(from, at.start), end: start + Math.max(to, at.end) };
}

/** Links with the sentence that contains them; links in menus and margins with their line. */
function linksOf(page: Page, units: readonly Unit[]): Candidate[] {
  let place = 0;
  let [block, start] = [0, 0];
  const lines = page.text.split('\n');
  return page.links.flatMap((link): Candidate[] => {
    while ((units[place]?.end ?? Infinity) <= link.start) place++;
    while (block < link.block) start += (lines[block++]?.length ?? 0) + 1;
    const over = units[place];
    const isIn = over && over.start <= link.start;
    const text = lines[block] ?? '';
    const line = { start, end: start + text.length, text, tag: page.blocks[block]?.tag ?? 'p', label: '', heading: '', links: 1 };
    const unit = isIn ? over : line;
    const at = { start: link.start - unit.start, end: link.end - unit.start };
    return [{ value: link.url, kind: isIn ? 'link' : 'margin', unit, place: Math.min(place, units.length), at, quote: quoteOf(unit, at) }];
  });
}
