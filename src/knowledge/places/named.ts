import { remembered } from '../../domain/text.ts';
import { linked, meanings, namesOf } from '../wordnet.ts';
import { byParts, byTowns, byWords, type Candidate } from './candidates.ts';
import { type KnownPlace, NONE, openGeography, plainName } from './geography.ts';

/** Unions without a CLDR code. */
const UNIONS: Record<string, string> = {
  scandinavia: 'DK NO SE', nordics: 'DK FI IS NO SE', 'nordic countries': 'DK FI IS NO SE', benelux: 'BE LU NL', dach: 'AT CH DE', baltics: 'EE LT LV', 'baltic states': 'EE LT LV', 'british isles': 'GB IE IM', eu: 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK', 'middle east': 'AE BH CY EG IL IQ IR JO KW LB OM PS QA SA SY TR YE',
}; // biome-ignore format: a table

/** The place that a name means. `small`: includes towns from 1,000 inhabitants, otherwise from 15,000. */
export const placeNamed = (name: string, small = false): KnownPlace | null => known(name, small);
const known = remembered(find, 5000);

/** European countries that are not on the mainland. */
const ISLANDS = new Set(['GB', 'IE', 'IS', 'MT', 'CY', 'IM', 'JE', 'GG', 'FO']);
/** A town is unambiguous if its rivals are smaller by this factor. */
const RIVAL = 5;

function find(name: string, small: boolean): KnownPlace | null {
  const { named, groups } = openGeography();
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
  const { codes } = openGeography();
  const [country, name] = Object.hasOwn(codes, code) ? (codes[code] ?? []) : [];
  return country && name ? { name, countries: new Set([country]), isWhole: false } : null;
}

/** The country of an adjective or demonym: “Dutch”, “Slovene”. */
export function countryOf(word: string): KnownPlace | null {
  if (!/^\p{Lu}/u.test(word)) return null;
  const { named } = openGeography();
  for (const meaning of meanings(word, 'adjective'))
    for (const country of linked(meaning, 'pertains'))
      for (const name of namesOf(country)) if (named[plainName(name)]) return placeNamed(name);
  return null;
}
