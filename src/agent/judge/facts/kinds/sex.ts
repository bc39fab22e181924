import { type FactPage, introOf } from '../fact-page.ts';
import type { KindAnswer } from './kind.ts';

const SHE = /\b(?:she|her|hers|herself|Ms|Mrs)\b/giu;
const HE = /\b(?:he|his|him|himself|Mr)\b/giu;
/** How many times more often a page must use the pronouns of one sex than those of the other. */
const MOSTLY = 3;

/** Judges “woman” or “man” by the pronouns of the page; null if another kind is asked. */
export function sexOf(read: FactPage, noun: string): KindAnswer | null {
  const isWoman = /^(?:wom[ae]n|females?)$/iu.test(noun);
  if (!isWoman && !/^(?:m[ae]n|males?)$/iu.test(noun)) return null;
  const text = read.page.text.slice(0, 50_000);
  const [own, other] = (isWoman ? [SHE, HE] : [HE, SHE]).map((form) => text.match(form)?.length ?? 0) as [number, number];
  const said = (form: RegExp) => read.units.find((unit) => unit.text.match(form) !== null) ?? introOf(read);
  if (own > 0 && own >= MOSTLY * other) return { kind: 'shown', unit: said(isWoman ? SHE : HE), why: 'the page uses those pronouns' };
  if (other > 0 && other >= MOSTLY * own)
    return { kind: 'other', unit: said(isWoman ? HE : SHE), why: 'the page uses pronouns of the other sex' };
  return { kind: 'open', unit: introOf(read), why: 'the page does not say' };
}
