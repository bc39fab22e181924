import type { NumberAsk } from '../../../../language/asks/ask.ts';
import { perIn } from '../../../../language/asks/spans.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { isStatedAt } from '../said.ts';
import { hitOf, type Term, termOf } from '../terms.ts';
import { amountsOf, inUnits, type NumberFact } from './amounts.ts';

const PAY =
  /\b(?:salary|hourly|rate|pay|pays|gross|wages?|compensation|earn|income|remuneration|per year|a year|an hour|per hour|p\.?a\.?)\b/iu;
/** Sums of something beside the thing itself. */
const BESIDE =
  /\b(?:extra|tax(?:es)?|electricity|linen|towels?|hire|lockers?|cleaning|service charge|booking fee|surcharge|deposit|dogs?|pets?|parking|breakfast|supplement|under \d+|famil(?:y|ies)|children|students?|concessions?|postage|shipping|delivery|fine|raised|donat\w+|prize|worth)\b/iu;
/** A sum as large, of a job, is its pay for a year. */
const SALARY = 10_000;
const FREE =
  /\b(?:free of charge|costs? nothing|no (?:charge|fee)|gratis|for free|nobody pays|no one pays|pays? nothing|free to (?:use|join|attend|enter))\b|^(?:an? |entirely |completely )?free\b|\b(?:a|is|are) free (?:\S+ )?(?:course|class|lesson|ticket|entry|software|tool|programme?)/iu;
/** Sums for one span of work as sums for a year. */
const YEARLY: Record<string, number> = { year: 1, month: 12, week: 52, hour: 1700 };

const GAIN = /^(?:rais|revenue|turnover|fund|budget|worth|valued|earn)/iu;
/** “A night is 21 euros”. */
const CLAUSE = /[^.,;:]{1,25}$/u;
const PRICE_LABEL =
  /\b(?:prices?|pric\w+|rates?|fees?|charges?|costs?|tariff|subscription|subs|rent|dues|membership|adults?|(?:per|a|for (?:the|one)) night|doubles?|singles?|tuition|tickets?|admission|entry|what (?:we|it|you) \p{L}+|money|licen[cs]e)\b/iu;
