import type { NumberAsk } from '../../../../language/asks/ask.ts';
import { daysIn, measureOf, perIn } from '../../../../language/asks/spans.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { isStatedAt } from '../said.ts';
import { hitOf, termOf } from '../terms.ts';
import { amountsOf, inUnits, type NumberFact } from './amounts.ts';

const rankOf = (unit: FactUnit): 0 | 1 | 2 => (unit.label ? 0 : unit.isLead || unit.tag === 'h1' ? 1 : 2);

const NOT_LONG =
  /^\S+\s(?:of (?:experience|practice|age|holiday|history|leave|annual)|ago|old|a (?:week|day|month|year)|per (?:week|day|month|year)|away|earlier|later|on foot|walk|by (?:bus|train|car)|from|notice|before|after)\b/iu;
const NOT_BEFORE = /\b(?:after|within|last|past|since|for the (?:last|past)|every|aged?|under|notice|next)\s$/iu;
const LASTS =
  /^(?:duration|length|time|total(?: time)?|ready in|takes|cooking time|prep(?:aration)?(?: time)?|runs?|term|age(?:ing|d)?|matur(?:ed|ation|ing)|ripen(?:ed|ing))/iu;
const WHOLE = /total|^time|duration|length|^age|^matur|^ripen/iu;
const LASTING = /\b(?:takes?|lasts?|runs?|ready|on the table|done|in|over|course|programme|program|bootcamp|lessons?|weekend|for)\b/iu;

/** Durations in days: what the thing takes or lasts, or what another verb of the criterion says (“aged”). */
export function timesIn(read: FactPage, { attributes, noun, per }: NumberAsk): NumberFact[] {
  if (per) return ratesIn(read, noun, per);
  const verbs = attributes.filter((word) => !/^(?:takes?|lasts?|runs?|taking|lasting)$/iu.test(word)).map((word) => termOf(word));
  return read.units.flatMap((unit): NumberFact[] => {
    if (unit.isHeading && unit.tag !== 'h1') return [];
    return amountsOf(unit).flatMap((amount): NumberFact[] => {
      const [word = ''] = amount.after.replace(/^(?:working|business|calendar|full|whole|long|short)\s/iu, '').split(/[\s/,.;)]+/u);
      const days = daysIn(word) ?? daysIn(word.split('-').at(-1) ?? '');
      if (!days || NOT_LONG.test(amount.after) || (verbs.length === 0 && NOT_BEFORE.test(amount.before))) return [];
      if (!isStatedAt(read, unit, amount.start, amount.end)) return [];
      const fact = (rank: 0 | 1 | 2): NumberFact[] => [{ ...inUnits(amount, days), unit, rank }];
      if (verbs.length > 0) {
        const isSaid = verbs.every((verb) => hitOf(unit, verb) !== null || hitOf(unit.over, verb) !== null);
        return isSaid ? fact(rankOf(unit)) : [];
      }
      const isLabelled = LASTS.test(unit.label);
      if (!isLabelled && !unit.isLead && unit.tag !== 'h1' && !LASTING.test(unit.text)) return [];
      return fact(isLabelled ? (WHOLE.test(unit.label) ? 0 : 1) : unit.isLead || unit.tag === 'h1' ? 1 : 2);
    });
  });
}

/** Durations per period: hours a week. */
function ratesIn(read: FactPage, noun: string, per: string): NumberFact[] {
  const size = daysIn(noun);
  return read.units.flatMap((unit): NumberFact[] => {
    if (unit.isHeading || size === undefined) return [];
    const over = `${unit.label} ${unit.heading}`;
    return amountsOf(unit).flatMap((amount): NumberFact[] => {
      const [word = ''] = amount.after.split(/[\s/,.;)]+/u);
      const own = perIn(` ${amount.after.slice(0, 25)}`) || perIn(` ${amount.before.slice(-25)}`);
      // “full-time, 40 hours”, “a 38-hour week”
      const isWhole =
        per === 'week' && own === '' && FULL_TIME.test(amount.before) && WEEKLY.test(amount.after) && amount.low >= 8 && amount.high <= 60;
      const isNamed = own === per || isWhole || (own === '' && (perIn(` ${over}`) === per || LABELLED_RATE.test(unit.label)));
      if (!isNamed || (daysIn(word) !== size && !(word === '' && hasUnit(unit.label, size)))) return [];
      if (!isStatedAt(read, unit, amount.start, amount.end)) return [];
      return [{ ...inUnits(amount, size), unit, rank: rankOf(unit) }];
    });
  });
}

const FULL_TIME = /\b(?:(?:full|part)[- ]time|we work|working (?:time|hours))\W{0,3}$/iu;
const WEEKLY = /^hours?(?:$|[,.;)]|\s(?:from|over|between|spread|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b)/iu;
const LABELLED_RATE = /^(?:(?:working|weekly|your|the)\s)?(?:hours|week|time|working time)\b/iu;
const hasUnit = (label: string, size: number) => label.split(/\s+/u).some((word) => daysIn(word) === size);

const ANOTHER = /\b(?:per|every|from|away|apart|wide|deep|thick|spread|distance|walk|drive)\b/iu;
/** Parts of a house and its grounds have areas of their own. */
const PART = /\b(?:balcony|terrace|garden|cellar|plot|yard|kitchen|bedroom|garage)\b/iu;
const OWN = /tall|high|height|weigh|mass|size|capacity|length/iu;

/** Lengths, masses and other measures, in base units. */
export function measuresIn(read: FactPage, { of, noun }: NumberAsk): NumberFact[] {
  const term = noun === '' ? null : termOf(noun, ['noun']);
  return read.units.flatMap((unit): NumberFact[] => {
    if (unit.isHeading && unit.tag !== 'h1') return [];
    return amountsOf(unit).flatMap((amount): NumberFact[] => {
      const measure = measureOf(amount.after);
      if (!measure || measure.of !== of || amount.currency || !isStatedAt(read, unit, amount.start, amount.end)) return [];
      if (term && hitOf(unit, term) === null && hitOf(unit.over, term) === null) return [];
      if (of === 'area' && PART.test(`${unit.label} ${amount.before.slice(-25)}`)) return [];
      if (ANOTHER.test(`${unit.label} ${amount.after.slice(0, 18)}`) && !OWN.test(unit.label)) return [];
      return [{ ...inUnits(amount, measure.size), unit, rank: rankOf(unit) }];
    });
  });
}
