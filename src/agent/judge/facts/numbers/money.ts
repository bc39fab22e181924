import type { NumberAsk } from '../../../../language/asks/ask.ts';
import { perIn } from '../../../../language/asks/spans.ts';
import { rateBetween } from '../../../../language/currencies.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { isPlainlySaid, isStatedAt } from '../said.ts';
import { hitOf, type Term, termOf } from '../terms.ts';
import { type Amount, amountsOf, inUnits, type NumberFact } from './amounts.ts';
import {
  aboutSum,
  freeIn,
  isBeside,
  isForAnother,
  isForSpan,
  isOfBeside,
  isPrice,
  isPriceHeading,
  isReduced,
  isWhole,
  rowOf,
} from './prices.ts';

const PAY =
  /\b(?:salary|hourly|rate|pay|pays|gross|wages?|compensation|earn|income|remuneration|per year|a year|an hour|per hour|p\.?a\.?)\b/iu;
/** A sum of at least this much in a job advert is the yearly pay. */
const SALARY = 10_000;
/** How many of each period of work are in a year. */
const YEARLY: Record<string, number> = { year: 1, month: 12, week: 52, hour: 1700 };
/** Bounds for converting hourly pay: a part-time post works at least PART_TIME of full time, a long week at most LONG_WEEKS times. */
const [PART_TIME, LONG_WEEKS] = [0.2, 1.2];
const FULL_TIME = /\bfull[- ]time\b|\b(?:3[5-9]|4[0-8])(?:[.,]5)?[\s-]?(?:hours?|h)\s?(?:\/\s?|an?\s|per\s|each\s)week\b/iu;
const PRO_RATA = /\bon the basis of \d+ hours|\(so pro[- ]rata\)|\bpro[- ]rata (?:for|to|of)\b|\bfull[- ]time equivalent\b/iu;
const LENGTH = 20_000;
const GAIN = /^(?:rais|revenue|turnover|fund|budget|worth|valued|earn)/iu;
/** The words before a sum in its clause, which may name the period: “A night is 21 euros”. */
const CLAUSE = /[^.,;:]{1,25}$/u;
/** “A ticket under 7 euros” asks for the price of the thing itself. */
const OWN_PRICE = /^(?:tickets?|admission|entry|entrance|price|cost|fee|charge|entrance fee)$/iu;
/** What is paid for by the hour. */
const HOURLY = /^(?:lesson|tutor|teacher|job|hire|hall|room|court|studio|workshop|yard|plumber|electrician|cleaner|repair)/iu;

/** The price of admission, even if something else is free. */
const TICKET = /\b(?:tickets?|admission|entry|entrance)\b/iu;
const FEW = 2;
/** What the only sum of a page may be for instead of its subject. */
const ELSE =
  /\b(?:bought|built|sold|restored|renovated|invested|won|beers?|wine|coffee|tea|drinks?|tram|bus|trains?|taxi|ferry|parking|wi-?fi|internet|water|shuttle|bikes?)\b/iu;

/** The page's own heading is one of this many first units. */
const HEAD = 5;

type Priced = NumberFact & { isOther: boolean; isReduced: boolean; isWhole: boolean };

