import { anyWithin, type Constraint, daysWithin, findConstraints, numberWithin } from '../../language/constraint.ts';
import { boundedDate, findDates } from '../../language/dates.ts';
import { findQuantities, type Quantity } from '../../language/quantity.ts';
import type { Proof, Question } from '../judge/finding.ts';
import { contentStems } from '../judge/lexicon.ts';

type Bound = Extract<Constraint, { kind: 'number' | 'time' }>;

/** "Taller than 100 metres" bounds by a word that is not known here: its number alone is not what is asked. */
const isBounded = (words: string, { min, max, any, start }: Extract<Bound, { kind: 'number' }>) =>
  any !== undefined || min !== max || !/\b(?:than|to|by)\s*$/iu.test(words.slice(0, start));

/** The numbers and dates that a criterion bounds. A criterion that leaves a choice, or denies something, bounds none that a rule can hold it to. */
function boundsOf(label: string, description: string | null): Bound[] {
  for (const words of [label, description ?? '']) {
    const constraints = findConstraints(words);
    if (constraints.some(({ kind }) => kind === 'either' || kind === 'negation')) return [];
    const bounds = constraints.filter((one): one is Bound => one.kind === 'time' || (one.kind === 'number' && isBounded(words, one)));
    if (bounds.length > 0) return bounds;
  }
  return [];
}

/** A number that counts only a part ("and to the five succeeding", "another 12", "6 others") says nothing of the whole; nor does a share. */
const PART_BEFORE = /\b(?:another|additional|further|other|next|last|first|previous|preceding|succeeding|every|each|per|one of|by)\s+$/iu;
const PART_AFTER =
  /^\s*(?:-\s*)?(?:%|percent\b|of\b|(?:\p{L}+\s)?(?:others?|more|additional|further|succeeding|following|subsequent|preceding|previous|remaining)\b)/iu;

const isWhole = (text: string, { start, end }: Quantity) =>
  !PART_BEFORE.test(text.slice(Math.max(0, start - 24), start)) && !PART_AFTER.test(text.slice(end, end + 40));

/** A number in miles says nothing of one in kilometres without arithmetic, and people are not always employees. */
const isSameUnit = ({ unit, currency }: Quantity, bound: Extract<Bound, { kind: 'number' }>) => {
  const units = new Set(contentStems(unit));
  return currency === bound.currency && contentStems(bound.unit).every((stem) => units.has(stem));
};

/** Two dates that stand for the time between them. */
const BETWEEN = /^\s?(?:[–—-]|to|until|till|through|and)\s?$/iu;

/** The dates of a text, ranges as one. */
function timesIn(text: string): { low: string; high: string }[] {
  const dates = findDates(text).map((date) => boundedDate(text, date));
  const times: { start: number; end: number; low: string; high: string }[] = [];
  for (const date of dates) {
    const last = times.at(-1);
    if (last && BETWEEN.test(text.slice(last.end, date.start)) && last.low <= date.high) times[times.length - 1] = { ...last, end: date.end, high: date.high };
    else times.push(date);
  }
  return times;
}

/** What the numbers or dates of a clause say of a bound, each for itself; null where one leaves it open. */
const heldIn = (bound: Bound, clause: string): (boolean | null)[] =>
  bound.kind === 'time'
    ? timesIn(clause).map((time) => anyWithin((bound.any ?? [bound]).map(({ from, to }) => daysWithin(time, from, to))))
    : findQuantities(clause).map((quantity) =>
        quantity.bound === 'unclear' || !isWhole(clause, quantity) || quantity.currency !== bound.currency
          ? null
          : anyWithin((bound.any ?? [bound]).map(({ min, max }) => numberWithin(quantity, min, max))),
      );

/** The words that say what a bound counts or dates. */
const aboutOf = ({ label }: Question, bound: Bound) =>
  new Set(contentStems(bound.kind === 'number' ? `${bound.about} ${bound.unit}` : bound.event || label).filter((stem) => !/\d/u.test(stem)));

/**
 * What a rule reads in the very words that a verdict rests on: numbers or dates, in a clause that names what the criterion bounds, that all say otherwise than
 * the verdict. `met`: whether it says that the criterion is met. Null where the words hold none, or one that leaves it open: then only the model can read them.
 */
export function contradiction(question: Question, { quote, label }: Proof, met: boolean): string | null {
  const clauses = quote.split(/[;•|]\s|[.!?]\s(?=\p{Lu})/u);
  for (const bound of boundsOf(question.label, question.description)) {
    const about = aboutOf(question, bound);
    const names = (text: string) => contentStems(text).some((stem) => about.has(stem));
    const named = clauses.filter((clause) => names(clause) || (clauses.length === 1 && names(label)));
    // one number that fits, or may fit, anywhere in the quote is enough
    if (clauses.some((clause) => heldIn(bound, clause).some((held) => held !== !met))) continue;
    if (named.some((clause) => heldIn(bound, clause).length > 0))
      return `By its words “${quote.slice(0, 120)}” ${met ? 'breaks' : 'keeps'} the bound “${bound.text}”.`;
  }
  return null;
}
