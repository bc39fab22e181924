import type { FactPage, FactUnit } from '../fact-page.ts';
import type { Amount } from './amounts.ts';

// Tests which sum of a page is the price of its subject.

/** Words about sums for extras. */
const BESIDE =
  /\b(?:cots?|saunas?|coffees?|postcards?|drinks?|extra|tax(?:es)?|electricity|linen|towels?|hire|lockers?|garage|car park|cleaning|service charge|booking fee|surcharge|deposit|dogs?|pets?|parking|breakfast|supplement|postage|shipping|delivery|fine|raised|donat\w+|prize|worth|cheaper|was|instead of|rrp|off|discount|charity|vouchers?|audio ?guides?|add(?:ed|itional)?|further|every other|catalogue|guide ?book|(?:enrolment|registration|joining|booking) fee|instal?lments? of|seed|round|invest\w*|put in|capital|turnover|loan)\b/iu;
/** Words about prices that only some people pay. */
const REDUCED =
  /\b(?:reduced|concessions?|child(?:ren)?|kids?|babies|toddlers?|pupils?|under[- ](?:the age of )?\d+s?|up to (?:the age of )?\d+|\d+\s?(?:to|and|[–-])\s?\d+ years?|students?|seniors?|pensioners?|retired|over[- ]\d+s?|famil(?:y|ies)|groups?(?!\s(?:lesson|class|course|session|tour))|unwaged|juniors?|apprentices?|locals?|residents)\b/iu;
const WHOLE_PRICE = /\b(?:adults?|grown-?ups?|full(?:[- ](?:price|rate))?|standard|regular|normal(?:ly)?|from the age of|double)\b/iu;
const PRICE_LABEL =
  /\b(?:prices?|pric\w+|rates?|fees?|charges?|costs?|tariff|subscription|subs|rent|dues|membership|adults?|grown-?ups?|(?:per|a|for (?:the|one)) night|doubles?|singles?|tuition|tickets?|admission|entry|entrance|(?:winning|current|starting|highest) bid|sold for|what (?:we|it|you) \p{L}+|money|licen[cs]e)\b/iu;
