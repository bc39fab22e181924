import { remembered } from '../../domain/text.ts';
import { stemOf } from '../english/lexicon.ts';
import { phraseOf } from './phrases.ts';
import type { Quality } from './qualities.ts';

/** The codes of languages that many people speak, as CLDR names them. */
const CODES =
  'ar bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu id is it ja ka ko lb lt lv mk ms mt nl no pl pt ro ru sk sl sq sr sv sw ta th tr uk ur vi zh'.split(
    ' ',
  );
const IN_ENGLISH = new Intl.DisplayNames(['en'], { type: 'language' });
const NAMES: ReadonlySet<string> = new Set(CODES.map((code) => (IN_ENGLISH.of(code) ?? '').toLowerCase()));
/** The stems of the names of languages that people speak. */
export const TONGUE_STEMS: readonly string[] = [...NAMES].map(stemOf);

const ASKED =
  /^(?:is\s|are\s)?(?:(?:taught|held|given|available|spoken|tours?|lessons?|courses?|guides?|support)\s)?(?:in\s|speaks?\s|spoke\s|speaking\s|(?:where\s)?(?:they|people|you|staff)\s(?:can\s)?speaks?\s)?(?:where\s)?(?<name>\p{L}+)(?:[\s-](?:speaking|spoken|is enough|is spoken|language|at work|in the team|guides?|tours?|enough|version|interface))*$/iu;

/** A language of people that is asked for: “taught in German”, “where English is enough”, “in French”; null where none is. */
export const tongueAsked = remembered((text: string): Quality | null => {
  const name = ASKED.exec(text.trim())?.groups?.name?.toLowerCase() ?? '';
  if (!NAMES.has(name) || text.trim().toLowerCase() === name) return null;
  const yes = [
    `in +${name}`,
    `in +${[...NAMES].join('/')} and/or/well .. ${name}`,
    `${name} +speaking/spoken/language/tour/guide/edition/version/interface`,
    ...(/\b(?:courses?|class(?:es)?|lessons?|learn\w*)\b/iu.test(text) ? [`${name} +course/lesson/class`] : []),
    `speak .. ${name}`,
    `fluent .. ${name}`,
    `language/languages/taught/spoken .. ${name}`,
    `${name} .. spoken/fluent/native/mother`,
  ];
  return {
    asks: [{ allowed: new Set(['language', 'languages', 'spoken', 'taught', 'interface'].map(stemOf)), keys: [] }],
    nots: [],
    yes: yes.map(phraseOf),
    no: [`no ${name}`, `not .. in ${name}`, `${name} .. not spoken/available/needed`].map(phraseOf),
  };
});
