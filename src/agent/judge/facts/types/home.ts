import { type KnownPlace, placeAmong } from '../../../../knowledge/places.ts';
import type { FactPage } from '../fact-page.ts';
import { placesIn } from './named-places.ts';

/** So many units of a page tell in which country it is at home. */
const LOOKED = 120;
/** So many places and signs tell a country. */
const ENOUGH = 2;
/** What speaks of one country alone: its money, its addresses. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/£\s?\d|\bpounds? sterling\b|\+44[\s(]|\.co\.uk\b|\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}\b/u, 'GB'],
  [
    /,\s(?:A[KLRZ]|C[AOT]|DC|DE|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])\s\d{5}(?:-\d{4})?\b(?!,\s(?!US))|\bZIP code\b|\+1[\s(-]\d{3}/u,
    'US',
  ],
  [/\+61[\s(]|\.com\.au\b/u, 'AU'],
  [/\+353[\s(]/u, 'IE'],
];

const known = new WeakMap<FactPage, ReadonlySet<string>>();

/** The country that most of a page's places and addresses speak of, which tells whose Perth or Durham it means; none where two are as likely. */
function homeOf(read: FactPage): ReadonlySet<string> {
  const found = known.get(read) ?? find(read);
  known.set(read, found);
  return found;
}

function find({ units }: FactPage): ReadonlySet<string> {
  const votes = new Map<string, number>();
  const vote = (code: string) => votes.set(code, (votes.get(code) ?? 0) + 1);
  for (const unit of units.slice(0, LOOKED)) {
    for (const [sign, code] of SIGNS) if (sign.test(unit.text)) vote(code);
    for (const { place, isLed } of placesIn(unit.text, unit.label !== '')) {
      if (!isLed && unit.label === '') continue;
      const [code = '', ...others] = place.countries;
      if (others.length === 0) vote(code);
    }
  }
  const most = Math.max(ENOUGH, ...votes.values());
  const first = [...votes].filter(([, count]) => count === most).map(([code]) => code);
  return new Set(first.length === 1 ? first : []);
}

/** The place that a page means by a name which several have. */
export const meantBy = (read: FactPage, place: KnownPlace): KnownPlace => (place.others.size > 1 ? placeAmong(place, homeOf(read)) : place);