const PRICE =
  /\b(?:costs?|pays?|price[ds]?|charges?|asks?|fees?|rents?|rates?|subs|subscriptions?|starts? at|sells? (?:for|at)|for sale|from|tickets?|admission|entrance|entry|is|are|only|just|one-off|licen[cs]e|adults?|grown-?ups?|come to|comes to)\s(?:[\p{L}’'-]+\s){0,3}$/iu;
/** “Ten euros a jar”: a price per something that is neither a period nor a person. */
const FOR_ANOTHER =
  /^(?:\p{L}+\s)?(?:an?|per|each|the)\s(?!calendar|night|day|hour|lesson|class|session|portion|scoop|slice|child|week|month|year|person|head|adult|kilo|kg|plot|place|seat|user|member|go\b|term|licen[cs]e|household|pitch|tent\b|room|double|copy|delegate|participant|student|visitor|guest|couple|course|weekend|season)[\p{L}-]+/iu;
/** “£185 for the whole course”, “150 € for all four Saturdays”, “€110 for the ten nights”. */
const FOR_ALL =
  /^for (?:the (?:whole|full|entire|complete)\b|(?:the|all|both|all the)\s(?:\p{L}+\s){0,2}(?:days?|evenings?|nights|mornings|weeks|weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days|sessions|lessons|classes|courses?|terms?|tours?|workshops?))/iu;

const HEAD = 10;

/** The words that belong to a sum: its label, and the words up to the next comma or mark. */
export const aboutSum = (unit: FactUnit, { before, after }: Pick<Amount, 'before' | 'after'>): string =>
  `${unit.label} ${
    before
      .slice(-25)
      .split(/[,;·|(]|\s[–—-]\s/u)
      .at(-1) ?? ''
  } ${after.slice(0, 30).split(/[,;.·|(]|(?:^|\s)[–—-]\s/u)[0] ?? ''}`;

const ROW_MAX = 6;
/** The first cell of the table row that contains a sum: “Adult”; '' outside tables. */
export function rowOf(units: readonly FactUnit[], i: number): string {
  const cell = units[i];
  let head = '';
  for (let k = i - 1; cell?.tag === 'td' && k >= 0 && i - k <= ROW_MAX; k--) {
    const before = units[k];
    if (before?.tag !== 'td' || before.label === cell.label) break;
    head = before.text;
  }
  return /\p{L}/u.test(head) ? head : '';
}

/** “A double with breakfast”: the extra is included in the price. */
const WITH =
  /\b(?:with|and|incl\w*|including|plus)\s(?:\p{L}+\s)?(?:breakfast|linen|towels?|parking|tax(?:es)?|cleaning|electricity|delivery|shipping|postage)\b|\bfree (?:delivery|shipping|postage|returns|breakfast|parking)\b/giu;
export const isBeside = (about: string): boolean => BESIDE.test(about.replace(WITH, ' '));
/** “Dogs in selected rooms, € 30 per night”: the price of an extra. */
export const isOfBeside = ({ text }: FactUnit): boolean =>
  /^(?:dogs?|pets?|parking|(?:underground )?car park|(?:underground )?garage|breakfast|half board|linen|towels|bikes?|bicycles?)\b(?! (?:included|free))/iu.test(
    text,
  );
export const isWhole = (about: string): boolean => WHOLE_PRICE.test(about);
export const isReduced = (about: string): boolean => REDUCED.test(about);
const withoutCurrency = (after: string) => after.replace(/^(?:euros?|pounds?|dollars?|francs?|[€£$])\s?/iu, '');
export const isForAnother = (after: string): boolean => FOR_ANOTHER.test(withoutCurrency(after));

/** Words of a heading whose sum is not a price. */
const REPORTS =
  /\b(?:rais\w*|fund\w*|worth|fin(?:e|es|ed)|invest\w*|million|billion|loan|grant|deal|prize|sale of|budget|debt|cuts?|pays?|wins?|won|under|over|below|than|best|top|sav(?:e|ings?)|deposit|vouchers?|gift|delivery|shipping|wages?|salary|minimum|fees?)\b/iu;
/** A heading that names the thing and its price: “Skate board, $60”. */
export const isPriceHeading = ({ text }: FactUnit, { before, after }: Pick<Amount, 'before' | 'after'>): boolean =>
  !REPORTS.test(text) &&
  ((/^\)?\s*$/u.test(after) && /[,;:·|–—(-]\s*(?:only\s)?\p{Sc}?$/u.test(before)) || (/^\W*$/u.test(before) && /^[·|,–—:-]/u.test(after)));

/** Whether a sum is the price, by its label, the words before it, and the person or period that it is for. */
export function isPrice(
  unit: FactUnit,
  { before, after, per, asked }: { before: string; after: string; per: string; asked: string },
): boolean {
  if (FOR_ALL.test(withoutCurrency(after))) return true;
  if (isForAnother(after)) return false;
  if (unit.label !== '' && !unit.isUnderName) return PRICE_LABEL.test(unit.label) || per !== '';
  // the first words of a line at the top of a page: “€329 Free delivery”
  if (/^\W*$/u.test(before) && unit.index < HEAD) return true;
  // a line that begins with the sum: “£185 in total”, “€64.90 · add to basket”, “€ 120, paper and boards included”
  if (/^\W*(?:eur|gbp|usd|chf)?\W*$/iu.test(before) && /^(?:$|[·|,;(–-]|each\b|all in\b|incl|including|in total|buy|add)/iu.test(after))
    return true;
  // “a double with breakfast is 78 euros”
  if (
    asked === 'night' &&
    per === '' &&
    PRICE.test(before) &&
    /\b(?:doubles?|singles?|rooms?|beds?|flats?|apartments?|nights?)\b[^,;]{0,25}$/iu.test(before)
  )
    return true;
  return (
    per !== '' || (asked === per && PRICE.test(before)) || unit.tokens.length <= 6 || PRICE_LABEL.test(`${unit.label} ${unit.heading}`)
  );
}

/** How the label or heading of a sum names its period. */
const SPAN_LABEL: Readonly<Record<string, RegExp>> = {
  month: /\b(?:rent|monthly|month|pcm|salary|pay)\b/iu,
  year: /\b(?:annual|annually|yearly|year|membership|subscriptions?|subs|dues)\b/iu,
  hour: /\b(?:hourly|hour)\b/iu,
  week: /\b(?:weekly|week)\b/iu,
};
/** Whether a sum without a period is for the period that is asked. */
export const isForSpan = (unit: FactUnit, asked: string, about: string): boolean =>
  SPAN_LABEL[asked]?.test(`${unit.label} ${unit.heading} ${about}`) ?? true;

const FREE =
  /\b(?:free of charge|costs? (?:you )?nothing|no (?:charge|(?:entrance |admission )?fee)|gratis|for free|nobody pays|no one pays|pays? nothing|free to (?:use|join|attend|enter)|(?:entry|entrance|admission|access) (?:is )?free|free (?:entry|entrance|admission))\b|^(?:an? |entirely |completely |always )?free(?=$|[.,;!–-]|\s(?:for|to|on|and|software|course|class|programme|workshop|museum|event|tour|app|tool)\b)|\b(?:a|is|are) free (?:\S+ )?(?:course|class|lesson|ticket|entry|software|tool|programme?)/iu;
/** Sentences about the thing itself being free, not something else. */
const OF_ITSELF =
  /^(?:(?:the |our )?(?:entry|entrance|admission|access|visit(?:ing)?|tickets?|it|this|that|taking part|joining|membership|everything|use|museum|course|software|app|programme?|service|garden|park|grounds?|collection)\b|(?:it['’]s|always|entirely|completely|an?)\b|free\b|gratis\b|no charge|costs? nothing|nothing\b|nobody|no one|you pay)/iu;

/** “Free entry for members”, “admission is free with the city card”. */
const FREE_FOR_SOME =
  /\bfree(?: of charge)?(?: (?:entry|entrance|admission|access))?\s(?:for (?!(?:all|every(?:one|body)|visitors|guests)\b)|with|on|if|when|until|till|after|before|during)\b/iu;

/** The sentences that say that the thing is free of charge. */
export function freeIn(read: FactPage): FactUnit[] {
  const names =
    `${read.title} ${read.heading.text}`
      .toLowerCase()
      .match(/[\p{L}\p{N}-]+/gu)
      ?.slice(0, 20) ?? [];
  return read.units.filter((unit) => {
    if (unit.isHeading || !FREE.test(unit.text) || FREE_FOR_SOME.test(unit.text) || isBeside(`${unit.label} ${unit.text}`)) return false;
    if (isReduced(`${unit.label} ${unit.text}`) || /\b(?:first|last|on) (?:mon|tues|wednes|thurs|fri|satur|sun)day/iu.test(unit.text))
      return false;
    const isOfTitle = names.some((name) => name.length > 2 && unit.text.toLowerCase().startsWith(`${name} `));
    return unit.label === '' || unit.isUnderName ? isOfTitle || OF_ITSELF.test(unit.text) : PRICE_LABEL.test(unit.label);
  });
}
