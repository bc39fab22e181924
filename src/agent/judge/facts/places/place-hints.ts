import type { KnownPlace } from '../../../../knowledge/places/geography.ts';
import { placeNamed } from '../../../../knowledge/places/named.ts';
import { placesIn } from '../../../../language/places.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';

/** A place that a page gives for its subject. `lies`: whether it is in the place asked for; `isPlain`: whether the page says so plainly. */
export interface Seen {
  unit: FactUnit;
  /** The name as written, and its offset in the unit's text. */
  name: string;
  at: number;
  place: KnownPlace;
  lies: boolean;
  isPlain: boolean;
}

const HINT = /(?:^|\.)(?:address(?:Locality|Country|Region)?|location\.address|jobLocation\.name)$/u;

/** The places that structured data gives for the page's subject. */
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

/** A post code with its town, or a street number and, after a comma, a country's name. */
const ADDRESS =
  /\b\d{4,6}\s\p{Lu}\p{L}+|\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}\b|,\s\p{Lu}\p{L}+\s[A-Z]{1,2}\d{1,2}[A-Z]?\b|^(?=\D{0,200}\d).{0,200},\s\p{Lu}\p{L}+\.?$/u;

/** Whether a line contains a name from the page's titles or heading. */
const namesSubject = ({ page, title, heading }: FactPage, text: string): boolean =>
  [...`${page.title} ${title} ${heading.text}`.matchAll(/\p{Lu}[\p{L}’'-]{2,}/gu)].some(([name]) => text.includes(name));

/** “Burg Thierstein Betriebs-GmbH, Kufstein, Austria”. */
const endsInCountry = (text: string) => {
  const name = /,\s(?<country>\p{Lu}[\p{L} ]+)\.?$/u.exec(text)?.groups?.country;
  return name !== undefined && placeNamed(name)?.isWhole === true;
};
/** The first sentence of a line, which is no longer than an address. */
const firstSentence = (line: string) => {
  const text = line.slice(0, 300);
  return /^.*?[\p{L})]{3,}\.(?=\s\p{Lu})/u.exec(text)?.[0] ?? text;
};

/** The places in addresses in the page's footer. */
export function ofAddresses(read: FactPage, lies: (place: KnownPlace) => boolean | null): Seen[] {
  return (
    read.foot
      // only lines that name the page's subject: other addresses are those of its site
      .filter(({ text }) => (ADDRESS.test(firstSentence(text)) || endsInCountry(firstSentence(text))) && namesSubject(read, text))
      .flatMap((unit) =>
        placesIn(unit.text, true).flatMap(({ name, at, place }) => {
          const is = lies(place);
          return is === null ? [] : [{ unit, name, at, place, lies: is, isPlain: true }];
        }),
      )
  );
}
