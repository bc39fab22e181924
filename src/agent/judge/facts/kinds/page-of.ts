import { isFirstName } from '../../../../language/english/proper-names.ts';
import type { FactPage } from '../fact-page.ts';

// Tests whether a page is about a person, is a job advert, or is a report about other people or organisations.

const PERSON = /\b(?:he|she|his|her|him|born|died|aged|I am|my)\b/giu;
/** Whether the page has at least `times` words that refer to a person, such as “she” or “born”. */
export const mentionsPerson = ({ page: { text } }: FactPage, times = 2) => (text.slice(0, 20_000).match(PERSON)?.length ?? 0) >= times;

const ADVERTS =
  /\b(?:apply|applications?|salary|vacancy|we (?:are|['’]re) looking for|we offer|job|position|(?:full|part)[- ]time|permanent contract|hours (?:a|per) week|cv|probation|start date)\b/giu;
/** Whether a page is a job advert. If the request looks for jobs as a “nurse”, the right page is an advert, not a page about a nurse. */
export const isAdvert = ({ page: { text } }: FactPage) =>
  new Set((text.slice(0, 20_000).match(ADVERTS) ?? []).map((word) => word.toLowerCase())).size >= 3;

const REPORTS =
  /\b(?:said|says|according to|report(?:ed|s)?|survey|found that|council|spokes(?:man|woman|person)|association|minister|mayor|last year)\b/giu;
const SPEAKS = /\b(?:we|our|us|you|your|I|my)\b/giu;
/** Whether a page is a report about others, such as a news article: outside quotations it has no “we”, “you” or “I”. */
export function isReport({ units }: FactPage): boolean {
  const text = units.map((unit) => unit.text.replace(/["“][^"”]*["”]/gu, ' ')).join(' ');
  return (text.match(REPORTS)?.length ?? 0) >= 3 && (text.match(SPEAKS)?.length ?? 0) === 0;
}

const NAME = /^(?<first>\p{Lu}[\p{L}’'-]+)(?:\s\p{Lu}[\p{L}’'.-]*){1,3}(?=$|\s?[,|–—-])/u;
/** Whether a page is a profile: its heading begins with a personal name, and it has “he”, “she”, “his” or “her” at least three times. */
export function isProfile({ heading, page: { text } }: FactPage): boolean {
  const first = NAME.exec(heading.text)?.groups?.first;
  return first !== undefined && isFirstName(first) && (text.slice(0, 20_000).match(/\b(?:he|she|his|her)\b/giu)?.length ?? 0) >= 3;
}
