import { anyWithin, type Constraint, daysWithin, numberWithin } from '../../../language/constraints/constraint.ts';
import { findConstraints } from '../../../language/constraints/find-constraints.ts';
import { boundedDate, findDates } from '../../../language/dates.ts';
import { contentStems } from '../../../language/english/lexicon.ts';
import { findQuantities, type Quantity } from '../../../language/quantity.ts';
import type { Proof, Question } from '../../judge/finding.ts';

type Bound = Extract<Constraint, { kind: 'number' | 'time' }>;

/** "Close to 100 metres" is a bound in words that the rules do not know: its number alone is not the bound. */
const isBounded = (words: string, { min, max, any, start }: Extract<Bound, { kind: 'number' }>) =>
  any !== undefined || min !== max || !/\b(?:than|to|by)\s*$/iu.test(words.slice(0, start));

/** The bounds on numbers and dates in a criterion; none where it has alternatives or a negation, which rules cannot decide. */
function boundsOf(label: string, description: string | null): Bound[] {
  for (const words of [label, description ?? '']) {
    const constraints = findConstraints(words);
    if (constraints.some(({ kind }) => kind === 'either' || kind === 'negation')) return [];
    const bounds = constraints.filter((one): one is Bound => one.kind === 'time' || (one.kind === 'number' && isBounded(words, one)));
    if (bounds.length > 0) return bounds;
  }
  return [];
}

/** A number that counts only a part ("and to the five succeeding", "another 12", "6 others") or is a share does not describe the whole. */
const PART_BEFORE = /\b(?:another|additional|further|other|next|last|first|previous|preceding|succeeding|every|each|per|one of|by)\s+$/iu;
const PART_AFTER =
  /^\s*(?:-\s*)?(?:%|percent\b|of\b|(?:\p{L}+\s)?(?:others?|more|additional|further|succeeding|following|subsequent|preceding|previous|remaining)\b)/iu;

const isWhole = (text: string, { start, end }: Quantity) =>
  !PART_BEFORE.test(text.slice(Math.max(0, start - 24), start)) && !PART_AFTER.test(text.slice(end, end + 40));

/** Miles are not converted to kilometres, and people are not always employees. */
const isSameUnit = ({ unit, currency }: Quantity, bound: Extract<Bound, { kind: 'number' }>, label: string) => {
  const units = new Set(contentStems(unit || label));
  return currency === bound.currency && contentStems(bound.unit).every((stem) => units.has(stem));
};

/** Two dates with a time between them; a year before a dash that begins a range; words that leave a range open. */
const BETWEEN = /^\s?(?:[–—-]|to|until|till|through|and)\s?$/iu;
const BEGUN = /(?<year>(?:1[5-9]|20)\d\d)\s?[–—-]\s?$/u;
const OPEN_BEFORE = /\b(?:since|from|starting(?: in)?)\s(?:the\s)?$/iu;
const OPEN_AFTER = /^\s?(?:[–—-]\s?(?:present|now|today|date|current|$|[),;.])|onwards?\b|to (?:date|the present|this day)\b)/iu;

/** The dates of a text, each range as one. */
function timesIn(text: string): { low: string; high: string }[] {
  const times: { start: number; end: number; low: string; high: string }[] = [];
  for (const found of findDates(text)) {
    const date = boundedDate(text, found);
    const before = text.slice(0, date.start);
    const last = times.at(-1);
    const isOpen = OPEN_BEFORE.test(before) || OPEN_AFTER.test(text.slice(date.end));
    const high = isOpen ? '9999-12-31' : date.high;
    const year = BEGUN.exec(before)?.groups?.year;
    if (last && BETWEEN.test(text.slice(last.end, date.start)) && (last.low <= date.high || last.high === '9999-12-31'))
      times[times.length - 1] = { ...last, end: date.end, high };
    else times.push({ ...date, high, ...(year && { low: `${year}-01-01` }) });
  }
  return times;
}

/** Whether each number or date of a clause is within a bound; null where that is open. */
const heldIn = (bound: Bound, clause: string, label: string): (boolean | null)[] =>
  bound.kind === 'time'
    ? timesIn(clause).map((time) => anyWithin((bound.any ?? [bound]).map(({ from, to }) => daysWithin(time, from, to))))
    : findQuantities(clause).map((quantity) =>
        quantity.bound === 'unclear' || !isWhole(clause, quantity) || !isSameUnit(quantity, bound, label)
          ? null
          : anyWithin((bound.any ?? [bound]).map(({ min, max }) => numberWithin(quantity, min, max))),
      );

/** The words for what a bound counts or dates. */
const aboutOf = ({ label }: Question, bound: Bound) =>
  new Set(
    contentStems(bound.kind === 'number' ? `${bound.about} ${bound.unit}` : bound.event || label).filter((stem) => !/\d/u.test(stem)),
  );

/** Whether a quote meets a bound: true or false when all numbers or dates in clauses about its subject agree; null when open. */
function heldBy(question: Question, bound: Bound, { quote, label }: Proof): boolean | null {
  const about = aboutOf(question, bound);
  const names = (text: string) => contentStems(text).some((stem) => about.has(stem));
  const clauses = quote.split(/[;•|]\s|[.!?]\s(?=\p{Lu})/u);
  const all = clauses.map((clause) => ({
    held: heldIn(bound, clause, label),
    isNamed: names(clause) || (clauses.length === 1 && names(label)),
  }));
  const first = all.find(({ held, isNamed }) => isNamed && held.length > 0)?.held[0] ?? null;
  // several dates, and the bound does not name its event: undecidable
  if (bound.kind === 'time' && bound.event === '' && all.flatMap(({ held }) => held).length > 1) return null;
  // null if any of them disagrees or is open
  return all.every(({ held }) => held.every((one) => one === first)) ? first : null;
}

/**
 * How the evidence of a verdict compares with the criterion's bounds. `met`: the verdict says that the criterion is met. `disputed`: why
 * the words contradict it; `isPlain`: they confirm all bounds.
 */
export function readBounds(question: Question, proof: Proof, met: boolean): { disputed: string | null; isPlain: boolean } {
  const bounds = boundsOf(question.label, question.description);
  const read = bounds.map((bound) => ({ bound, held: heldBy(question, bound, proof) }));
  const other = read.find(({ held }) => held === !met);
  const rest = bounds.reduce((text, { text: words }) => text.replace(words, ' '), question.label);
  return {
    disputed: other ? `By its words “${proof.quote.slice(0, 120)}” ${met ? 'breaks' : 'keeps'} the bound “${other.bound.text}”.` : null,
    isPlain: bounds.length > 0 && read.every(({ held }) => held === met) && contentStems(rest).length === 0,
  };
}
