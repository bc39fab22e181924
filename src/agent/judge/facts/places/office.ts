import type { KnownPlace } from '../../../../knowledge/places/geography.ts';
import { liesIn } from '../../../../knowledge/places/lies-in.ts';
import { type Answer, OPEN } from '../../../../language/asks/ask.ts';
import { isOpenList } from '../../../../language/english/proper-names.ts';
import { type NamedPlace, placesIn } from '../../../../language/places.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { assertedAt } from '../said.ts';

const OFFICE_LABEL =
  /^(?!.*\b(?:hir\w+|remote|job|candidates?|regions?)\b).*\b(?:offices?|head ?quarters?|hq|branch(?:es)?|locations?|based in|address(?:es)?)\b|^where (?:we|they) are$/iu;
const OFFICES = /\b(?:offices?|branch(?:es)?|headquarters?|headquartered)\b/iu;

const MAIN = /\b(?:(?:main|head)[\s-]?(?:offices?|quarters?|branch)|hq)\b/iu;

/** The places of a list of offices, each read separately: “Munich, Paris and New York”. */
const listedIn = (text: string): NamedPlace[] =>
  [...text.matchAll(/[^,;|/()&]+/gu)].flatMap(({ 0: part, index }) => placesIn(part, true).map((one) => ({ ...one, at: index + one.at })));

/** “Offices in Boston and Lagos”. */
function isSaidOf(text: string, { at }: NamedPlace): boolean {
  const before = text.slice(0, at);
  return OFFICES.test(before) && /(?:\b(?:in|at|near)\s(?:the\s)?|,\s|\b(?:and|or)\s|&\s)$/u.test(before);
}

/** Judges whether the page's subject has an office in one of the places. A list of offices is complete unless it says otherwise. */
export function answerOffice(read: FactPage, places: readonly KnownPlace[], isDenied: boolean): Answer {
  let [there, elsewhere]: (FactUnit | undefined)[] = [];
  let isWhole = true;
  for (const unit of read.units) {
    const isLabelled = OFFICE_LABEL.test(unit.label);
    if (unit.isHeading || !(isLabelled || OFFICES.test(unit.text))) continue;
    for (const { name, at, place } of isLabelled
      ? listedIn(unit.text)
      : placesIn(unit.text, false).filter((one) => isSaidOf(unit.text, one))) {
      if (assertedAt(read, unit, at, at + name.length) !== 'yes') continue;
      const lies = places.map((one) => liesIn(place, one));
      if (lies.includes(true)) there ??= unit;
      else if (lies.includes(null)) isWhole = false;
      else if (isLabelled) elsewhere ??= unit;
    }
    // there may be offices besides a head office
    if (isLabelled && (isOpenList(unit.text) || MAIN.test(`${unit.label} ${unit.text}`))) isWhole = false;
  }
  const says = (has: boolean): 'yes' | 'no' => (has !== isDenied ? 'yes' : 'no');
  if (there) return { says: says(true), unit: there, why: 'it has an office there' };
  return elsewhere && isWhole
    ? { says: says(false), unit: elsewhere, why: 'its offices are elsewhere' }
    : { ...OPEN, unit: elsewhere ?? null };
}
