import { stemOf } from '../english/lexicon.ts';
import type { Ask } from './ask.ts';

/** CLDR codes of widely spoken languages. */
const CODES =
  'ar bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu id is it ja ka ko lb lt lv mk ms mt nl no pl pt ro ru sk sl sq sr sv sw ta th tr uk ur vi zh'.split(
    ' ',
  );
const nameIn = (code: string, locale: string) => (new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? '').toLowerCase();
/** Human languages by their English and native names: “german”, “deutsch”. */
const TONGUES: ReadonlyMap<string, string> = new Map(
  CODES.flatMap((code) => [code, 'en'].map((locale) => [nameIn(code, locale), nameIn(code, 'en')] as const)),
);
/** The stems of the English names of human languages. */
export const TONGUE_STEMS: readonly string[] = [...new Set(TONGUES.values())].map(stemOf);

/** The English name of a human language; null for other words. */
export const tongueNamed = (word: string): string | null => TONGUES.get(word.toLowerCase()) ?? null;

/** What can be in a language: tours, guides, a program's interface, courses, or people's speech. */
export type TongueOf = 'tour' | 'guide' | 'interface' | 'course' | 'speech' | 'any';

const OF: readonly (readonly [TongueOf, RegExp])[] = [
  ['guide', /^audio[- ]?guides?$/iu],
  ['tour', /^(?:tours?|guides?|visits?)$/iu],
  ['interface', /^(?:interface|version|menus?|support|manual|documentation|website|edition)$/iu],
  ['course', /^(?:taught|course|class|classes|lessons?|teaching|held|instruction|programme)$/iu],
  ['speech', /^(?:speaks?|speaking|spoke|spoken|enough|fine|talks?|helps|work)$/iu],
];
/** Words that may accompany a language and ask nothing else. */
const BESIDE =
  /^(?:not|doesn['’]t|don['’]t|do|is|are|it|where|they|people|you|staff|somebody|someone|in|at|the|a|an|team|has|have|with|does|do|offers?|offered|gives?|given|available|guided|audio|languages?|and|or|also|can|only|just|text|labels?)$/iu;

const DENIED = /\bnot\b|n['’]t\b/iu;

const OF_ITS_KIND = /\p{L}+\s(?:courses?|class|classes|lessons?|menus?|programmes?|teaching|instruction|manual|documentation)$/iu;

/** The human language in “taught in German”, “where English is enough” or “has guided tours in French”; null if none. */
export function tongueAsk(text: string): Ask | null {
  const words = text.replace(/\baudio[- ]guide/giu, 'audioguide').match(/[\p{L}’'-]+/gu) ?? [];
  const isDenied = DENIED.test(text);
  // a “Spanish course” or a “French menu” may be in any language
  if (OF_ITS_KIND.test(text)) return null;
  const names = words.flatMap((word) => tongueNamed(word.replace(/-speaking$/iu, '')) ?? []);
  const [name, ...or] = names;
  // “German” alone is an origin
  if (!name || (words.length < 2 && !/-speaking$/iu.test(text)) || /\bonly\b/iu.test(text) || (names.length > 1 && !/\bor\b/iu.test(text)))
    return null;
  const others = words.filter((word) => !tongueNamed(word.replace(/-speaking$/iu, '')) && !BESIDE.test(word));
  const of = OF.find(([, form]) => others.some((word) => form.test(word)))?.[0] ?? (/-speaking\b/iu.test(text) ? 'speech' : 'any');
  if (!others.every((word) => OF.some(([, form]) => form.test(word)))) return null;
  return { type: 'tongue', name, or, of, isEnough: /\b(?:enough|fine)\b/iu.test(text), isDenied };
}
