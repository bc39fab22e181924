import { remembered } from '../../../../domain/text.ts';
import type { ColumnQuestion } from '../../finding.ts';
import type { NumberAsk } from '../asks/ask.ts';
import { tellingWords } from '../asks/words.ts';
import { daysIn, measureOf, perIn } from '../numbers/spans.ts';

/** What a column asks of the facts of a page. `size`: of its unit in the base unit of what it is of; null where the column names none. */
export type ColumnAsk =
  | { type: 'date'; event: string }
  | { type: 'number'; ask: NumberAsk; size: number | null }
  | { type: 'place'; isBirth: boolean }
  | { type: 'licence' }
  /** Who holds a role: “CEO”, “director”. */
  | { type: 'role'; role: string };

const EVENTS: readonly (readonly [form: RegExp, event: string])[] = [
  [/\b(?:birth|born)\b/iu, 'born'],
  [/\b(?:death|died)\b/iu, 'died'],
  [/\b(?:updat\w*|modif\w*|revis\w*|last (?:change|edit|commit|review))\b/iu, 'updated'],
  [/\b(?:decision|decided|resolution|resolved|ruling)\b/iu, 'decided'],
  [/\b(?:added|listed|joined|(?:profile|entry|listing|page) (?:was )?created)\b/iu, 'added'],
  [/\b(?:deadline|closing|closes|apply by|applications? (?:until|by)|last day|due)\b/iu, 'closes'],
  [/\b(?:available|availability|move[- ]in|vacant|free) (?:from|date)\b|^(?:available|availability)$/iu, 'available'],
  [/\bscheduled\b|\bplanned\b/iu, ''],
  [/\b(?:releas\w*|launch\w*|came out)\b/iu, 'released'],
  [/\b(?:found(?:ed|ing|ation)|establish\w*|since|opened|opening|incorporat\w*|inception|formed|set up|in business)\b/iu, 'founded'],
  [/\b(?:creat\w*|draft\w*|started|introduc\w*|submitted)\b/iu, 'created'],
  [/\b(?:publi\w*|posted|dated?|written|issued)\b/iu, 'published'],
];
/** What these words name happens again and again. */
const OTHER_DATE = /\b(?:latest|hours)\b/iu;

const PRICE = /\b(?:prices?|costs?|rents?|fees?|rates?|tariff|admission|entry|tuition|subscription|subs|dues|ticket)\b/iu;
const PAY = /\b(?:salar(?:y|ies)|pay|wages?|compensation)\b/iu;
const CURRENCY: readonly (readonly [form: RegExp, code: string])[] = [
  [/€|\beuros?\b|\bEUR\b/iu, 'EUR'],
  [/\$|\bdollars?\b|\bUSD\b/iu, 'USD'],
  [/£|\bpounds?\b|\bGBP\b/iu, 'GBP'],
  [/\bCHF\b|\bfrancs?\b/iu, 'CHF'],
];
const STAFF = /\b(?:employees?|head ?count|staff|team size|company size|workforce|number of people|people employed)\b/iu;
const COUNTING = /\b(?:number|count|total|amount|how many|of|the|no|max(?:imum)?|min(?:imum)?|size)\b|#/giu;
const PLACE = /^(?:(?:main |head )?(?:location|headquarters?|hq|seat|cit(?:y|ies)|town|place|where|based in|home|head office)(?: of)?)$/iu;
const BIRTH_PLACE = /^(?:birth ?place|place of birth|born in)$/iu;

/** Whom a house or an office names. */
const ROLE =
  /^(?:c[etfom]o|chief (?:executive|technology|technical|financial|operating|medical)(?: officer)?|(?:managing |executive |artistic |musical )?director|president|chair(?:man|woman|person)?|head(?: (?:chef|teacher|of \p{L}+))?|conductor|manager|owner|landlord|host|chef|principal|curator|secretary|treasurer|mayor|editor|instructor|teacher|supervisor|contact(?: person)?)$/iu;

