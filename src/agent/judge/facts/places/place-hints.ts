import { type KnownPlace, placeNamed } from '../../../../knowledge/places.ts';
import { placesIn } from '../../../../language/places.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';

/** How a page speaks of a place of its subject's: plainly, or as it seems. */
export interface Seen {
  unit: FactUnit;
  /** What is named there, and where in the unit's text. */
  name: string;
  at: number;
  place: KnownPlace;
  lies: boolean;
  isPlain: boolean;
}

const HINT = /(?:^|\.)(?:address(?:Locality|Country|Region)?|location\.address|jobLocation\.name)$/u;

/** Where structured data says that the page's subject is. */
export function ofHints({ page, units, heading }: FactPage, lies: (place: KnownPlace) => boolean | null): Seen[] {
  return page.hints
    .filter(({ path }) => HINT.test(path))
    .flatMap(({ value }) =>
      placesIn(value, true).flatMap(({ name, place }) => {
        const is = lies(place);
        const unit = units.find(({ text }) => text.includes(name)) ?? heading;
        return is === null ? [] : [{ unit, name, at: unit.text.indexOf(name), place, lies: is, isPlain: true }];
      }),
    );
}

/** A post code with its town, or a street number and a country's name behind a comma. */
const ADDRESS =
  /\b\d{4,6}\s\p{Lu}\p{L}+|\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}\b|,\s\p{Lu}\p{L}+\s[A-Z]{1,2}\d{1,2}[A-Z]?\b|^(?=\D{0,200}\d).{0,200},\s\p{Lu}\p{L}+\.?$/u;

/** Whether a line holds a name out of the page's title, with that of its site, or of its heading. */
const namesSubject = ({ page, title, heading }: FactPage, text: string): boolean =>
  [...`${page.title} ${title} ${heading.text}`.matchAll(/\p{Lu}[\p{L}’'-]{2,}/gu)].some(([name]) => text.includes(name));

/** “Burg Thierstein Betriebs-GmbH, Kufstein, Austria”. */
const endsInCountry = (text: string) => {
  const name = /,\s(?<country>\p{Lu}[\p{L} ]+)\.?$/u.exec(text)?.groups?.country;
  return name !== undefined && placeNamed(name)?.isWhole === true;
};
/** Of a line that is no longer than an address. */
const firstSentence = (line: string) => {
  const text = line.slice(0, 300);
  return /^.*?[\p{L})]{3,}\.(?=\s\p{Lu})/u.exec(text)?.[0] ?? text;
};

/** Addresses in what is furniture: at the foot of a page. */
export function ofAddresses(read: FactPage, lies: (place: KnownPlace) => boolean | null): Seen[] {
  return (
    read.foot
      // of a line that names the page's subject: others are its site's
      .filter(({ text }) => (ADDRESS.test(firstSentence(text)) || endsInCountry(firstSentence(text))) && namesSubject(read, text))
      .flatMap((unit) =>
        placesIn(unit.text, true).flatMap(({ name, at, place }) => {
          const is = lies(place);
          return is === null ? [] : [{ unit, name, at, place, lies: is, isPlain: true }];
        }),
      )
  );
}
