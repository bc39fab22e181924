import { remembered } from '../../../../domain/text.ts';
import type { NumberAsk } from '../../../../language/asks/ask.ts';
import { tellingWords } from '../../../../language/asks/content-words.ts';
import { daysIn, measureOf, perIn } from '../../../../language/asks/spans.ts';
import { endAsked, isPriceAsked, PRICE } from '../../../../language/label.ts';
import { currencyIn } from '../../../../language/money-words.ts';
import type { ColumnQuestion } from '../../finding.ts';

/** What a column asks of a page's facts. `size` is its unit in base units, null if it names none; `said` matches sentences about it. */
export type ColumnAsk =
  | { type: 'date'; event: string }
  /** `isMost`: the upper end of “up to eight”. `isWhole`: no partial durations. `end`: the lowest or highest of several prices. */
  | { type: 'number'; ask: NumberAsk; size: number | null; said?: RegExp; isMost?: true; isWhole?: true; end?: 'low' | 'high' }
  /** `isTown`: takes no country or continent. */
  | { type: 'place'; isBirth: boolean; isTown: boolean }
  | { type: 'licence' }
  | { type: 'language' }
  /** The holder of a role: “CEO”, “director”. */
  | { type: 'role'; role: string };

const EVENTS: readonly (readonly [form: RegExp, event: string])[] = [
  [/\b(?:birth|born)\b/iu, 'born'],
  [/\b(?:death|died)\b/iu, 'died'],
  [/\b(?:updat\w*|modif\w*|revis\w*|last (?:change|edit|commit|review))\b/iu, 'updated'],
  [/\b(?:decision|decided|resolution|resolved|ruling)\b/iu, 'decided'],
  [/\b(?:added|listed|listing|joined|(?:profile|entry|listing|page) (?:was )?created)\b/iu, 'added'],
  [/\b(?:deadline|closing|closes|apply by|applications? (?:until|by)|last day|due)\b/iu, 'closes'],
  [/\b(?:available|availability|move[- ]in|vacant|free) (?:from|date)\b|^(?:available|availability)$/iu, 'available'],
  [/\bscheduled\b|\bplanned\b/iu, ''],
  [/\b(?:latest|last|most recent|newest|current) (?:release|version)\b/iu, 'latest release'],
  [/\b(?:phd|ph\.d|doctorate)\b/iu, 'phd'],
  [/\b(?:first|initial|original)(?:ly)?\s(?:\p{L}+\s)?(?:releas\w*|launch\w*|version)\b/iu, 'first released'],
  [/\b(?:releas\w*|launch\w*|came out)\b/iu, 'released'],
  [/\b(?:opened|opening)\b/iu, 'opened'],
  [/^since\b/iu, 'since'],
  [/\b(?:found(?:ed|ing|ation)|establish\w*|since|incorporat\w*|inception|formed|set up|in business)\b/iu, 'founded'],
  [/\b(?:first day|start(?:s|ing)?(?: date| day)?|first date|begins?)\b/iu, 'beginning'],
  [/\b(?:creat\w*|draft\w*|started|introduc\w*|submitted)\b/iu, 'created'],
  [/\b(?:publi\w*|posted|written|issued)\b|^(?:the\s)?(?:date|dated|day|year|when)$/iu, 'published'],
  // the date of anything else is not the page's date
  [
    /^(?:date of (?:the |this |its )?)?(?:(?:blog|news|press|research)\s)?(?:article|post|posting|blog|report|paper|document|page|story|release|press|news|entry|letter)(?: date)?$|^(?:date online|online date)$/iu,
    'published',
  ],
];
/** These words name something that recurs. */
const OTHER_DATE = /\bhours\b/iu;

/** Words of a price column that do not say what the price is for. */
const PRICED =
  /\b(?:full|standard|regular|normal|membership|members?|joining|visitors?|adults?|single|double|base|list|total|average|cold|warm|monthly|weekly|nightly|daily|hourly|yearly|annual|an?|per|each|every|night|day|week|month|year|person|head|hour|in|from|min(?:imum)?|lowest|cheapest|highest|maximum|starting|most expensive|for|two)\b/giu;
const PAY = /^(?:(?:gross|net|monthly|yearly|annual|hourly|weekly|starting|basic)\s)*(?:salar(?:y|ies)|pay|wages?|compensation)\b/iu;
const PAID =
  /\b(?:salar(?:y|ies)|wages?|gross|remuneration|compensation|you (?:will )?earn|(?:we|post|job|position|role) pays?|pays? (?:you )?[€$£\d])/iu;
/** A sum per hour that is not for hire or lessons. */
const HOURLY = /^(?!.*\b(?:hire|rent|hall|bikes?|lessons?|parking|call-out|repairs?)\b)/isu;
const STAFF = /\b(?:employees?|head ?count|staff|team size|company size|workforce|number of people|people employed)$/iu;
const COUNTING = /\b(?:number|count|total|amount|how many|of|the|no|max(?:imum)?|min(?:imum)?|size)\b|#/giu;
const PLACE =
  /^(?:(?:main |head |hq |headquarters |company )?(?:location|headquarters?|hq|seat|cit(?:y|ies)|town|place|where|based in|home|head office)(?: of)?)$/iu;
