import type { Constraint } from '../constraints/constraint.ts';
import { findQuantities, type Quantity } from '../quantity.ts';
import type { NumberAsk } from './ask.ts';
import { tellingWords } from './content-words.ts';
import { daysIn, measureOf, perIn } from './spans.ts';

const MONEY_WORD =
  /^(?:pays?|paid|paying|salar(?:y|ies)|wages?|costs?|costing|prices?|priced|charges?|fees?|earns?|earning|raised?|revenues?|funding|budget|worth|valued|turnover)$/iu;
const GAINED = /^(?:funding|revenues?|turnover|sales|capital|investment|budget|profits?)$/iu;
const LEAD =
  /(?:(?:more|less|fewer|greater) than|over|under|above|below|at least|at most|up to|between|about|around|exactly|no more than|within|in under|inside of|of|past|minimum|maximum)\s*$/iu;
const COMPARED = /(?<word>\p{L}+er) than\s*$/iu;
const DOWN = /^(?:short|small|light|cheap|young|low|few|narrow|thin)/iu;

/** “A room for two under 100 euros a night”: the price is per night. */
const BED_FOR =
  /^(?:has\s)?(?:an?\s)?(?:double\s|single\s|twin\s)?(?:room|double|bed)\s(?:for\s(?:one|two|1|2)(?:\s(?:people|persons?|adults))?\s)?(?=.*\d.*\bnight\b)/iu;

