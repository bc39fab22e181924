import { placeNamed } from '../../knowledge/places.ts';
import { familyOf, isCopyleft, isOpenSource, isPermissive, languageNamed, licencesIn } from '../../knowledge/software.ts';
import { isWord } from '../../knowledge/words.ts';
import type { Ask } from './ask.ts';

const WRITTEN =
  /^(?:is\s)?(?:(?:written|implemented|coded|programmed|developed|built)\s(?:entirely\s|mostly\s|purely\s)?(?:in|with)|in)\s(?<name>\S+)$/iu;

/** A licence or a programming language that a criterion asks for; null where it asks for neither. */
export function softwareAsk(text: string): Ask | null {
  if (
    /licen[cs]e|licensed|open[- ]source|copyleft|\bpermissive/iu.test(text) &&
    !/\b(?:driv\w+|plates?|software|tool|library)\b/iu.test(text)
  ) {
    if (/permissive/iu.test(text)) return { type: 'licence', name: 'permissive', is: isPermissive };
    if (/copyleft/iu.test(text)) return { type: 'licence', name: 'copyleft', is: isCopyleft };
    const families = licencesIn(text).map(({ id }) => familyOf(id));
    if (families.length > 0)
      return { type: 'licence', name: [...new Set(families)].join(' or '), is: (id) => families.includes(familyOf(id)) };
    if (/open[- ]source/iu.test(text)) return { type: 'licence', name: 'open source', is: isOpenSource };
  }
  const name = WRITTEN.exec(text)?.groups?.name;
  const language = name && (/\p{Lu}/u.test(name) || !isWord(name)) ? languageNamed(name) : null;
  return language && !placeNamed(name ?? '')?.isWhole ? { type: 'language', name: language } : null;
}
