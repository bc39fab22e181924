/** Units of time in days. */
const DAYS: Readonly<Record<string, number>> = {
  second: 1 / 86_400, minute: 1 / 1440, min: 1 / 1440, hour: 1 / 24, hr: 1 / 24, day: 1, night: 1, week: 7, fortnight: 14, month: 30.4, quarter: 91, term: 90,
  semester: 150, year: 365, decade: 3650, monday: 7, tuesday: 7, wednesday: 7, thursday: 7, friday: 7, saturday: 7, sunday: 7, morning: 1, afternoon: 1, evening: 1, weekend: 2,
}; // biome-ignore format: a table

type Measure = 'length' | 'area' | 'mass' | 'data' | 'volume' | 'power';

/** Other units: what they measure, and their size in its base unit. */
const MEASURES: readonly (readonly [of: Measure, size: number, names: string])[] = [
  ['length', 1, 'm metre metres meter meters'],
  ['length', 0.01, 'cm centimetre centimetres centimeter centimeters'],
  ['length', 0.001, 'mm millimetre millimetres millimeter millimeters'],
  ['length', 1000, 'km kilometre kilometres kilometer kilometers'],
  ['length', 0.3048, 'ft foot feet'],
  ['length', 0.0254, 'inch inches'],
  ['length', 1609.344, 'mile miles mi'],
  ['mass', 1, 'g gram grams gramme grammes'],
  ['mass', 1000, 'kg kilo kilos kilogram kilograms'],
  ['mass', 1e6, 't tonne tonnes ton tons'],
  ['mass', 453.6, 'lb lbs pound pounds'],
  ['mass', 28.35, 'oz ounce ounces'],
  ['data', 0.001, 'kb kilobyte kilobytes'],
  ['data', 1, 'mb megabyte megabytes'],
  ['data', 1000, 'gb gigabyte gigabytes'],
  ['data', 1e6, 'tb terabyte terabytes'],
  ['volume', 0.001, 'ml millilitre millilitres milliliter milliliters'],
  ['volume', 1, 'l litre litres liter liters'],
  ['power', 1, 'w watt watts'],
  ['power', 1000, 'kw kilowatt kilowatts'],
];
const measures = new Map(MEASURES.flatMap(([of, size, names]) => names.split(' ').map((name) => [name, { of, size }] as const)));

const bare = (word: string) => word.toLowerCase().replace(/[^\p{L}]/gu, '');

/** The length of a unit of time in days; undefined for other words. */
export const daysIn = (word: string): number | undefined => {
  const name = [bare(word), bare(word).replace(/s$/u, '')].find((one) => Object.hasOwn(DAYS, one));
  return name === undefined ? undefined : DAYS[name];
};

const AREAS: readonly (readonly [form: RegExp, size: number])[] = [
  [/^(?:m²|m2\b|sqm\b|qm\b|sq\.? ?m\b|square (?:metres?|meters?)\b)/iu, 1],
  [/^(?:ft²|sq\.? ?ft\b|square (?:feet|foot)\b)/iu, 0.0929],
  [/^(?:km²|km2\b|sq\.? ?km\b|square kilomet(?:re|er)s?\b)/iu, 1_000_000],
  [/^(?:hectares?|ha)\b/iu, 10_000],
  [/^acres?\b/iu, 4047],
];

/** The unit at the start of a text: what it measures, and its size in the base unit; undefined if there is none. */
export function measureOf(text: string): { of: Measure; size: number } | undefined {
  const area = AREAS.find(([form]) => form.test(text));
  // “14 km²” and “80 km/h” are not lengths
  const [word = ''] = text.split(/[\s,.;)]+/u);
  return area ? { of: 'area', size: area[1] } : /[²³/]/u.test(word) ? undefined : measures.get(bare(word));
}

const PER =
  /(?:\b(?:a|an|per|each|every)\s(?:calendar\s)?|\/\s?)(?<one>night|day|week|month|year|hour|person|head|adult|word|user|seat|kilo|kg|litre|ticket|term|portion|plate|serving|slice|piece|scoop|lesson|class|session)\b|\b(?<adverb>yearly|annually|annual|monthly|weekly|hourly|nightly|daily)\b|\bp\.?(?<short>a|w|m|h|n)\.?(?![\p{L}])/iu;
const ADVERBS: Record<string, string> = {
  yearly: 'year', annually: 'year', annual: 'year', monthly: 'month', weekly: 'week', hourly: 'hour', nightly: 'night', daily: 'day',
  a: 'year', w: 'week', m: 'month', h: 'hour', n: 'night', kg: 'kilo', head: 'person', adult: 'person', plate: 'portion', serving: 'portion', class: 'lesson', session: 'lesson',
}; // biome-ignore format: a table

/** The unit that a sum applies to, from the words after it: “a night”, “per person”; '' if not stated. */
export function perIn(text: string): string {
  const groups = PER.exec(text)?.groups;
  const word = (groups?.one ?? groups?.adverb ?? groups?.short ?? '').toLowerCase();
  return ADVERBS[word] ?? word;
}
