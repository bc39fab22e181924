import { type Answer, type Ask, OPEN } from '../../../../language/asks/ask.ts';
import { MONTHS } from '../../../../language/asks/month.ts';
import { isAsked } from '../../../../language/english/negation.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|Christmas|Easter|New Year)';
/** “5 December – 6 April”, “from March until the middle of October”, “in November”. */
const SPAN = new RegExp(
  String.raw`\b(?<from>${MONTH})\b\.?(?:\s(?:19|20)\d\d)?(?:\s?(?:to|–|-|through|until|till)\s?(?:the\s)?(?:(?:end|middle|beginning|start) of\s|mid-?\s?|late\s|early\s)?(?:\p{L}+day,?\s)?(?:\d{1,2}\.?\s)?(?<to>${MONTH})\b)?`,
  'giu',
);
const ALL_YEAR =
  /\b(?:all (?:the )?year|year[- ]round|(?:the )?whole year|365 days|every day of the year|all (?:twelve|12) months|(?:never|do(?:es)? not|don['’]t) close|in (?:any|every|all) seasons?|twelve months (?:a|of the) year|36[0-4] days|never closed|open (?:in )?(?:summer and winter|winter and summer))\b/iu;
const OPEN_THEN = /\b(?:open|opens|opening|season|hours|welcome)\b/iu;
const OPEN_LABEL = /\b(?:open\w*|season|hours|dates|daily|guests|stay|visit\w*|summer|winter|period|months?|when)\b/iu;
/** “We are not open all year round”. */
const DENIED = /(?:\b(?:not|never|cannot)\b|n['’]t\b)[^.;,]{0,30}$/iu;
/** Parts that may have other opening times than the whole. */
const PART =
  /^(?:the|our|its)\s(?:\p{L}+\s)?(?<part>café|cafe|kitchen|restaurant|shop|bar|terrace|pool|garden|sauna|library|tower|kiosk|ticket office|beer garden|tearoom)(?!\p{L})/iu;
const SHUT_THEN =
  /\b(?:closed?|closes|shut|except(?: for)?|bar|but not|holidays?|break|rest)\b(?:(?!day\b|days\b|\p{L}+day)[^.;,]){0,40}$/iu;
const STARTS =
  /\b(?:start(?:s|ing)?|begin(?:s|ning)?|first (?:day|night|evening|lesson|session|class|meeting|date)|commenc\w*|kicks? off|terms?|course dates|dates|intakes?|enrol\w*|next course|when|runs?|filled from|as of|from)\b/iu;

/** The number of characters before a month that may say that it is closed then. */
const BEFORE = 70;
const FEASTS: Record<string, number> = { christmas: 12, easter: 4, 'new year': 1 };
const numberOf = (name: string) =>
  FEASTS[name.toLowerCase()] ?? MONTHS.findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3))) + 1;

/** “We shut at the beginning of November and unlock again on the first of March”. */
const SHUT_UNTIL = new RegExp(
  String.raw`\b(?:shut|close)s?\b(?:(?!\bday)[^.;]){0,40}\b(?<from>${MONTH})\b[^.;]{0,50}\b(?:open|reopen|unlock|back|again|return)\w*\b[^.;]{0,40}\b(?<to>${MONTH})\b`,
  'iu',
);
/** “Open in winter”, “daily 10–17, also in winter”. */
const OPEN_IN = /(?:\bopen\b[^.;]{0,25}|\balso )(?:\bin|during|all)\s(?:the\s)?$/iu;
const SEASON = /\b(?<name>winter|spring|summer|autumn)s?\b(?!\s(?:garden|sports?|holidays?|school|term|menu|house|coat|tyres?))/giu;
const SEASONS: Record<string, number[]> = { winter: [12, 1, 2], spring: [3, 4, 5], summer: [6, 7, 8], autumn: [9, 10, 11] };

/** The months of each span that a unit names, and whether it is closed then. */
function spansOf(unit: FactUnit): { months: number[]; first: number; isShut: boolean; isDay: boolean; isSeason?: true }[] {
  const { text, label } = unit;
  const until = SHUT_UNTIL.exec(text)?.groups;
  if (until) {
    const [first, next] = [numberOf(until.from ?? ''), numberOf(until.to ?? '')];
    return [{ months: monthsFrom(first, ((next + 10) % 12) + 1), first, isShut: true, isDay: false }];
  }
  const seasons = [...text.matchAll(SEASON)].flatMap(({ index, groups }) => {
    const months = SEASONS[groups?.name?.toLowerCase() ?? ''] ?? [];
    const isPlain =
      OPEN_IN.test(text.slice(Math.max(0, index - BEFORE), index)) && !/\b(?:appointment|request|clos\w+|shut|last)\b/iu.test(text);
    return isPlain ? [{ months, first: months[0] ?? 0, isShut: false, isDay: false, isSeason: true }] : [];
  });
  const named = [...text.matchAll(SPAN)].flatMap(({ 0: words, index, groups }) => {
    // “may” and “march” in lower case are verbs
    if (!/^\p{Lu}/u.test(words)) return [];
    const isFeast = Object.hasOwn(FEASTS, groups?.from?.toLowerCase() ?? '');
    // “closed over Christmas”, “from Christmas to New Year”: only a few days
    if (isFeast && (!groups?.to || /^new year$/iu.test(groups.to))) return [];
    const [first, last] = [
      numberOf(groups?.from ?? '') - (/^easter$/iu.test(groups?.from ?? '') ? 1 : 0),
      numberOf(groups?.to ?? groups?.from ?? ''),
    ];
    const months = monthsFrom(first, last);
    const isShut =
      SHUT_THEN.test(text.slice(Math.max(0, index - BEFORE), index)) ||
      /\bclos|shut/iu.test(label) ||
      /^[^.;,]{0,12}\b(?:closed|shut)\b/iu.test(text.slice(index + words.length));
    // “closed on 1 January and 25 December”: single days
    const isDay = !groups?.to && /\d{1,2}\.?\s$/u.test(text.slice(Math.max(0, index - 4), index));
    return [{ months, first, isShut, isDay }];
  });
  return [...named, ...seasons];
}

const monthsFrom = (first: number, last: number) =>
  Array.from({ length: ((last - first + 12) % 12) + 1 }, (_, i) => ((first - 1 + i) % 12) + 1);

/** Judges whether the subject is open, or starts, in one of the months. */
export function answerMonth(read: FactPage, { months, event }: Extract<Ask, { type: 'month' }>): Answer {
  return event === 'open' ? opensIn(read, months) : startsIn(read, months);
}

function opensIn(read: FactPage, months: readonly number[]): Answer {
  const isAll = months.length === 12;
  let [yes, shut, other, shutElse]: (FactUnit | null)[] = [null, null, null, null];
  for (const [i, unit] of read.units.entries()) {
    if (unit.isHeading || isAsked(unit.text)) continue;
    const over = `${unit.label} ${unit.heading} ${unit.text}`;
    if (isOfPart(read, unit.text)) continue;
    if (isOpenAllYear(unit)) yes ??= unit;
    const isMeant =
      OPEN_THEN.test(over) || OPEN_LABEL.test(`${unit.label} ${unit.heading}`) || /clos|shut|except|break|holidays from/iu.test(over);
    const spans = isMeant ? spansOf(unit) : [];
    // “December – March | closed”: the next cell says closed
    const beside = read.units[i + 1];
    const isShutBeside = unit.tag === 'td' && beside?.tag === 'td' && /^(?:closed|shut)\b/iu.test(beside.text);
    for (const { isShut, ...rest } of spans) {
      const span = { ...rest, isShut: isShut || isShutBeside };
      const isIn = months.some((month) => span.months.includes(month));
      if (span.isShut && isIn && !span.isDay) shut ??= unit;
      else if (span.isShut) shutElse ??= unit;
      else if (isIn && !isAll && (span.months.length > 1 || /\bopen/iu.test(over))) yes ??= unit;
      else if (!span.isSeason && span.months.length > 2 && /\b(?:open|season)/iu.test(over)) other ??= unit;
    }
  }
  if (yes && !shut) return { says: 'yes', unit: yes, why: 'it is open then' };
  if (shut && !yes) return { says: 'no', unit: shut, why: 'it is closed then' };
  if (yes) return { ...OPEN, unit: yes };
  if (other) return { says: 'no', unit: other, why: 'it is open at other times' };
  // “except for the second half of November”: open in the other months
  return shutElse && !isAll
    ? { says: 'yes', unit: shutElse, why: 'it is closed only at other times' }
    : { ...OPEN, unit: shutElse ?? null };
}

function isOpenAllYear({ text, label }: FactUnit): boolean {
  const said = ALL_YEAR.exec(text);
  return (
    said !== null &&
    /\b(?:open\w*|hours|welcome|guests|stays?|visit\w*|clos\w+|season|rent\w*|let|book\w*|here|staffed|reception|door)\b/iu.test(
      `${label} ${text}`,
    ) &&
    !/\bclosed\b/iu.test(text.replace(/\bnever closed\b/iu, '')) &&
    !DENIED.test(text.slice(0, said.index))
  );
}

function isOfPart({ title, heading }: FactPage, text: string): boolean {
  const part = PART.exec(text)?.groups?.part;
  return part !== undefined && !`${title} ${heading.text}`.toLowerCase().includes(part.toLowerCase());
}

/** Sentences about prices or calls, not about when something starts: “From £30 every month”, “call at any time”. */
const PAID_OR_CALLED = /[€£$]|\b(?:euros?|pounds?|rent|pay|call|ring|except|questions?)\b/iu;
const BEGINS = /\b(?:start|begin|join|intake|new (?:group|course)|leaves?)\w*/iu;
const ANY_MONTH =
  /\b(?:(?:each|every|any) month\b|(?:every|each|any) (?:mon|tues|wednes|thurs|fri|satur|sun)day (?:of the year|all year)|at any time)/iu;
const ALL = MONTHS.map((_, i) => i + 1);

function startsIn(read: FactPage, months: readonly number[]): Answer {
  const dated = read.units.flatMap((unit) => {
    if (unit.isHeading || isAsked(unit.text)) return [];
    if (/\b(?:prices?|valid|rates?|fees?|clos(?:es|ing)|deadline|apply|applications?)\b/iu.test(`${unit.label} ${unit.text}`)) return [];
    // “on the first Monday of each month”
    if (ANY_MONTH.test(unit.text) && BEGINS.test(`${unit.label} ${unit.text}`) && !PAID_OR_CALLED.test(unit.text))
      return [{ unit, starts: ALL, isOf: true }];
    const isOf = STARTS.test(`${unit.label} ${unit.text}`) || (unit.tokens.length <= 12 && STARTS.test(unit.heading));
    const isSpan = /\d/u.test(unit.text) && unit.tokens.length <= 14;
    const [first, ...more] = spansOf(unit);
    if (!first || !(isOf || (isSpan && (first.months.length > 1 || more.length > 0 || unit.label !== '')))) return [];
    return [{ unit, starts: isOf ? [first, ...more].map((one) => one.first) : [first.first], isOf }];
  });
  const sorted = dated.sort((a, b) => Number(b.isOf) - Number(a.isOf));
  const met = sorted.find(({ starts }) => starts.some((month) => months.includes(month)));
  if (met) return { says: 'yes', unit: met.unit, why: 'it starts then' };
  const [plainest] = sorted;
  return plainest?.isOf && /\b(?:start|begin|first)/iu.test(`${plainest.unit.label} ${plainest.unit.text}`)
    ? { says: 'no', unit: plainest.unit, why: 'it starts at another time' }
    : { ...OPEN, unit: plainest?.unit ?? null };
}