const PRICE =
  /\b(?:costs?|pays?|price[ds]?|charges?|asks?|fees?|rents?|rates?|subs|subscriptions?|starts? at|sells? (?:for|at)|for sale|from|tickets?|admission|is|are|only|just|one-off|licen[cs]e)\s(?:[\p{L}’'-]+\s){0,3}$/iu;
/** “Ten euros a jar”: what it is for, where that is neither a span nor a person. */
const FOR_ANOTHER =
  /^(?:\p{L}+\s)?(?:an?|per|each|the)\s(?!night|day|hour|lesson|class|session|portion|scoop|slice|child|week|month|year|person|head|adult|kilo|kg|plot|place|seat|user|member|go\b|term|licen[cs]e|household|pitch|tent\b|room|double|copy)[\p{L}-]+/iu;

/** Whether a sum is what the thing costs: by its label, by the words before it, by for whom or how long it is. */
function isPrice(
  unit: FactUnit,
  { before, after, per, isAsked }: { before: string; after: string; per: string; isAsked: string },
): boolean {
  if (FOR_ANOTHER.test(after.replace(/^(?:euros?|pounds?|dollars?|[€£$])\s?/iu, ''))) return false;
  if (unit.label !== '') return PRICE_LABEL.test(unit.label);
  // “£185 for the whole course”, “€64.90 · add to basket”
  if (
    /^\W*(?:eur|gbp|usd|chf)?\W*$/iu.test(before) &&
    /^(?:$|[·|,;(–-]|for the (?:whole|full|entire|complete)|each\b|all in\b|incl|including|in total|buy|add)/iu.test(after)
  )
    return true;
  return per !== '' || (isAsked === per && PRICE.test(before)) || unit.tokens.length <= 6 || PRICE_LABEL.test(unit.heading);
}

const FEW = 2;
/** What a page that names one sum may name it for, beside its subject. */
const ELSE =
  /\b(?:bought|built|sold|restored|renovated|invested|won|beers?|wine|coffee|tea|drinks?|tram|bus|trains?|taxi|ferry|parking|wi-?fi|internet|water|shuttle|bikes?)\b/iu;

/** Sums of money that are asked for: what it pays where that is asked, else what it costs. */
export function moneyIn(read: FactPage, ask: NumberAsk, noun: string): NumberFact[] {
  const asked = ask.noun === '' ? null : termOf(ask.noun, ['noun']);
  const kind = noun === '' ? null : termOf(noun, ['noun']);
  const speaks = (unit: FactUnit, term: Term) => [unit, unit.over].some((one) => (hitOf(one, term)?.sure ?? 0) >= 0.85);
  const isPay =
    ask.attributes.some((word) => /^(?:pay|salar|earn|wage)/iu.test(word)) ||
    (ask.min !== null &&
      (ask.per === 'year' || (/^(?:job|vacanc(?:y|ies)|position|post|internship|apprenticeship)s?$/iu.test(noun) && ask.per !== '')));
  const asYearly = YEARLY[ask.per || 'year'] ?? 1;
  // what it raised or earned is no price
  const gains = ask.attributes.filter((word) => GAIN.test(word)).map((word) => termOf(word));
  // a page that names few sums names its price
  const isFew =
    new Set(
      read.units.flatMap((unit) =>
        amountsOf(unit)
          .filter(({ currency }) => currency && currency !== '%')
          .map(({ low }) => low),
      ),
    ).size <= FEW;
  const found = read.units.flatMap((unit): NumberFact[] => {
    if (unit.isHeading) return [];
    return amountsOf(unit).flatMap((amount): NumberFact[] => {
      const { currency, before, after } = amount;
      if (!currency || currency === '%' || (ask.currency && currency !== ask.currency)) return [];
      if (!isStatedAt(read, unit, amount.start, amount.end)) return [];
      const per = perIn(` ${after}`) || perIn(` ${unit.label}`) || perIn(` ${CLAUSE.exec(before)?.[0] ?? ''}`);
      const fact = (by: number): NumberFact[] => [{ ...inUnits(amount, by), per, unit, rank: unit.label ? 0 : unit.isLead ? 1 : 2 }];
      if (isPay) {
        const yearly = YEARLY[per || (/year|annual|gross a year|p\.?a\b/iu.test(unit.text) ? 'year' : '')];
        const isMeant = PAY.test(`${unit.label} ${unit.heading} ${unit.text}`) || /^(?:li|td|dd)$/u.test(unit.tag) || amount.low >= SALARY;
        return isMeant && (yearly || per === '') ? fact((yearly ?? asYearly) / asYearly) : [];
      }
      if (ask.per && per && per !== ask.per && !(per === 'person' && ask.per === 'night')) return [];
      if (gains.length > 0 && /\bby\s$/iu.test(before)) return [];
      if (gains.length > 0) return gains.every((term) => speaks(unit, term)) ? fact(1) : [];
      if (asked) return speaks(unit, asked) ? fact(1) : [];
      if (
        BESIDE.test(
          `${unit.label} ${before
            .slice(-25)
            .split(/[,;·|(]/u)
            .at(-1)} ${after.slice(0, 25).split(/[,;.·|(]/u)[0]}`,
        )
      )
        return [];
      const isMeant =
        (isFew && unit.label === '' && (per !== '' || ask.per === '') && !FOR_ANOTHER.test(after) && !ELSE.test(unit.text)) ||
        isPrice(unit, { before, after, per, isAsked: ask.per }) ||
        (ask.min !== null && kind !== null && speaks(unit, kind));
      return isMeant ? fact(1) : [];
    });
  });
  if (isPay || asked || gains.length > 0 || ask.min !== null) return found;
  const free = read.units.filter(
    (unit) =>
      FREE.test(unit.text) &&
      !BESIDE.test(unit.text) &&
      !ELSE.test(unit.text) &&
      (unit.isLead ||
        unit.label !== '' ||
        unit.tokens.length < 9 ||
        /\b(?:costs? nothing|free of charge|(?:nobody|no one) pays)/iu.test(unit.text)),
  );
  return [...found, ...free.map((unit): NumberFact => ({ low: 0, high: 0, plain: null, isUnclear: false, size: 1, unit, rank: 1 }))];
}
