import { type KnownPlace, liesIn } from '../../../../knowledge/places.ts';
import { isOpenList } from '../../../../language/english/names.ts';
import { type Answer, OPEN } from '../asks/ask.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { assertedAt } from '../said.ts';
import { placesIn } from './named-places.ts';

const OFFICE_LABEL =
  /^(?!.*\b(?:hir\w+|remote|job|candidates?|regions?)\b).*\b(?:offices?|head ?quarters?|hq|branch(?:es)?|locations?|based in|address(?:es)?)\b|^where (?:we|they) are$/iu;
const OFFICES = /\b(?:offices?|branch(?:es)?|headquarters?|headquartered)\b/iu;

/** Whether the page's subject has an office in one of the places; a list of its offices is whole unless it says otherwise. */
export function answerOffice(read: FactPage, places: readonly KnownPlace[], isDenied: boolean): Answer {
  let [there, elsewhere]: (FactUnit | undefined)[] = [];
  let isWhole = true;
  for (const unit of read.units) {
    const isLabelled = OFFICE_LABEL.test(unit.label);
    if (unit.isHeading || !(isLabelled || OFFICES.test(unit.text))) continue;
    for (const { name, at, place, isLed } of placesIn(unit.text, isLabelled)) {
      const isListed = OFFICES.test(unit.text.slice(0, at)) && /(?:,|\b(?:and|or)|&)\s$/u.test(unit.text.slice(0, at));
      if (!(isLabelled || isLed || isListed) || assertedAt(read, unit, at, at + name.length) !== 'yes') continue;
      const lies = places.map((one) => liesIn(place, one));
      if (lies.includes(true)) there ??= unit;
      else if (lies.includes(null)) isWhole = false;
      else if (isLabelled) elsewhere ??= unit;
    }
    if (isLabelled && isOpenList(unit.text)) isWhole = false;
  }
  const says = (has: boolean): 'yes' | 'no' => (has !== isDenied ? 'yes' : 'no');
  if (there) return { says: says(true), unit: there, why: 'it has an office there' };
  return elsewhere && isWhole
    ? { says: says(false), unit: elsewhere, why: 'its offices are elsewhere' }
    : { ...OPEN, unit: elsewhere ?? null };
}
