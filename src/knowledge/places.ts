import { remembered } from '../domain/text.ts';
import { arraysOf, Texts } from './open.ts';
import { FIELD, fieldOf, isName, kindsOf, linked, meanings, namesOf, wholesOf } from './wordnet.ts';

// Geography from GeoNames, WordNet and CLDR: countries with their names, unions and continents, regions, and towns of 1,000 inhabitants or
// more.

/** `countries`: where it can be (ISO 3166-1 alpha-2). `within`: the regions that contain it. `at`: degrees north and east. */
export interface KnownPlace {
  name: string;
  countries: ReadonlySet<string>;
  within: ReadonlySet<string>;
  /** One or more whole countries: everything in them is in this place. */
  isWhole: boolean;
  at: readonly [north: number, east: number] | null;
  people: number;
  /** All countries with a place of that name, however small. */
  others: ReadonlySet<string>;
  /** Each place of that name; empty for countries. */
  candidates: readonly Pick<KnownPlace, 'countries' | 'within' | 'at' | 'people'>[];
  /** For a part by direction: places beyond `from` degrees are inside, those before `not` outside. */
  side?: { axis: 0 | 1; sign: 1 | -1; from: number; not: number };
}

interface Named {
  countries: string[];
  regions: string[][];
  named: Record<string, string>;
  groups: Record<string, string[]>;
  /** Parts of countries, and the countries that have one of that name. */
  parts: Record<string, string[]>;
  /** States and provinces by postal code. */
  codes: Record<string, [country: string, name: string]>;
}

let opened: (Named & { towns: Texts; number(name: string, i: number): number }) | undefined;
function open() {
  if (opened) return opened;
  const arrays = arraysOf('places');
  const names = arrays.names as Uint8Array;
  opened = {
    ...(JSON.parse(Buffer.from(names.buffer, names.byteOffset, names.byteLength).toString()) as Named),
    towns: new Texts(arrays.name as Uint8Array, arrays.nameAt as Uint32Array),
    number: (name, i) => arrays[name]?.[i] ?? 0,
  };
  return opened;
}

/** Unions without a CLDR code. */
const UNIONS: Record<string, string> = {
  scandinavia: 'DK NO SE', nordics: 'DK FI IS NO SE', 'nordic countries': 'DK FI IS NO SE', benelux: 'BE LU NL', dach: 'AT CH DE', baltics: 'EE LT LV', 'baltic states': 'EE LT LV', 'british isles': 'GB IE IM', eu: 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK', 'middle east': 'AE BH CY EG IL IQ IR JO KW LB OM PS QA SA SY TR YE',
}; // biome-ignore format: a table

