import { createRequire } from 'node:module';
import type { Synset } from './wordnet.ts';

/** A name as it is looked up: without accents and marks, in small letters. */
export const plain = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[.’']/gu, '').replace(/[-_]/gu, ' ').trim();

export interface City {
  name: string;
  country: string;
  adminCode: string;
  population: number;
  /** Degrees east and north. */
  loc: { coordinates: [number, number] };
}
interface Words {
  synsets: Map<string, Synset>;
  senses: Map<string, string[]>;
}

/** Codes of countries by what they are called: by CLDR, and by the words that WordNet has for the same. */
export function countryNames({ synsets, senses }: Words): Map<string, string> {
  const english = createRequire(import.meta.url)('cldr-localenames-full/main/en/territories.json').main.en.localeDisplayNames
    .territories as Record<string, string>;
  const names = new Map<string, string>();
  for (const [key, name] of Object.entries(english)) {
    const [code = ''] = key.split('-');
    if (/^[A-Z]{2}$/u.test(code) && !/^(?:EU|EZ|UN|QO|ZZ|XA|XB)$/u.test(code)) names.set(plain(name.replace(/ & /gu, ' and ')), code);
  }
  for (const [name, code] of [...names])
    for (const key of senses.get(name) ?? []) {
      const one = synsets.get(key);
      if (one?.pos === 0 && one.field === 15 && one.within.length > 0)
        for (const lemma of one.lemmas) if (plain(lemma).length > 1 && !names.has(plain(lemma))) names.set(plain(lemma), code);
    }
  return names;
}

/** Of each part of a country that GeoNames has a code for, what it is called: what WordNet says that most of the cities there lie in. */
export function regionsOf(cities: readonly City[], words: Words, countries: ReadonlyMap<string, string>): Map<string, string[]> {
  const { synsets, senses } = words;
  const closures = new Map<string, Set<string>>();
  const wholes = (key: string): Set<string> => {
    const known = closures.get(key);
    if (known) return known;
    const found = new Set([key]);
    for (const one of found) for (const up of synsets.get(one)?.within ?? []) found.add(up);
    closures.set(key, found);
    return found;
  };
  const codeOf = (key: string) =>
    synsets
      .get(key)
      ?.lemmas.map((lemma) => countries.get(plain(lemma)))
      .find(Boolean);
  const votes = new Map<string, { cities: number; of: Map<string, number> }>();
  for (const { name, country, adminCode, population } of cities) {
    if (population < 15_000) continue;
    for (const key of senses.get(name.toLowerCase()) ?? []) {
      const land = [...wholes(key)].find((one) => one !== key && codeOf(one) === country);
      if (!land) continue;
      const regions = [...wholes(key)].filter(
        (one) => one !== key && one !== land && wholes(one).has(land) && synsets.get(one)?.field === 15,
      );
      if (regions.length === 0) continue;
      const admin = `${country}.${adminCode}`;
      const vote = votes.get(admin) ?? { cities: 0, of: new Map<string, number>() };
      votes.set(admin, vote);
      vote.cities++;
      for (const region of regions) vote.of.set(region, (vote.of.get(region) ?? 0) + 1);
      break;
    }
  }
  const found = new Map<string, string[]>();
  for (const [admin, { cities: all, of }] of votes) {
    const regions = [...of].filter(([, count]) => count >= 0.6 * all).map(([key]) => key);
    const names = regions.flatMap((key) => synsets.get(key)?.lemmas.map(plain) ?? []);
    if (names.length > 0) found.set(admin, [...new Set(names)]);
  }
  return found;
}
