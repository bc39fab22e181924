import { isFirstName } from '../../../../language/english/names.ts';
import type { FactPage } from '../fact-page.ts';

// What a page is of beside a thing: a person, an advert for somebody, a report on others.

const PERSON = /\b(?:he|she|his|her|him|born|died|aged|I am|my)\b/giu;
/** Whether a page speaks of one person, so many times at least. */
export const speaksOfPerson = ({ page: { text } }: FactPage, times = 2) => (text.slice(0, 20_000).match(PERSON)?.length ?? 0) >= times;

const ADVERTS =
  /\b(?:apply|applications?|salary|vacancy|we (?:are|['’]re) looking for|we offer|job|position|(?:full|part)[- ]time|permanent contract|hours (?:a|per) week|cv|probation|start date)\b/giu;
/** Whether a page looks for somebody: of a “nurse” that is asked among jobs, it is an advert. */
export const isAdvert = ({ page: { text } }: FactPage) =>
  new Set((text.slice(0, 20_000).match(ADVERTS) ?? []).map((word) => word.toLowerCase())).size >= 3;

const REPORTS =
  /\b(?:said|says|according to|report(?:ed|s)?|survey|found that|council|spokes(?:man|woman|person)|association|minister|mayor|last year)\b/giu;
const SPEAKS = /\b(?:we|our|us|you|your|I|my)\b/giu;
/** Whether a page reports on others, as news do: it neither speaks of itself nor to its reader. */
export function isReport({ units }: FactPage): boolean {
  const text = units.map((unit) => unit.text.replace(/["“][^"”]*["”]/gu, ' ')).join(' ');
  return (text.match(REPORTS)?.length ?? 0) >= 3 && (text.match(SPEAKS)?.length ?? 0) === 0;
}

const NAME = /^(?<first>\p{Lu}[\p{L}’'-]+)(?:\s\p{Lu}[\p{L}’'.-]*){1,3}(?=$|\s?[,|–—-])/u;
/** Whether a page is of somebody: its title is a name, and it speaks of him or her. */
export function isProfile({ heading, page: { text } }: FactPage): boolean {
  const first = NAME.exec(heading.text)?.groups?.first;
  return first !== undefined && isFirstName(first) && (text.slice(0, 20_000).match(/\b(?:he|she|his|her)\b/giu)?.length ?? 0) >= 3;
}
