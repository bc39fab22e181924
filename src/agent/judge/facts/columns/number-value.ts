import { contentStems } from '../../../../language/english/lexicon.ts';
import type { ColumnQuestion } from '../../finding.ts';
import { conflict, type Found, nothing, settle } from '../../rules/columns/settle.ts';
import type { FactPage } from '../fact-page.ts';
import type { NumberFact } from '../numbers/amounts.ts';
import { numbersFor } from '../numbers/number.ts';
import type { ColumnAsk } from './ask.ts';
import type { FactValue } from './value.ts';

/** The facts with the rank of the first one, which is the plainest. */
export const plainest = <F extends { rank: number }>([first, ...others]: readonly F[]): F[] =>
  first ? [first, ...others.filter(({ rank }) => rank === first.rank)] : [];

/** What is rented per night. */
const BED = /\b(?:rooms?|doubles?|singles?|twins?|dorms?|beds?|suites?|apartments?|pitch(?:es)?|cabins?)\b/iu;
/** Larger numbers are not the size of a group. */
const LARGEST = 100;
/** Contexts of a mass that is not the thing's weight. Any other mass alone in a cell or a short line, if it is the only one, is. */
const LOADED = /\b(?:ingredients|baggage|luggage|load|capacity|carr\w+|takes|holds)\b/iu;
const onlyOne = (all: readonly NumberFact[]): NumberFact[] =>
  new Set(all.map(({ low }) => low)).size === 1
    ? all.filter(({ unit }) => unit.tokens.length <= 3 && !LOADED.test(`${unit.label} ${unit.heading}`))
    : [];

const COMPARED_MAX = 50;
/** Of several facts, those that share most words with the column's label: “First visit” rather than “Return visit”. */
function namedSo(facts: readonly NumberFact[], label: string): readonly NumberFact[] {
  if (facts.length > COMPARED_MAX || new Set(facts.map(({ plain }) => plain)).size < 2) return facts;
  const asked = contentStems(label);
  const shared = facts.map(({ unit }) => {
    const said = new Set(contentStems(`${unit.label} ${unit.text}`));
    return asked.filter((stem) => said.has(stem)).length;
  });
  const most = Math.max(...shared);
  const named = facts.filter((_, i) => shared[i] === most);
  return new Set(named.map(({ plain }) => plain)).size === 1 ? named : facts;
}

/** The lowest or the highest of several prices; for a range, its end if the page has it in figures. */
function endOf(facts: readonly NumberFact[], end: 'low' | 'high', label: string): FactValue | null {
  const priced = facts.flatMap(({ plain, low, high, unit, rank }) => {
    const value = plain ?? String({ low, high }[end]);
    return Number(value) > 0 && (plain !== null || unit.text.includes(value)) ? [{ value, unit, rank }] : [];
  });
  const [one] = priced.toSorted((a, b) => (end === 'low' ? 1 : -1) * (Number(a.value) - Number(b.value)));
  return one ? { ...settle([{ value: one.value, quote: one.unit.text }], label), isPlain: one.rank === 0 } : null;
}

/** The number that a page gives a column, or the reason why it gives none; null if no fact answers it. */
export function numberOf(
  read: FactPage,
  { ask, size, said, isMost, isWhole, end }: Extract<ColumnAsk, { type: 'number' }>,
  { label }: ColumnQuestion,
): FactValue | null {
  const numbers = numbersFor(read, ask, '').filter(
    ({ rank, unit }) => !isWhole || (rank < 2 && !/\b(?:prep\w*|bake|rest|guarantee|holiday|leave)\b/iu.test(`${unit.label} ${unit.text}`)),
  );
  const named = said ? numbers.filter(({ unit }) => said.test(`${unit.label} ${unit.heading} ${unit.text}`)) : numbers;
  const all = (named.length > 0 || ask.of !== 'mass' ? named : onlyOne(numbers)).filter(
    ({ per, rank, unit }) =>
      // if a price per month is asked, “780 euros” counts only under a label
      ask.of !== 'money' ||
      !ask.per ||
      per === ask.per ||
      (per === 'person' && ask.per === 'night') ||
      (per === '' && (rank === 0 || (ask.per === 'night' && BED.test(unit.text)))),
  );
  const [first] = all;
  if (!first) return null;
  // of “8 to 15 participants” and “no more than eight” the upper bound counts
  if (isMost) {
    const of = all.find(({ unit, high }) => high <= LARGEST && !/\b(?:since|a year|have|has)\b/iu.test(unit.text));
    const most = of?.high ?? Number.POSITIVE_INFINITY;
    return of && Number.isFinite(most)
      ? { ...settle([{ value: String(Math.round(most)), quote: of.unit.text }], label), isPlain: of.rank === 0 }
      : null;
  }
  if (end) return endOf(plainest(all), end, label);
  // “95 m² (1,020 sq ft)”: in the unit that the column names, else in the first unit of the page
  const facts = namedSo(plainest(all.filter((one) => one.size === (size ?? first.size))), label);
  const found = facts.flatMap(({ plain, unit }: NumberFact): Found[] => (plain === null ? [] : [{ value: plain, quote: unit.text }]));
  const [one] = found;
  const isPlain = (facts[0] ?? first).rank === 0;
  if (facts.length === 0) return { ...nothing('ambiguous', `The page gives “${label}” in another unit.`), isPlain };
  if (!one && facts.some(({ isUnclear }) => isUnclear))
    return { ...nothing('ambiguous', `The number the page gives for “${label}” can be read in two ways.`), isPlain };
  if (!one) return { ...nothing('range', `The page gives a range for “${label}”, or no figure.`), isPlain };
  const other = facts.find(({ plain }) => plain !== one.value);
  if (!other) return { ...settle(found, label), isPlain };
  return { ...conflict(one.value, other.plain ?? 'a range', label), isPlain };
}