const BIRTH_PLACE = /^(?:birth ?place|place of birth|born in)$/iu;

/** Roles whose holder a business or an office names. */
const ROLE =
  /^(?:c[etfom]o|chief (?:executive|technology|technical|financial|operating|medical)(?: officer)?|(?:managing |executive |artistic |musical )?director|president|chair(?:man|woman|person)?|head(?: (?:chef|teacher|of \p{L}+))?|conductor|manager|owner|landlord|host|chef|principal|curator|secretary|treasurer|mayor|editor|instructor|teacher|supervisor|contact(?: person)?)$/iu;

/** The event whose date the words ask for; undefined if they ask for none or for one that recurs. */
export const eventAsked = (words: string): string | undefined =>
  OTHER_DATE.test(words) ? undefined : EVENTS.find(([form]) => form.test(words))?.[1];

/** Additions to a label that ask nothing: “at the door”, “(in the page’s currency)”, “as a museum”. */
const BESIDE =
  /\s(?:(?:at the door|on show|on display|inside|indoors|available|in total|altogether|overall|if (?:any|given|stated|known))|as (?:an?|the) [\p{L}\s-]+|\((?:in )?(?:the |its )?(?:page['’]s |local |own |original |stated )?currency\))$/iu;

/** What a column asks, according to its label; null if no type of fact answers it. */
export const columnAskOf = ({ label, format }: Pick<ColumnQuestion, 'label' | 'format'>): ColumnAsk | null =>
  asked(label.trim().replace(BESIDE, ''), format);

const asked = remembered((label: string, format: string): ColumnAsk | null => {
  if (format === 'url') return null;
  if (format === 'text') {
    if (/\blicen[sc]e\b/iu.test(label)) return { type: 'licence' };
    if (LANGUAGE.test(label)) return { type: 'language' };
    if (BIRTH_PLACE.test(label)) return { type: 'place', isBirth: true, isTown: false };
    if (PLACE.test(label)) return { type: 'place', isBirth: false, isTown: /\b(?:cit(?:y|ies)|town)\b/iu.test(label) };
    const role = label.replace(/^(?:name of the|the|current|name of)\s/iu, '').replace(/\s(?:name|\(s\))$/iu, '');
    return ROLE.test(role) ? { type: 'role', role } : null;
  }
  const event = eventAsked(label);
  if (format === 'date') return event ? { type: 'date', event } : null;
  // “Year founded”, but not “Founding members”
  return event && YEAR.test(label) ? { type: 'date', event } : numberOf(label);
});

const LANGUAGE = /\b(?:programming|implementation) language|\b(?:written|implemented) in\b|^language$/iu;

const YEAR =
  /^(?:(?:the|when|what|which|first|initial(?:ly)?|original(?:ly)?|year|date|of|in|was|it|company|firm|team|club|open|to visitors|to the public|opened|founded|start|started|built|or|and|last|latest|recent|most)\s)*(?:birth|born|death|died|updated|decided|added|listed|joined|released?|launch(?:ed)?|found(?:ed|ing|ation)|establish(?:ed|ment)|since|opened|opening|incorporat(?:ed|ion)|inception|formed|set up|in business|created|creation|started|published|publication|written|introduced|submitted|start|phd|doctorate|version)(?:\s(?:in|to the public|to visitors|version|since|year|date|\(year\)))*$/iu;

const UNIT = /\((?<unit>[^()]{1,20})\)\s*$|\bin\s(?<named>(?:square\s)?\p{L}+)$/u;

function numberOf(label: string): ColumnAsk | null {
  const named = UNIT.exec(label)?.groups;
  const unit = named?.unit ?? named?.named ?? '';
  const bare = unit ? label.replace(UNIT, '').trim() : label;
  const per = perIn(` ${[...label.matchAll(PER)].at(-1)?.[0] ?? ''}`);
  const common = { type: 'number' as const, min: null, max: null, attributes: [], noun: '', per, currency: null };
  const measured = MEASURED.find(([form]) => form.test(bare));
  const currency = measured ? null : currencyIn(label);
  // a sum per hour is pay, whatever its label
  const isHourly = { said: per === 'hour' ? HOURLY : PAID };
  if (PAY.test(bare)) return { type: 'number', ask: { ...common, of: 'money', currency, attributes: ['pay'] }, size: null, ...isHourly };
  if (GROUP.test(bare)) return { type: 'number', ask: { ...common, of: 'count', noun: 'people' }, size: 1, said: GROUPED, isMost: true };
  if (PORTIONS.test(bare)) return { type: 'number', ask: { ...common, of: 'count', noun: 'servings' }, size: 1 };
  if (ENERGY.test(bare)) return { type: 'number', ask: { ...common, of: 'count', noun: 'kcal', per: '' }, size: 1 };
  if (HOLIDAYS.test(bare)) return { type: 'number', ask: { ...common, of: 'count', noun: 'days', per: '' }, size: 1, said: OFF };
  const words = tellingWords(bare.replace(PRICE, ' ').replace(PRICED, ' ').replace(/[€$£]/gu, ' '));
  // “lunch menu” asks for the price of lunch
  const rest = words.length > 1 && /^(?:menus?|meals?|set)$/iu.test(words.at(-1) ?? '') ? words.slice(0, -1) : words;
  // “Growth rate” and “Ticket sales” are not prices
  const isOther = rest.length > 0 && /\b(?:rate|sales|year)s?$/iu.test(bare);
  const isPrice = isPriceAsked(bare) && !isOther;
  // “Cleaning fee” asks for the price of the cleaning
  if (isPrice || currency) {
    // “Price of the largest room” is not the highest
    const end = /\b(?:largest|biggest|smallest)\b/iu.test(bare) ? null : endAsked(bare);
    return { type: 'number', ask: { ...common, of: 'money', currency, noun: rest.at(-1) ?? '' }, size: 1, ...(end && { end }) };
  }
  if (/\b(?:years?|date)\b/iu.test(bare)) return null;
  const first = tellingWords(bare)[0] ?? '';
  // “Hours a week”
  const days = daysIn(unit) ?? (/s$/u.test(first) ? daysIn(first) : undefined);
  if (days)
    return {
      type: 'number',
      ask: { ...common, of: 'time', noun: unit || first, attributes: daysIn(first) || LASTING.test(first) ? [] : [first] },
      size: days,
      ...(LASTING.test(first) && { isWhole: true as const }),
    };
  const measure = measureOf(unit);
  if (measured) {
    const [, of, said] = measured;
    return !measure || measure.of === of ? { type: 'number', ask: { ...common, of }, size: measure?.size ?? null, said } : null;
  }
  if (measure?.of === 'area') return { type: 'number', ask: { ...common, of: 'area' }, size: measure.size };
  if (STAFF.test(bare)) return { type: 'number', ask: { ...common, of: 'count', noun: 'employees' }, size: 1 };
  const noun = tellingWords(bare.replace(COUNTING, ' ').replace(/\b(?:an?|per|each|every)\s\p{L}+$/iu, '')).at(-1);
  // “PEP number” is an identifier, and a singular is not counted
  const isCount =
    noun &&
    !/\b(?:number|no|id|code)$/iu.test(bare) &&
    (/(?<![siu])s$/iu.test(noun) || /^(?:people|children|men|women)$/iu.test(noun)) &&
    !/^(?:series|turnovers|sales|earnings)$/iu.test(noun);
  return isCount ? { type: 'number', ask: { ...common, of: 'count', noun }, size: 1 } : null;
}

/** The largest number of participants at a time. */
const GROUP =
  /\b(?:(?:group|class|course|cohort) size|(?:largest|biggest|max(?:imum)?(?: number of)?) (?:group|class|people|participants|students|guests)|most people)\b/iu;
const GROUPED =
  /\b(?:groups?|class(?:es)?|at (?:the )?most|max(?:imum|\.)?|up to|limit(?:ed)?|no more than|never more than|participants|students|stop at|keep to|kept at|places|how many|numbers|per (?:group|course|trainer|teacher))\b/iu;
const PORTIONS = /^(?:(?:number of )?(?:portions|servings|serves|people served|yield))$/iu;
const ENERGY = /^(?:kcal|kilo ?calories|calories|energy)\b/iu;
const HOLIDAYS =
  /^(?:(?:number of |paid |annual |days of )*(?:holidays?|vacation|leave|days off|time off)(?: days| entitlement| allowance)?)(?: (?:per|a) year)?$/iu;
const OFF =
  /^(?!.*\b(?:closed|before|order|costs?)\b)(?:.*\bdays?['’]?(?:\sof)?\s(?:paid\s|annual\s)*(?:holidays?|leave|vacation|off)\b|.*\bpto days\b|(?:holidays?|leave|vacation|annual leave|paid leave)\b)/isu;
/** “Total time”, “length in weeks”: asks for the whole duration. */
const LASTING = /^(?:total|overall|whole|length|duration|time)$/iu;

const PER = /(?:\b(?:an?|per|each|every)\s|\/\s?)\p{L}+|\b(?:monthly|weekly|nightly|daily|hourly|yearly|annual)\b/giu;

/** The measures that a column's name asks for, and how sentences state them. */
const MEASURED: readonly (readonly [form: RegExp, of: 'length' | 'area' | 'mass', said: RegExp])[] = [
  [/\b(?:area|floor space|living space)\b/iu, 'area', /./u],
  [/\bheight\b/iu, 'length', /\b(?:high|height|tall)\b/iu],
  [/\bdepth\b/iu, 'length', /\b(?:deep|depth)\b/iu],
  [/\bwidth\b/iu, 'length', /\b(?:wide|width)\b/iu],
  [/\blength\b/iu, 'length', /\b(?:long|length)\b/iu],
  [/\b(?:altitude|elevation)\b/iu, 'length', /\b(?:altitude|elevation|above (?:the )?sea|asl)\b/iu],
  [/\bdistance\b/iu, 'length', /\b(?:distance|away|from)\b/iu],
  [/\b(?:weight|mass)\b/iu, 'mass', /\b(?:weigh\w*|mass)\b/iu],
];
