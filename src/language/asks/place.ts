import type { KnownPlace } from '../../knowledge/places/geography.ts';
import { countryOf, placeNamed } from '../../knowledge/places/named.ts';
import { sideOf } from '../../knowledge/places/sides.ts';
import { isWord, meanings } from '../../knowledge/wordnet.ts';
import type { Ask } from './ask.ts';

const PLACED =
  /^(?<not>not\s)?(?:is\s|lies\s)?(?:(?:based|located|headquartered|situated|made|held|takes? place|set|living|lived|resides?|resided|produced|manufactured|grown|brewed|lives?|works?|worked|born)\s)?(?<denied>outside\s)?(?:in|from|native to|endemic to|near|inside|within|outside|at)\s(?:the\s)?(?<place>\S.*)$/iu;

const MONTH_NAMED = /\b(?:in|during|over)\s(?:january|february|march|april|may|june|july|august|september|october|november|december)\b/iu;

/** The place that a criterion asks for; null if none. */
export function placeAsk(text: string): Ask | null {
  const office = officeAsk(text);
  if (office) return office;
  const groups = MONTH_NAMED.test(text) ? undefined : PLACED.exec(text)?.groups;
  const places = groups?.place ? placesNamed(groups.place) : ofPeoples(text);
  const isBirth = /^born\b/iu.test(text);
  const isSeat = /^(?:is\s)?(?:based|located|headquartered|situated)\b/iu.test(text);
  return places.length > 0
    ? {
        type: 'place',
        places,
        isBirth,
        isSeat,
        isMade: /^(?:is\s)?(?:made|produced|manufactured|grown|brewed)\b/iu.test(text),
        isOffice: false,
        isDenied: /^outside\b/iu.test(text) || (groups?.denied ?? groups?.not) !== undefined,
      }
    : null;
}

/** “Dutch”, “Spanish or Portuguese”, “UK”. */
function ofPeoples(text: string): KnownPlace[] {
  const names = text.split(/\s(?:or|and)\s/u);
  if (!names.every((name) => /^\p{Lu}\p{L}+$/u.test(name))) return [];
  const places = names.map((name) => countryOf(name) ?? (/^(?:UK|US|USA|EU)$/u.test(name) ? placeNamed(name) : null));
  return places.every((one) => one !== null) ? places : [];
}

const OFFICE =
  /^(?:(?:has|have)\s)?(?<no>no\s|not an?\s|without an?\s)?(?:an?\s|any\s)?(?:(?<there>\p{Lu}[\p{L}. -]*?)(?:-based)?\s)?(?:offices?|branch(?:es)?)(?:\s(?:in|at)\s(?<place>\S.*))?$/iu;

/** “Office in Germany”, “No US office”. */
function officeAsk(text: string): Ask | null {
  const { no, there, place } = OFFICE.exec(text)?.groups ?? {};
  const isThere =
    there !== undefined && /^\p{Lu}/u.test(there) && (!isWord(there.toLowerCase()) || !/\p{Ll}/u.test(there) || countryOf(there) !== null);
  const country = isThere ? (countryOf(there) ?? placeNamed(there)) : null;
  const places = place ? placesNamed(place) : country ? [country] : [];
  return places.length > 0
    ? { type: 'place', places, isBirth: false, isSeat: false, isMade: false, isOffice: true, isDenied: no !== undefined }
    : null;
}

/** The places in “Germany, Austria or Switzerland”, “Germany Austria Switzerland” and “scotland”; none if any word is not a place. */
function placesNamed(text: string): KnownPlace[] {
  const whole = named(text);
  if (whole) return [whole];
  const parts = text.split(/,\s(?:or\s|and\s)?|\s(?:or|and)\s(?:in\s)?/u);
  if (parts.length > 1) {
    const places = parts.map(named);
    return places.every((one) => one !== null) ? places : [];
  }
  const words = text.split(/\s/u);
  const places = words.map((word) => (/^\p{Lu}/u.test(word) ? named(word) : null));
  return words.length > 1 && places.every((one) => one !== null) ? places : [];
}

function named(text: string): KnownPlace | null {
  const bare = text.replace(/^the\s/iu, '').trim();
  if (/^\p{Ll}/u.test(bare)) {
    // lower case counts only if the word has no other meaning
    const capital = bare.replace(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase());
    return isWord(bare) && !meanings(bare, 'noun').length ? null : placeOf(capital, isWord(bare));
  }
  return placeOf(bare, false);
}

function placeOf(name: string, isCommon: boolean): KnownPlace | null {
  const found = placeNamed(name, !isCommon);
  const side = found?.isWhole ? null : sideOf(name);
  if (side) return side;
  return isCommon && found && !found.isWhole && found.people < 300_000 ? null : found;
}
