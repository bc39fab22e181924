import type { KnownPlace } from '../../../../knowledge/places/geography.ts';
import { placeAmong } from '../../../../knowledge/places/named.ts';
import { placesIn } from '../../../../language/places.ts';
import type { FactPage } from '../fact-page.ts';

/** The number of units that are searched for the page's country. */
const LOOKED = 120;
/** The least number of votes for a country. */
const ENOUGH = 2;
/** Towns with fewer people do not vote: a hamlet's name may mean anything. */
const TOWN = 15_000;
/** A name that several places have means the city of at least this many people. */
const CITY = 120_000;
/** The votes of a sign. */
const SIGN = 2;
/** Signs of one country alone: its currency, its addresses. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/£\s?\d|\d pounds?\b(?!\s(?:of|in weight))|\bpounds? sterling\b|\+44[\s(]|\.co\.uk\b|\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}\b/u, 'GB'],
  [
    /,\s(?:A[KLRZ]|C[AOT]|DC|DE|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])\s\d{5}(?:-\d{4})?\b(?!,\s(?!US))|\bZIP code\b|\+1[\s(-]\d{3}/u,
    'US',
  ],
  [/\+61[\s(]|\.com\.au\b/u, 'AU'],
  [/\+353[\s(]/u, 'IE'],
];

type Votes = ReadonlyMap<string, number>;
const known = new WeakMap<FactPage, Votes>();

/** The votes of a page's places and signs for each country. */
function votesOf(read: FactPage): Votes {
  const found = known.get(read) ?? find(read);
  known.set(read, found);
  return found;
}

function find({ units }: FactPage): Votes {
  const votes = new Map<string, number>();
  const vote = (code: string, weight = 1) => votes.set(code, (votes.get(code) ?? 0) + weight);
  for (const unit of units.slice(0, LOOKED)) {
    for (const [sign, code] of SIGNS) if (sign.test(unit.text)) vote(code, SIGN);
    for (const { place, isLed } of placesIn(unit.text, unit.label !== '')) {
      if (!isLed && unit.label === '') continue;
      const [code = ''] = place.countries;
      const isOfOne = place.isWhole
        ? place.countries.size === 1
        : place.countries.size === 1 && place.people >= (place.others.size === 1 ? TOWN : CITY);
      if (isOfOne) vote(code);
    }
  }
  return votes;
}

/** The country with the most votes, at least `enough`; empty if two have as many. */
function homeOf(votes: Votes, enough: number): ReadonlySet<string> {
  const most = Math.max(enough, ...votes.values());
  const first = [...votes].filter(([, count]) => count === most).map(([code]) => code);
  return new Set(first.length === 1 ? first : []);
}

/** The place that a page means by an ambiguous name: which Perth or Durham. For a famous city another meaning needs one vote more. */
export const meantBy = (read: FactPage, place: KnownPlace): KnownPlace =>
  place.others.size > 1 ? placeAmong(place, homeOf(votesOf(read), place.people >= CITY ? ENOUGH + 1 : ENOUGH)) : place;