/** The event whose date words ask for; undefined where they ask for none that happens once. */
export const eventAsked = (words: string): string | undefined =>
  OTHER_DATE.test(words) ? undefined : EVENTS.find(([form]) => form.test(words))?.[1];

/** What a column asks, by its label; null where no fact is of its type. */
export const columnAskOf = ({ label, format }: Pick<ColumnQuestion, 'label' | 'format'>): ColumnAsk | null => asked(label.trim(), format);

const asked = remembered((label: string, format: string): ColumnAsk | null => {
  if (format === 'url') return null;
  if (format === 'text') {
    if (/\blicen[sc]e\b/iu.test(label)) return { type: 'licence' };
    if (BIRTH_PLACE.test(label)) return { type: 'place', isBirth: true };
    if (PLACE.test(label)) return { type: 'place', isBirth: false };
    const role = label.replace(/^(?:name of the|the|current|name of)\s/iu, '').replace(/\s(?:name|\(s\))$/iu, '');
    return ROLE.test(role) ? { type: 'role', role } : null;
  }
  const event = eventAsked(label);
  if (format === 'date') return event ? { type: 'date', event } : null;
  return event ? { type: 'date', event } : numberOf(label);
});

const UNIT = /\((?<unit>[^()]{1,20})\)\s*$|\bin\s(?<named>\p{L}+)$/u;

function numberOf(label: string): ColumnAsk | null {
  const named = UNIT.exec(label)?.groups;
  const unit = named?.unit ?? named?.named ?? '';
  const bare = unit ? label.replace(UNIT, '').trim() : label;
  const common = {
    type: 'number' as const,
    min: null,
    max: null,
    attributes: [],
    noun: '',
    per: perIn(` ${bare.slice(Math.max(0, bare.search(/\s(?:an?|per|each|every)\s\p{L}+$/u)))}`),
    currency: null,
  };
  const currency = CURRENCY.find(([form]) => form.test(label))?.[1] ?? null;
  if (PAY.test(bare)) return { type: 'number', ask: { ...common, of: 'money', currency, attributes: ['pay'] }, size: 1 };
  if (PRICE.test(bare)) return { type: 'number', ask: { ...common, of: 'money', currency }, size: 1 };
  if (currency) return { type: 'number', ask: { ...common, of: 'money', currency, noun: tellingWords(bare).at(-1) ?? '' }, size: 1 };
  if (/\b(?:years?|date)\b/iu.test(bare)) return null;
  const first = tellingWords(bare)[0] ?? '';
  // “Hours a week”
  const days = daysIn(unit) ?? daysIn(first);
  if (days)
    return { type: 'number', ask: { ...common, of: 'time', noun: unit || first, attributes: daysIn(first) ? [] : [first] }, size: days };
  const measure = measureOf(unit) ?? MEASURED.find(([form]) => form.test(bare))?.[1];
  if (measure) return { type: 'number', ask: { ...common, of: measure.of }, size: measure.size };
  if (STAFF.test(bare)) return { type: 'number', ask: { ...common, of: 'count', noun: 'employees' }, size: 1 };
  const noun = tellingWords(bare.replace(COUNTING, ' ').replace(/\b(?:an?|per|each|every)\s\p{L}+$/iu, '')).at(-1);
  // “PEP number” is a name, and one thing is not counted
  const isCount = noun && !/\b(?:number|no|id|code)$/iu.test(bare) && (/s$/iu.test(noun) || /^(?:people|children|men|women)$/iu.test(noun));
  return isCount ? { type: 'number', ask: { ...common, of: 'count', noun }, size: 1 } : null;
}

/** Measures that a column names without a unit. */
const MEASURED: readonly (readonly [form: RegExp, measure: { of: 'length' | 'area' | 'mass'; size: null }])[] = [
  [/\b(?:area|floor space|living space)\b/iu, { of: 'area', size: null }],
  [/\b(?:height|length|depth|width|altitude|elevation|distance)\b/iu, { of: 'length', size: null }],
  [/\b(?:weight|mass)\b/iu, { of: 'mass', size: null }],
];
