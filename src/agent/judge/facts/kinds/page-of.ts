import { isFirstName } from '../../../../language/english/proper-names.ts';
import type { FactPage } from '../fact-page.ts';

// Tests whether a page is about a person, advertises a job, or reports on others.

const PERSON = /\b(?:he|she|his|her|him|born|died|aged|I am|my)\b/giu;
/** Whether a page uses words about a person at least `times` times. */
export const speaksOfPerson = ({ page: { text } }: FactPage, times = 2) => (text.slice(0, 20_000).match(PERSON)?.length ?? 0) >= times;

const ADVERTS =
  /\b(?:apply|applications?|salary|vacancy|we (?:are|['’]re) looking for|we offer|job|position|(?:full|part)[- ]time|permanent contract|hours (?:a|per) week|cv|probation|start date)\b/giu;
/** Whether a page is a job advert: a “nurse” looked for among jobs is one. */
export const isAdvert = ({ page: { text } }: FactPage) =>
  new Set((text.slice(0, 20_000).match(ADVERTS) ?? []).map((word) => word.toLowerCase())).size >= 3;

const REPORTS =
  /\b(?:said|says|according to|report(?:ed|s)?|survey|found that|council|spokes(?:man|woman|person)|association|minister|mayor|last year)\b/giu;
const SPEAKS = /\b(?:we|our|us|you|your|I|my)\b/giu;
/** Whether a page reports on others, as news does: it speaks neither of itself nor to its reader. */
export function isReport({ units }: FactPage): boolean {
  const text = units.map((unit) => unit.text.replace(/["“][^"”]*["”]/gu, ' ')).join(' ');
  return (text.match(REPORTS)?.length ?? 0) >= 3 && (text.match(SPEAKS)?.length ?? 0) === 0;
}

const NAME = /^(?<first>\p{Lu}[\p{L}’'-]+)(?:\s\p{Lu}[\p{L}’'.-]*){1,3}(?=$|\s?[,|–—-])/u;
/** Whether a page is a profile of a person: its title is a personal name, and it uses that person's pronouns. */
export function isProfile({ heading, page: { text } }: FactPage): boolean {
  const first = NAME.exec(heading.text)?.groups?.first;
  return first !== undefined && isFirstName(first) && (text.slice(0, 20_000).match(/\b(?:he|she|his|her)\b/giu)?.length ?? 0) >= 3;
}
