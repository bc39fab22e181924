import type { Span } from '../../../domain/page/evidence.ts';
import { findDates } from '../../../language/dates.ts';
import { findPlaces } from '../../../language/places.ts';
import { findQuantities } from '../../../language/quantity.ts';
import { namesIn } from '../score/names.ts';
import type { Reading } from '../score/score-page.ts';
import type { Unit } from '../score/units.ts';
import type { AskedColumn } from './asked.ts';

/** What a value is made of. */
export const KINDS = [
  'link',
  'date',
  'year',
  'quantity',
  'pages',
  'count',
  'name',
  'names',
  'first',
  'place',
  'code',
  'capitals',
  'labelled',
  'whole',
  'rest',
] as const;
export type Kind = (typeof KINDS)[number];

/** A value that a page may give for a column: what it is, and where it stands; `at` is its span within its unit. */
export interface Candidate {
  value: string;
  kind: Kind;
  unit: number;
  at: Span;
}

type Found = Omit<Candidate, 'unit'>;

/** Units are read this far for values. */
const UNITS = 400;
const CAPITALS = /\p{Lu}[\p{L}\p{N}.'’&-]*(?:,?\s(?:(?:of|the|and|de|la|for|in|on)\s)?[\p{Lu}\p{N}][\p{L}\p{N}.'’&-]*)*/gu;
const CODES =
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<![\p{L}\p{N}.])(?:\p{Lu}{2,}-\d[\w-]*|\d+(?:\.\d+){1,3}(?:-[\w.]+)?|\p{Lu}\d{1,4})(?![\p{L}\p{N}])/gu;
const RANGE = /(?<![\d.])(\d{1,6})\s?[-–—]\s?(\d{1,6})(?![\d.])/gu;

const found = (matches: Iterable<RegExpMatchArray>, kind: Kind): Found[] =>
  [...matches].map((match) => ({ value: match[0], kind, at: { start: match.index ?? 0, end: (match.index ?? 0) + match[0].length } }));

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
  for (const { start, end, count } of namesIn(text)) all.push({ value: String(count), kind: 'count', at: { start, end } });
  return all;
}

function textsOf({ text, tag, label }: Unit, { type }: AskedColumn): Found[] {
  const all: Found[] = [];
  const own =
    label && text.startsWith(label) ? (/^[:：]\s*/u.exec(text.slice(label.length).trimStart())?.[0].length ?? 0) + label.length : 0;
  if (label && text.length <= 300) all.push({ value: text.slice(own).trim(), kind: 'labelled', at: { start: own, end: text.length } });
  const whole: Found = { value: text, kind: 'whole', at: { start: 0, end: text.length } };
  if (type === 'title') return tag === 'h1' ? [whole] : [];
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
    for (const { start, end } of findPlaces(text)) all.push({ value: text.slice(start, end), kind: 'place', at: { start, end } });
  all.push(...found(text.matchAll(CAPITALS), 'capitals').map((one) => ({ ...one, value: one.value.replace(/[.,]$/u, '') })));
  if (text.length <= 160 && tag !== 'h1') all.push({ value: text.replace(/\.$/u, ''), kind: 'rest', at: { start: 0, end: text.length } });
  return all;
}

/** The values of a page that a column might mean, in the order of the page. */
export function candidatesFor({ page, units }: Reading, asked: AskedColumn): Candidate[] {
  if (asked.format === 'url') return linksOf({ page, units });
  return units.slice(0, UNITS).flatMap((unit, index) => {
    const all =
      asked.format === 'date'
        ? findDates(unit.text).flatMap(({ iso, start, end }): Found[] => (iso ? [{ value: iso, kind: 'date', at: { start, end } }] : []))
        : asked.format === 'number'
          ? numbersOf(unit.text, asked)
          : textsOf(unit, asked);
    return all.filter(({ value }) => value.length > 0 && value.length <= 400).map((one) => ({ ...one, unit: index }));
  });
}

function linksOf({ page, units }: Reading): Candidate[] {
  let unit = 0;
  return page.links.flatMap(({ start, end, url }) => {
    while ((units[unit]?.end ?? Infinity) <= start) unit++;
    const over = units[unit];
    return over && over.start <= start
      ? [{ value: url, kind: 'link' as const, unit, at: { start: start - over.start, end: end - over.start } }]
      : [];
  });
}
