import { REGION } from '../knowledge/places/candidates.ts';
import type { KnownPlace } from '../knowledge/places/geography.ts';
import { countryOf, placeNamed, placeWithin, regionByCode } from '../knowledge/places/named.ts';
import { sideOf } from '../knowledge/places/sides.ts';
import { languageNamed } from '../knowledge/software.ts';
import { isName, meanings } from '../knowledge/wordnet.ts';
import { isFirstName } from './english/proper-names.ts';

/** A run of capitalised words, including particles of place names. */
const CAPITALS =
  /(?<![\p{L}\p{N}.])(?:U\.S\.(?:A\.)?|U\.K\.)|(?<![\p{L}\p{N}])(?:St\.?\s|San\s|Santa\s|São\s|El\s|La\s|Le\s|Los\s|Las\s|Den\s|The\s)?\p{Lu}[\p{L}’'-]+(?:\s(?:am|an der|ob der|on|upon|de|del|della|dei|do|da|of|in|im|le|la|du|sur|and)\s\p{Lu}[\p{L}’'-]+|\s\p{Lu}[\p{L}’'-]+){0,3}/gu;
/** Words that introduce a location. */
const LED =
  /(?:\b(?:in|at|near|from|outside|(?:cit(?:y|ies)|town|village|district|suburb|quarter|heart|centre|center|outskirts|edge|part|coast|port|region|valley|state|county|province|island|north|south|east|west) of|around|across|to|between|based in|Place|Location)\s(?:the\s(?:\p{L}+\s){0,2}|an?\s\p{L}+\s|quiet\s|downtown\s|central\s|northern\s|southern\s|eastern\s|western\s)?|,\s|[|–—-]\s|\()$/u;
/** Words after which even a common English word is the name of a place. */
const LED_IN = /(?:\b(?:in|at|near|from|outside|around|of|based in)\s(?:the\s)?|,\s)$/u;
const MONTH = /^(?:January|February|March|April|May|June|July|August|September|October|November|December)$/u;

export interface NamedPlace {
  name: string;
  at: number;
  place: KnownPlace;
  /** Whether the words before it introduce a location. */
  isLed: boolean;
  /** Whether the state or country after it identifies the place. */
  isQualified: boolean;
}

/** The places in a text. `isLoose`: small towns count without words that introduce them. */
export function placesIn(text: string, isLoose: boolean): NamedPlace[] {
  const found: NamedPlace[] = [];
  for (const { 0: run, index } of text.matchAll(CAPITALS)) {
    const words = [...run.matchAll(/[^\s-]+(?:-\p{Ll}[^\s-]*)*/gu)];
    for (let i = 0; i < words.length; ) i += take(text, { index, run, words, i }, isLoose, found);
  }
  return found;
}

/** With this population, a name is almost always the town; “Lincoln” is also a man's name. */
const CITY = 300_000;

/** Unambiguous places: countries, regions, cities, and towns followed by their state or country. */
export const plainPlacesIn = (text: string): NamedPlace[] =>
  placesIn(text, false).filter(({ place, isQualified }) => isQualified || place.isWhole || place.people >= CITY);

/** A suburb has fewer inhabitants than the town that follows it, by this factor. */
const SUBURB = 3;

const PART = /^(?:North|South|East|West)(?:ern)?\s\p{Lu}/u;
/** The postal code of a state or province after a town: “Austin, TX”. */
const CODE = /^,\s([A-Z]{2,3})(?![\p{L}\p{N}])/u;
/** Countries that are known by their initials. */
const SHORT = /^(?:USA?|UK|UAE)$/u;

interface At {
  index: number;
  run: string;
  words: RegExpExecArray[];
  i: number;
}

/** “Nice”, “Reading”: a place only after words that introduce one. */
const isCommon = (name: string) =>
  !/\s/u.test(name) &&
  ((['verb', 'adjective', 'adverb'] as const).some((part) => meanings(name, part).some((one) => !isName(one))) ||
    meanings(name, 'noun').filter((one) => !isName(one)).length > 2);

/** Takes the longest place that begins at a word; returns its number of words, 1 if there is none. */
function take(text: string, { index, run, words, i }: At, isLoose: boolean, found: NamedPlace[]): number {
  const from = words[i]?.index ?? 0;
  const before = text.slice(Math.max(0, index + from - 30), index + from);
  for (let count = Math.min(4, words.length - i); count > 0; count--) {
    const last = words[i + count - 1];
    const whole = run.slice(from, (last?.index ?? 0) + (last?.[0].length ?? 0)).replace(/['’]s$/u, '');
    const name = whole.replace(/-based$/iu, '');
    const after = text.slice(index + from + whole.length);
    const isLed = LED.test(before) || name !== whole || /^-based\b/u.test(after);
    const isWord = MONTH.test(name) || (!(isLed && LED_IN.test(before)) && isCommon(name));
    const known = isWord || languageNamed(name) ? null : placeNamed(name, isLoose || isLed);
    // “North Wales” is not a town of that name elsewhere; “West Virginia” is a region of its own
    const part = known?.isWhole || (known && known.people >= REGION) || !PART.test(name) ? null : sideOf(name);
    const place = part ?? known ?? (SHORT.test(name) ? countryOf(name) : null);
    // “Servus from Anna and Toni”
    if (!place || (count === 1 && !place.isWhole && place.people < REGION / 2 && isFirstName(name))) continue;
    const previous = found.at(-1);
    if (previous && !previous.place.isWhole && text.slice(previous.at + previous.name.length, index + from) === ', ') {
      // “Vancouver, Washington”, “Headingley, Leeds”: the words after a place identify it
      const meant = placeWithin(previous.place, place);
      if (meant) Object.assign(previous, { place: meant, isQualified: true });
      // “London, Berlin” are two places
      const isWider = place.isWhole || place.at === null || previous.place.people * SUBURB < place.people;
      if (isWider && ![...previous.place.countries].some((code) => place.countries.has(code))) found.pop();
    }
    const state = regionByCode(CODE.exec(after)?.[1] ?? '');
    const meant = state && placeWithin(place, state);
    found.push({ name, at: index + from, place: meant ?? place, isLed, isQualified: meant !== null });
    return count;
  }
  return 1;
}