/** The number that a criterion bounds, and the rest of its words; null if it bounds none. */
export function numberAsk(said: string, isKind: boolean): { ask: NumberAsk; rest: string } | null {
  const text = said.replace(BED_FOR, '');
  // “two bedroom flat”
  const parted = isKind
    ? /^(?<count>\S+)[\s-](?<of>bedroom|room|bed|seat|door|person|seater|storey|day|week|hour)(?:ed)?s?\s(?<rest>\p{L}.*)$/iu.exec(text)
        ?.groups
    : undefined;
  const [size] = parted ? findQuantities(`${parted.count} ${parted.of}s`) : [];
  if (parted && size)
    return {
      ask: { type: 'number', of: 'count', min: size.low, max: size.high, noun: `${parted.of}s`, attributes: [], per: '', currency: null },
      rest: parted.rest ?? '',
    };
  const found = findQuantities(text).find(({ bound }) => bound !== 'unclear');
  // “the over 60s”; “35mm film” is the name of a thing
  if (!found || /^s\b/u.test(text.slice(found.end)) || (found.bound === 'exact' && /^mm\b/u.test(text.slice(found.end)))) return null;
  const head = text.slice(0, found.start);
  const lead = LEAD.exec(head);
  const compared = lead ? null : COMPARED.exec(head);
  const before = `${head.slice(0, found.start - (lead?.[0].length ?? compared?.[0].length ?? 0))}`.trim();
  const behind = text.slice(found.end);
  const isMost = /\b(?:at most|max(?:imum)?|or (?:less|fewer))\s*$/iu.test(behind) || /^\s?or (?:less|fewer)\b/iu.test(behind);
  const isLeast = /\b(?:at least|min(?:imum)?|or more)\s*$/iu.test(behind);
  const after = behind
    .replace(
      /^\s?(?:or (?:more|less|fewer)|and (?:more|up))\b|\b(?:at most|at least|max(?:imum)?|min(?:imum)?|or (?:less|fewer|more))\s*$/giu,
      '',
    )
    .trim();
  const isWithin = /(?:within|in under|inside of)\s*$/iu.test(lead?.[0] ?? '');
  if (isKind && after === '' && !/\bfor\b/iu.test(head)) return null; // “people past ninety”
  // “dinner in 30 minutes” is an upper bound, “keeps 4 days” a lower one
  const isTaken = /\bin\s*$/iu.test(head) && daysIn(behind.trim().split(/\s/u)[0] ?? '') !== undefined;
  const isKept = /\b(?:keeps?|lasts?|stays?|guarantee|warranty)\b/iu.test(text) && found.bound !== 'most';
  const bounds =
    isMost || isWithin || isTaken
      ? { min: null, max: found.high }
      : isLeast || isKept
        ? { min: found.low, max: null }
        : boundsOf(found, compared?.groups?.word ?? null);
  if (bounds.min === null && bounds.max === null) return null;
  const [unit = '', second = ''] = after.split(/[\s/]+/u);
  const days = daysIn(unit);
  const measure = measureOf(after);
  const common = { type: 'number' as const, per: perIn(` ${after}`), currency: found.currency, noun: '' };
  const words = tellingWords(`${before} ${compared?.groups?.word ?? ''}`);
  // “over 30k a year” is money without a named currency
  const isMoney =
    (found.currency !== null && found.currency !== '%') ||
    (unit.match(/^(?:an?|per)$/iu) && /^(?:year|month|week|hour|night)$/iu.test(second));
  if (isMoney) {
    // “over a million euros in funding”
    const behindIt = tellingWords(after).filter((word) => GAINED.test(word));
    const attributes = [...words.filter((word) => MONEY_WORD.test(word)), ...behindIt];
    const others = behindIt.length > 0 ? [] : words.filter((word) => !MONEY_WORD.test(word));
    // “pool under 150 a night” asks two things, “samples under 10 euros” asks one
    const isOwn = common.per === '' && !isKind && others.length > 0;
    return {
      ask: { ...common, ...bounds, of: 'money', attributes, noun: isOwn ? (others.at(-1) ?? '') : '' },
      rest: isOwn ? '' : others.join(' '),
    };
  }
  if (days && !/^(?:of|old|ago)$/iu.test(second)) {
    // “5 years guarantee”, “ten years in office”; not “8 hours a day”
    const of = common.per === '' ? tellingWords(after.slice(unit.length)) : [];
    return { ask: { ...common, ...scaled(bounds, days), of: 'time', noun: unit, attributes: [...words, ...of] }, rest: '' };
  }
  if (measure && !/^(?:people|persons?)$/iu.test(unit))
    // “1 gb ram”: the size of the memory
    return {
      ask: {
        ...common,
        ...scaled(bounds, measure.size),
        of: measure.of,
        noun: tellingWords(after.slice(unit.length)).at(-1) ?? '',
        attributes: words,
      },
      rest: '',
    };
  const forMany = /\bfor\s*$/iu.test(before) || /^for$/iu.test(before);
  if (forMany) {
    const rest = before.replace(/\s*\bfor\s*$/iu, '');
    return {
      // “a tent for 4”: one for six also fits
      ask: {
        ...common,
        min: found.low,
        max: /\b(?:up to|max\w*|at most)\b/iu.test(text) ? found.high : null,
        of: 'count',
        noun: tellingWords(after).at(-1) ?? 'people',
        attributes: [],
      },
      rest: isKind ? rest : '',
    };
  }
  // “100 employees as of today”
  const counted = after.split(/\s(?:as of|in|at|by|on|from|across)\s/iu)[0] ?? after;
  // “no more than ten in a class”
  const isGroup = /^(?:in|per|to)\s(?:an?|the|each)?\s?(?:class|group|course|lesson|session)\b/iu.test(after);
  const nouns = isGroup ? ['people'] : tellingWords(counted.replace(/\b(?:an?|per|each|every)\s\p{L}+$/iu, ''));
  // “max 8”: people, unless something else is counted
  const others = words.filter((word) => !/^(?:max|min|maximum|minimum)$/iu.test(word));
  const last = nouns.at(-1) ?? others.at(-1) ?? (words.length > 0 ? 'people' : '');
  // “at least four awarded a year”: counts the wanted thing
  const noun = /\p{Ll}ed$/u.test(last) ? '' : last;
  if (last === '') return null;
  return {
    ask: { ...common, ...bounds, of: 'count', noun, attributes: [...others.filter((word) => word !== noun), ...nouns.slice(0, -1)] },
    rest: '',
  };
}

/** “Fewer than 10 or more than 500 employees”. */
export function choiceAsk({ any = [], unit, about, currency }: Extract<Constraint, { kind: 'number' }>): { ask: NumberAsk; rest: string } {
  const noun = tellingWords(unit).at(-1) ?? '';
  const of = currency && currency !== '%' ? 'money' : 'count';
  return { ask: { type: 'number', of, min: null, max: null, any, noun, attributes: tellingWords(about), per: '', currency }, rest: '' };
}

function boundsOf({ low, high, bound }: Quantity, comparative: string | null): { min: number | null; max: number | null } {
  if (comparative) return DOWN.test(comparative) ? { min: null, max: high } : { min: low, max: null };
  return { min: low === -Infinity || bound === 'most' ? null : low, max: high === Infinity ? null : high };
}

const scaled = ({ min, max }: { min: number | null; max: number | null }, by: number) => ({
  min: min === null ? null : min * by,
  max: max === null ? null : max * by,
});
