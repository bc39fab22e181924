import { FIELD, fieldOf, isName, kindsOf, linked, meanings, namesOf, wholesOf } from '../wordnet.ts';
import { type KnownPlace, NONE, openGeography, plainName } from './geography.ts';

export type Candidate = Pick<KnownPlace, 'countries' | 'within' | 'at' | 'people'>;
/** The population that regions count with, so that they outrank towns of the same name. */
export const REGION = 1_000_000;

const LOCATIONS: readonly number[] = [FIELD.location, FIELD.object];

const LEAST = { small: 1000, large: 15_000 };

/** Places from WordNet, without rivers and seas, which span many countries. */
export function byWords(name: string): Candidate[] {
  const { named } = openGeography();
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
export function byParts(name: string, plain: string): Candidate[] {
  const { parts } = openGeography();
  // “Perthshire”: historic counties have no code
  const countries = Object.hasOwn(parts, plain) ? (parts[plain] ?? []) : /^\p{Ll}{3,}shire$/u.test(plain) ? ['GB'] : [];
  const towns = countries.length > 0 ? byTowns(name, plain, true) : [];
  return countries.map((code) => {
    const [town] = towns.filter((one) => one.countries.has(code)).sort((a, b) => b.people - a.people);
    return { countries: new Set([code]), within: town?.within ?? NONE, at: town?.at ?? null, people: REGION };
  });
}

const isWater = (meaning: number) => /^(?:river|ocean|sea|lake)$/u.test(namesOf(meaning)[0] ?? '');

export function byTowns(name: string, plain: string, small: boolean): Candidate[] {
  const { towns, number, countries, regions } = openGeography();
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