/** The sums of money that are asked for: the pay if that is asked, else the price. */
export function moneyIn(read: FactPage, ask: NumberAsk, noun: string): NumberFact[] {
  const asked = ask.noun === '' || OWN_PRICE.test(ask.noun) ? null : termOf(ask.noun, ['noun']);
  const kind = noun === '' ? null : termOf(noun, ['noun']);
  const speaks = (unit: FactUnit, term: Term) => [unit, unit.over].some((one) => (hitOf(one, term)?.sure ?? 0) >= 0.85);
  const isPay =
    ask.attributes.some((word) => /^(?:pay|salar|earn|wage)/iu.test(word)) ||
    (ask.min !== null &&
      (ask.per === 'year' || (/^(?:job|vacanc(?:y|ies)|position|post|internship|apprenticeship)s?$/iu.test(noun) && ask.per !== '')));
  const asYearly = YEARLY[ask.per || 'year'] ?? 1;
  // money raised or earned is no price
  const gains = ask.attributes.filter((word) => GAIN.test(word)).map((word) => termOf(word));
  const isFew = namesFew(read);
  const isFullTime = isPay && FULL_TIME.test(read.page.text.slice(0, LENGTH));
  const found = read.units.flatMap((unit, i): Priced[] => {
    const sums = amountsOf(unit);
    const isTitle = (unit.tag === 'h1' || unit.text === read.page.title) && unit.index < HEAD && sums.length === 1;
    if (unit.isHeading && !isTitle) return [];
    return sums.flatMap((amount): Priced[] => {
      if (isTitle && !isPriceHeading(unit, amount)) return [];
      const { currency, before, after } = amount;
      const rate = currency && currency !== '%' ? rateFor(currency, ask) : null;
      if (!rate || !(isStatedAt(read, unit, amount.start, amount.end) || isCharged(read, unit, amount))) return [];
      const per = perIn(` ${after}`) || perIn(` ${unit.label}`) || perIn(` ${CLAUSE.exec(before)?.[0] ?? ''}`);
      const about = `${rowOf(read.units, i)} ${aboutSum(unit, amount)}`;
      const fact = (by: number): Priced[] => [
        {
          ...inCurrency(amount, rate, by),
          ...{ per, unit, rank: unit.label || isTitle ? 0 : unit.isLead ? 1 : 2 },
          ...{ isOther: rate !== SAME, isReduced: isReduced(about), isWhole: isWhole(about) },
        },
      ];
      if (isPay) {
        const yearly = YEARLY[per || (/year|annual|gross a year|p\.?a\b/iu.test(unit.text) ? 'year' : '')];
        const isMeant = PAY.test(`${unit.label} ${unit.heading} ${unit.text}`) || /^(?:li|td|dd)$/u.test(unit.tag) || amount.low >= SALARY;
        if (!isMeant || !(yearly || per === '')) return [];
        const [one] = fact((yearly ?? asYearly) / asYearly);
        if (!one) return [];
        const isHourly = per === 'hour' && ask.per !== 'hour';
        const isPart = (isHourly && !isFullTime) || PRO_RATA.test(unit.text);
        return [
          {
            ...one,
            ...(isPart && { low: one.low * PART_TIME, plain: null }),
            ...(isHourly && { high: one.high * LONG_WEEKS, plain: null }),
          },
        ];
      }
      if (ask.per && per && per !== ask.per && !(per === 'person' && ask.per === 'night')) return [];
      if (gains.length > 0 && /\bby\s$/iu.test(before)) return [];
      if (gains.length > 0) return gains.every((term) => speaks(unit, term)) ? fact(1) : [];
      if (asked) return speaks(unit, asked) ? fact(1) : [];
      if (isBeside(about) || isOfBeside(unit) || (per === '' && !isForSpan(unit, ask.per, about))) return [];
      if (ask.per === '' && /^(?:hour|word|kilo|litre)$/u.test(per) && !HOURLY.test(noun)) return [];
      const isMeant =
        isTitle ||
        (isFew && unit.label === '' && (per !== '' || ask.per === '') && !isForAnother(after) && !ELSE.test(unit.text)) ||
        isPrice(unit, { before, after, per, asked: ask.per }) ||
        (kind !== null && (ask.min === null ? (hitOf(unit.over, kind)?.sure ?? 0) >= 0.85 : speaks(unit, kind)));
      return isMeant ? fact(1) : [];
    });
  });
  if (isPay || asked || gains.length > 0) return found;
  const named = found.filter(({ unit }) => unit.tag === 'h1' || unit.text === read.page.title);
  if (named.length > 0) return named;
  const paid = whole(found);
  const free =
    ask.min === null && paid.every(({ unit, isWhole }) => unit.label === '' && !isWhole && !TICKET.test(unit.text)) ? freeIn(read) : [];
  // “entrance is free” takes precedence over “prints start at 60 euros”
  return free.length > 0 ? free.map((unit) => ({ low: 0, high: 0, plain: '0', isUnclear: false, size: 1, unit, rank: 1 })) : paid;
}

const SAME = [1, 1] as const;
function rateFor(currency: string, ask: NumberAsk): readonly [least: number, most: number] | null {
  return !ask.currency || currency === ask.currency ? SAME : rateBetween(currency, ask.currency);
}

/** A sum in the currency that is asked; converted ones range from the lowest to the highest rate. */
function inCurrency(amount: Amount, rate: readonly [least: number, most: number], by: number): Omit<NumberFact, 'unit' | 'rank'> {
  const sum = inUnits(amount, by);
  return rate === SAME ? sum : { ...sum, low: sum.low * rate[0], high: sum.high * rate[1], plain: null };
}

/** Prefers sums in the currency that is asked, and among them the full price over reduced prices. */
function whole(all: readonly Priced[]): Priced[] {
  const own = all.some(({ isOther }) => !isOther) ? all.filter(({ isOther }) => !isOther) : all;
  const full = own.filter((one) => one.isWhole && !one.isReduced);
  const most = own.filter((one) => !one.isReduced);
  return full.length > 0 ? full : most;
}

/** “Repairs are charged at €52 an hour”: a price whatever the sentence's subject is. */
const CHARGED = /\b(?:costs?|is|are|pays?|priced|charged?(?: at)?|at|for|from|only)\s(?:[\p{L}’'-]+\s){0,2}$/iu;
const isCharged = (read: FactPage, unit: FactUnit, { start, end, before }: Amount) =>
  CHARGED.test(before) && isPlainlySaid(read, unit, start, end);

/** Whether a page names so few sums that they must be its price. */
const namesFew = ({ units }: FactPage) =>
  new Set(units.flatMap((unit) => amountsOf(unit).flatMap(({ currency, low }) => (currency && currency !== '%' ? low : [])))).size <= FEW;