const plainName = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[.’']/gu, '').replace(/[-_]/gu, ' ').trim();

const LOCATIONS: readonly number[] = [FIELD.location, FIELD.object];

/** The place that a name means. `small`: includes towns from 1,000 inhabitants, otherwise from 15,000. */
export const placeNamed = (name: string, small = false): KnownPlace | null => known(name, small);
const known = remembered(find, 5000);

const LEAST = { small: 1000, large: 15_000 };
/** European countries that are not on the mainland. */
const ISLANDS = new Set(['GB', 'IE', 'IS', 'MT', 'CY', 'IM', 'JE', 'GG', 'FO']);
/** A town is unambiguous if its rivals are smaller by this factor. */
const RIVAL = 5;
const NONE: ReadonlySet<string> = new Set();

function find(name: string, small: boolean): KnownPlace | null {
  const { named, groups } = open();
  const plain = plainName(name);
  if (/ (?:sea|ocean|atlantic|pacific|pole)$/u.test(plain)) return null;
  if (plain.length < 3 && !/^(?:U\.?S|U\.?K|E\.?U)\.?$/u.test(name)) return null;
  const whole = { name: plain, others: NONE, within: NONE, isWhole: true, at: null, people: 0, candidates: [] };
  const codeOf = (key: string) => (Object.hasOwn(named, key) ? named[key] : undefined);
  const code = codeOf(plain) ?? codeOf(plain.replace(/^the /u, ''));
  if (code) return { ...whole, countries: new Set([code]) };
  const mainland = /^(?:mainland|continental) (?<of>europe)$/u.exec(plain)?.groups?.of;
  if (mainland) return { ...whole, countries: new Set((groups[mainland] ?? []).filter((one) => !ISLANDS.has(one))) };
  const union = Object.hasOwn(UNIONS, plain) ? UNIONS[plain]?.split(' ') : Object.hasOwn(groups, plain) ? groups[plain] : undefined;
  if (union) return { ...whole, countries: new Set(union) };
  return ofCandidates(plain, [...byWords(name), ...byTowns(name, plain, small), ...byParts(name, plain)]);
}

/** The place that an ambiguous name means: the likeliest, with all countries that it may be in. */
function ofCandidates(plain: string, all: readonly Candidate[]): KnownPlace | null {
  const most = Math.max(...all.map(({ people }) => people));
  const likely = all.filter(({ people }) => people * RIVAL > most);
  const [best] = likely.sort((a, b) => b.within.size - a.within.size || b.people - a.people);
  if (!best) return null;
  const countries = new Set(likely.flatMap((one) => [...one.countries]));
  const isSure = likely.every((one) => [...one.countries].every((code) => best.countries.has(code)));
  const at = isSure ? (likely.find((one) => one.at)?.at ?? null) : null;
  const others = new Set(all.flatMap((one) => [...one.countries]));
  return {
    name: plain,
    countries,
    others,
    within: isSure ? new Set(likely.flatMap((one) => [...one.within])) : NONE,
    isWhole: false,
    at,
    people: most,
    candidates: all,
  };
}

/** Selects the place of a name that is in one of the countries (Perth, on a page about Scotland). Unchanged if none is. */
export function placeAmong(place: KnownPlace, countries: ReadonlySet<string>): KnownPlace {
  const there = place.candidates.filter((one) => [...one.countries].some((code) => countries.has(code)));
  return there.length > 0 && there.length < place.candidates.length ? (ofCandidates(place.name, there) ?? place) : place;
}

/** Selects the town that the region or country after it identifies: “Cambridge, Massachusetts”; null if none of that name is there. */
export function placeWithin(place: KnownPlace, outer: Pick<KnownPlace, 'name' | 'countries' | 'isWhole'>): KnownPlace | null {
  const there = place.candidates.filter(({ countries, within }) =>
    outer.isWhole ? [...countries].some((code) => outer.countries.has(code)) : within.has(outer.name),
  );
  return there.length > 0 ? ofCandidates(place.name, there) : null;
}

/** A state or province by its postal code, “TX”; null if unknown. */
export function regionByCode(code: string): Pick<KnownPlace, 'name' | 'countries' | 'isWhole'> | null {
  const { codes } = open();
  const [country, name] = Object.hasOwn(codes, code) ? (codes[code] ?? []) : [];
  return country && name ? { name, countries: new Set([country]), isWhole: false } : null;
}

type Candidate = Pick<KnownPlace, 'countries' | 'within' | 'at' | 'people'>;
/** The population that regions count with, so that they outrank towns of the same name. */
export const REGION = 1_000_000;

/** Places from WordNet, without rivers and seas, which span many countries. */
function byWords(name: string): Candidate[] {
  const { named } = open();
  return meanings(name, 'noun')
    .filter((one) => isName(one) && LOCATIONS.includes(fieldOf(one)) && !linked(one, 'above').some(isWater))
    .flatMap((one) => {
      const names = [...wholesOf(one).keys()]
        .filter((whole) => whole !== one)
        .flatMap(namesOf)
        .map(plainName);
      const countries = new Set(names.flatMap((whole) => named[whole] ?? []));
      const isTown = [...kindsOf(one).keys()].some((kind) =>
        /^(?:city|town|village|municipality|urban area)$/u.test(namesOf(kind)[0] ?? ''),
      );
      const town = isTown
        ? byTowns(name, plainName(name), false).filter((place) => [...place.countries].every((code) => countries.has(code)))
        : [];
      const people = isTown ? (town[0]?.people ?? LEAST.large) : REGION;
      return countries.size > 0 ? [{ countries, within: new Set(names), at: town[0]?.at ?? null, people }] : [];
    });
}

/** Parts of countries. One with a town of its name has the town's location: Wakefield. */
function byParts(name: string, plain: string): Candidate[] {
  const { parts } = open();
  // “Perthshire”: historic counties have no code
  const countries = Object.hasOwn(parts, plain) ? (parts[plain] ?? []) : /^\p{Ll}{3,}shire$/u.test(plain) ? ['GB'] : [];
  const towns = countries.length > 0 ? byTowns(name, plain, true) : [];
  return countries.map((code) => {
    const [town] = towns.filter((one) => one.countries.has(code)).sort((a, b) => b.people - a.people);
    return { countries: new Set([code]), within: town?.within ?? NONE, at: town?.at ?? null, people: REGION };
  });
}

const isWater = (meaning: number) => /^(?:river|ocean|sea|lake)$/u.test(namesOf(meaning)[0] ?? '');

function byTowns(name: string, plain: string, small: boolean): Candidate[] {
  const { towns, number, countries, regions } = open();
  const found: Candidate[] = [];
  for (let i = Math.max(0, towns.find(plain)); i < towns.length && towns.text(i) === plain; i++) {
    const people = 2 ** (number('people', i) / 10);
    if (people < (small ? LEAST.small : LEAST.large) || isCommon(name, people, small)) break;
    const at = [number('latitude', i) / 100, number('longitude', i) / 100] as const;
    found.push({ countries: new Set([countries[number('country', i)] ?? '']), within: new Set(regions[number('admin', i)]), at, people });
  }
  return found;
}

/** Whether a town's name is also a common word: “Nice”, “Reading”, “Bath”. */
function isCommon(name: string, people: number, small: boolean): boolean {
  if (/\s/u.test(name) || people >= 300_000) return false;
  const nouns = meanings(name, 'noun').filter((one) => !isName(one)).length;
  const others = meanings(name, 'verb').length + meanings(name, 'adjective').length;
  return nouns + others > (small ? 3 : 0);
}

/** Countries in both Europe and Asia. */
const ASTRIDE = new Set(['RU', 'TR', 'KZ', 'GE', 'AZ']);

/** Nations within a country; a place is in only one of them. */
const NATIONS = new Set(['england', 'scotland', 'wales', 'northern ireland']);

/** Towns this many degrees apart are different. */
const APART = 0.4;
const isTown = ({ isWhole, at, side }: KnownPlace) => !isWhole && at !== null && side === undefined;
const apartBy = (one: KnownPlace['at'], other: KnownPlace['at']) =>
  one && other ? Math.hypot(one[0] - other[0], (one[1] - other[1]) * Math.cos((one[0] * Math.PI) / 180)) : 0;

/** “West Yorkshire” is in Yorkshire; West Virginia, a state, is not in Virginia. */
const isPartOf = (inner: KnownPlace, outer: KnownPlace) =>
  /^(?:north|south|east|west) /u.test(inner.name) &&
  inner.name.replace(/^\S+ /u, '') === outer.name &&
  [...inner.countries].every((code) => outer.countries.has(code)) &&
  !open().regions.some((names) => names.includes(outer.name));

const isIsland = remembered((name: string) =>
  meanings(name, 'noun').some((one) => isName(one) && [...kindsOf(one).keys()].some((kind) => namesOf(kind)[0] === 'island')),
);

/** Whether one place is in another; null if it may be. */
export function liesIn(inner: KnownPlace, outer: KnownPlace): boolean | null {
  // Paris in Texas is a different place
  if (inner.name === outer.name)
    return [...inner.countries].some((code) => outer.countries.has(code)) && apartBy(inner.at, outer.at) <= APART;
  if (outer.side) return liesBeside(inner, outer, outer.side);
  if (/^(?:asia|europe)$/u.test(outer.name) && [...inner.countries].some((code) => ASTRIDE.has(code))) return null;
  if (inner.within.has(outer.name) || isPartOf(inner, outer)) return true;
  if (isTown(outer) && isTown(inner) && apartBy(inner.at, outer.at) > APART) return false;
  if (NATIONS.has(outer.name) && [inner.name, ...inner.within].some((name) => NATIONS.has(name))) return false;
  const shared = [...inner.countries].filter((code) => outer.countries.has(code)).length;
  if (shared === 0) return [...inner.others].some((code) => outer.countries.has(code)) ? null : false;
  // Palermo is in Italy and in Sicily
  const isOff = /^(?:mainland|continental) /u.test(outer.name) && [inner.name, ...inner.within].some(isIsland);
  return outer.isWhole && shared === inner.countries.size && !isOff ? true : null;
}

function liesBeside(inner: KnownPlace, outer: KnownPlace, { axis, sign, from, not }: NonNullable<KnownPlace['side']>): boolean | null {
  const whole = outer.name.replace(/^\S+\s/u, '');
  const shared = [...inner.countries].filter((code) => outer.countries.has(code)).length;
  if (shared === 0) return [...inner.others].some((code) => outer.countries.has(code)) ? null : false;
  const isWithin = inner.within.has(whole) || (open().named[whole] !== undefined && shared === inner.countries.size);
  const at = inner.at?.[axis];
  if (!isWithin || at === undefined) return null;
  return sign * (at - from) >= 0 ? true : sign * (at - not) <= 0 ? false : null;
}

const SIDES: Record<string, [axis: 0 | 1, sign: 1 | -1]> = {
  north: [0, 1],
  south: [0, -1],
  east: [1, 1],
  west: [1, -1],
  upper: [0, 1],
  lower: [0, -1],
};
/** The share of a country's towns beyond `from` on the far side, and before `not` on the near side. */
const SHARES = { from: 0.7, not: 0.45 };

/** A part of a place by direction, from the coordinates of its towns: “northern England”; null if it is not one. */
export function sideOf(name: string): KnownPlace | null {
  const groups = /^(?<side>north|south|east|west|upper|lower)(?:ern)?\s(?:of\s)?(?<of>\p{L}.*)$/iu.exec(name)?.groups;
  const whole = groups?.of ? placeNamed(groups.of) : null;
  const [axis, sign] = SIDES[groups?.side?.toLowerCase() ?? ''] ?? [null, 1 as const];
  if (!whole || axis === null) return null;
  const { towns, number, countries, regions, named } = open();
  const degrees: number[] = [];
  for (let i = 0; i < towns.length; i++) {
    if (!whole.countries.has(countries[number('country', i)] ?? '')) continue;
    if (named[whole.name] === undefined && !regions[number('admin', i)]?.includes(whole.name)) continue;
    degrees.push((sign * number(axis === 0 ? 'latitude' : 'longitude', i)) / 100);
  }
  if (degrees.length < 20) return null;
  degrees.sort((a, b) => a - b);
  const at = (share: number) => sign * (degrees[Math.floor(share * degrees.length)] ?? 0);
  return {
    ...whole,
    name: plainName(name).replace(/^(north|south|east|west)ern /u, '$1 '),
    isWhole: false,
    within: new Set([...whole.within, whole.name]),
    side: { axis, sign, from: at(SHARES.from), not: at(SHARES.not) },
  };
}

/** The country of an adjective or demonym: “Dutch”, “Slovene”. */
export function countryOf(word: string): KnownPlace | null {
  if (!/^\p{Lu}/u.test(word)) return null;
  const { named } = open();
  for (const meaning of meanings(word, 'adjective'))
    for (const country of linked(meaning, 'pertains'))
      for (const name of namesOf(country)) if (named[plainName(name)]) return placeNamed(name);
  return null;
}
