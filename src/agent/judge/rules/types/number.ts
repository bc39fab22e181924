import { anyWithin, numberWithin } from '../../../../language/constraint.ts';
import { findDates } from '../../../../language/dates.ts';
import { contentStems, stemOf } from '../../../../language/english/lexicon.ts';
import type { Assertion } from '../../../../language/english/negation.ts';
import { findQuantities, type Quantity } from '../../../../language/quantity.ts';
import { headingsOf, isRaised, labelOf, type Passage, type Reading } from '../../text/reading.ts';
import { assertionAt, decide, passagesWith, type Statement } from '../../text/statements.ts';
import type { Claim } from '../claims/claim.ts';
import { factsOf } from '../facts/facts.ts';

const PEOPLE = new Set(
  ['employee', 'people', 'person', 'staff', 'headcount', 'worker', 'teammat', 'colleagu']
    .map(stemOf)
    .concat(['peopl', 'person', 'employe']),
);
const EMPLOYING =
  /\b(?:employ\w*|staff|workforce|headcount|team (?:of|size)|(?:we|company) (?:are|have|has|is)|we['’]re|company size|our team|a company of|people strong)\b/iu;

const SOME = String.raw`(?:(?:about|around|over|some|more than|nearly|approximately|almost|at least|up to|another|its|their|the|all)\s)*$`;
/** Who came, went or was served is not who is there. */
const CHANGED = new RegExp(
  String.raw`\b(?:(?:lay|lays|laid|laying)\soff|let\sgo(?:\sof)?|fir(?:e|es|ed|ing)|dismiss(?:es|ed)?|cut(?:s|ting)?|los(?:e|es|t|ing)|layoffs?\sof|shed|hir(?:e|es|ed|ing)|add(?:s|ed|ing)?|recruit(?:s|ed|ing)?|serv(?:e|es|ed|ing)|train(?:s|ed|ing)?|for\s(?:companies|firms|teams)\s(?:with|of))\s${SOME}`,
  'iu',
);
const HAD = new RegExp(String.raw`\b(?:had|employed)\s${SOME}`, 'iu');
/** A sum by which something changed is not the sum. */
const BY = new RegExp(String.raw`\bby\s${SOME}`, 'iu');

/** A number that a footnote or an exponent touches can be read in two ways. `at`: where the text it was read from begins. */
export const clear = (quantity: Quantity, { view }: Passage, at: number): Quantity =>
  isRaised(view, at + quantity.start, at + quantity.end) ? { ...quantity, plain: null, bound: 'unclear' } : quantity;

interface Count {
  quantity: Quantity;
  passage: Passage;
  assertion: Assertion;
  dated: string | null;
}

/** The numbers a page gives of a unit: the unit right after the number ("120 employees"), or in the label ("Employees: 120"). */
export function countsOf(reading: Reading, unit: readonly string[], about: readonly string[], currency: string | null): Count[] {
  const people = unit.some((stem) => PEOPLE.has(stem)) && unit.length === 1;
  const stated = people && currency === null ? headcounts(reading) : [];
  if (stated.length > 0) return stated;
  const wanted = people ? PEOPLE : new Set(unit);
  const lookup = people ? [...PEOPLE, ...['company', 'team', 'size', 'hire'].map(stemOf)] : [...unit, ...about];
  const found: Count[] = [];
  for (const passage of passagesWith(reading, lookup)) {
    if (
      !/\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|t\w+ty|[f-n]\w+ty|\w+teen)\b/iu.test(
        passage.text,
      )
    )
      continue;
    const label = labelOf(passage);
    const heads = headingsOf(passage.view)
      .slice(0, 1)
      .map(({ text }) => text);
    const context = new Set([label?.text ?? '', passage.text.length < 60 ? (heads[0] ?? '') : ''].flatMap(contentStems));
    const dates = findDates(passage.text);
    for (const quantity of findQuantities(passage.text, dates)) {
      if (quantity.currency !== currency) continue;
      const after = contentStems(quantity.unit.split(/\s(?:and|or|in|across|from|with|on|at|by|worldwide|who|that)\s?/u)[0] ?? '');
      const sizes = people && /\b(?:company|team|organi[sz]ation) size\b|\bhead ?count\b/iu.test(`${label?.text ?? ''} ${heads[0] ?? ''}`);
      const named = [...wanted].some((stem) => context.has(stem)) || sizes;
      const counted = people ? after.some((stem) => wanted.has(stem)) : unit.length > 0 && unit.every((stem) => after.includes(stem));
      const inWords =
        currency !== null &&
        [...unit, ...about].length > 0 &&
        [...unit, ...about].every((stem) => passage.tokens.some((token) => token.stem === stem) || context.has(stem));
      const team =
        people &&
        /\b(?:team|staff|workforce|headcount|employs|employing)\s(?:size\s)?(?:of|is|:)?\s?(?:about|around|over|some|more than|nearly|approximately|just|only)?\s*$/iu.test(
          passage.text.slice(0, quantity.start),
        ) &&
        after.length === 0;
      if (!(counted || inWords || team || (named && (after.length === 0 || people === false || sizes)))) continue;
      if (people && counted && !named && !sizes && !after.includes(stemOf('employee')) && !EMPLOYING.test(passage.text)) continue;
      // a span under a label may say from where to where: "Pages: 716 to 723"
      const stated = assertionAt(reading, passage, passage.start + quantity.start, passage.start + quantity.end);
      const lead = passage.text.slice(0, quantity.start);
      const assertion =
        stated === 'yes' && people && HAD.test(lead) ? 'past' : stated === 'yes' && (people ? CHANGED : BY).test(lead) ? 'unsure' : stated;
      const isPlace = quantity.bound === 'range' && currency === null && !people && !counted;
      const read = isPlace ? { ...quantity, plain: null, bound: 'unclear' as const } : clear(quantity, passage, passage.start);
      if (assertion) found.push({ quantity: read, passage, assertion, dated: dates.at(-1)?.high ?? null });
    }
  }
  return newest(found);
}

/** What may follow a number of people in a cell that gives the size of a company. */
const OF_PEOPLE =
  /^(?:(?:full[- ]?time|part[- ]?time|remote|current|active|global|total|team|fully|distributed|paid|core|talented|great|happy|technical)\s)*(?:employees?|people|persons?|staff|members?|teammates?|workers?|folks|humans?|professionals?|colleagues?|headcount|individuals?|ftes?|team members?|team|engineers?|developers?|world-?wide|globally|on linkedin|across|in total|as of|total|and (?:growing|counting)|or so|plus|strong|full|remote|at)\b/iu;

/** The size of the subject in a cell or section of that name: its first number, with nothing or people after it. */
function headcounts(reading: Reading): Count[] {
  const found: Count[] = [];
  for (const { value, start, passage, assertion: stated } of factsOf(reading, 'employees')) {
    if (stated === 'past') continue;
    // "1500-2000" in a cell of that name counts people
    const dates = /^\W*(?:(?:about|around|over|approximately|circa|more than)\s)?\d{4}(?!\d|-\d\d(?!\d))/iu.test(value)
      ? []
      : findDates(value);
    const [quantity] = findQuantities(value, dates).filter(
      ({ unit, currency }) => currency === null && (unit === '' || OF_PEOPLE.test(unit)),
    );
    if (!quantity) continue;
    const shift = start - passage.start;
    const assertion = assertionAt(reading, passage, start + quantity.start, start + quantity.end) ?? 'unsure';
    found.push({
      quantity: { ...clear(quantity, passage, start), start: quantity.start + shift, end: quantity.end + shift },
      passage,
      assertion,
      dated: null,
    });
    // a second cell counts only beside a first one in a table of several rows
    if (passage.view.tag !== 'td') break;
  }
  return found[0]?.passage.view.tag === 'td'
    ? found.filter(({ passage }) => passage.view.label === found[0]?.passage.view.label)
    : found.slice(0, 1);
}

/** Old counts are history: an undated one goes before them, else the latest. */
function newest(counts: Count[]): Count[] {
  const undated = counts.filter(({ dated }) => dated === null);
  if (undated.length > 0) return undated;
  const last = counts.reduce((max, { dated }) => (dated && dated > max ? dated : max), '');
  return counts.filter(({ dated }) => dated === last);
}

export function judgeNumber(reading: Reading, claim: Extract<Claim, { kind: 'number' }>): Statement[] {
  if (claim.unit.length === 0 && claim.about.length === 0) return [];
  return countsOf(reading, claim.unit, claim.about, claim.currency).map(({ quantity, passage, assertion }) => ({
    assertion:
      quantity.bound === 'unclear'
        ? 'unsure'
        : assertion === 'yes'
          ? decide(anyWithin((claim.any ?? [claim]).map(({ min, max }) => numberWithin(quantity, min, max))), assertion)
          : 'unsure',
    passage,
  }));
}
