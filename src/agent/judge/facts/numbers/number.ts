import { type Answer, type NumberAsk, OPEN } from '../../../../language/asks/ask.ts';
import { anyWithin, numberWithin } from '../../../../language/constraints/constraint.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { amountsOf, inUnits, type NumberFact } from './amounts.ts';
import { countsIn } from './counts.ts';
import { measuresIn, timesIn } from './measures.ts';
import { moneyIn } from './money.ts';
import { aboutSum, isBeside, isReduced } from './prices.ts';

/** The numbers that a page gives for what is asked, plainest first. */
export function numbersFor(read: FactPage, ask: NumberAsk, noun: string): NumberFact[] {
  const readNumbers = ask.of === 'money' ? moneyIn : ask.of === 'time' ? timesIn : ask.of === 'count' ? countsIn : measuresIn;
  return readNumbers(read, ask, noun).sort((a, b) => a.rank - b.rank || a.unit.index - b.unit.index);
}

/** Whether any sum of the page meets the bounds, whatever it is for. */
const namesSum = ({ units }: FactPage, { currency, of }: NumberAsk, within: (one: NumberFact) => boolean | null) =>
  of === 'money' &&
  units.some((unit) =>
    amountsOf(unit).some((amount) => {
      const about = aboutSum(unit, amount);
      const isOwn = amount.currency === currency && !isReduced(about) && !isBeside(about);
      return isOwn && within({ ...inUnits(amount, 1), unit, rank: 2 }) === true;
    }),
  );

/** Judges whether the page's number meets the bounds that are asked. */
export function answerNumber(read: FactPage, asked: NumberAsk, noun: string): Answer {
  const ask = asked.of === 'count' && asked.noun === '' ? { ...asked, noun } : asked;
  const all = numbersFor(read, ask, noun);
  const [plainest] = all;
  if (!plainest) return OPEN;
  const bounds = ask.any ?? [ask];
  const within = (one: NumberFact): boolean | null => anyWithin(bounds.map(({ min, max }) => numberWithin(one, min, max)));
  const yes = (unit: FactUnit): Answer => ({ says: 'yes', unit, why: 'the number is within the bound' });
  const no = (unit: FactUnit): Answer => ({ says: 'no', unit, why: 'the number is beyond the bound' });
  const open = (unit: FactUnit): Answer => ({ ...OPEN, unit });
  if (ask.of === 'money') {
    const near = all.filter(({ rank }) => rank <= Math.max(1, plainest.rank));
    const met = near.find((one) => within(one) === true);
    // the first sum is the price
    if (met && ask.max !== null && within(plainest) === false)
      return { says: 'part', unit: met.unit, why: 'some of its prices are within the bound' };
    if (met) return yes(met.unit);
    return all.every((one) => within(one) === false) && !namesSum(read, ask, within) ? no(plainest.unit) : open(plainest.unit);
  }
  const same = all.filter(({ rank }) => rank === plainest.rank);
  const held = same.map(within);
  if (held[0] === true) return yes(plainest.unit);
  if (held[0] === false && !held.includes(true))
    return plainest.rank === 2 && !read.isShort ? { ...OPEN, unit: plainest.unit } : no(plainest.unit);
  return open(plainest.unit);
}
