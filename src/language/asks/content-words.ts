import { countryOf } from '../../knowledge/places/named.ts';
import { isName, meanings } from '../../knowledge/wordnet.ts';

/** Words without a meaning of their own in a criterion. */
export const LIGHT = new Set(
  'you they we can dont let lets just has have having had is are be been was were with that which who get gets got offer offers offered provide provides provided include includes included including come comes feature features contain contains own available use uses used using there its it their an a the of for to in on at by from and or as any some this these do does did can could will would may also only not no without never make makes made work works working where when something anything open-to very good best great new other different various certain your our my main proper nice lovely decent give gives giving receive receives want wants need needs end ends'.split(
    ' ',
  ),
);

/** The content words of a text. */
export const tellingWords = (text: string): string[] =>
  (text.match(/[\p{L}][\p{L}\p{N}'’+#-]*/gu) ?? []).filter((word) => word.length > 1 && !LIGHT.has(word.toLowerCase()));

/** Keeps pairs that are one expression together: “swimming pool”, “part time”. */
export function inPairs(words: readonly string[], isOne: (pair: string) => boolean): string[] {
  const found: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const [word = '', next] = [words[i], words[i + 1]];
    const isPair = next !== undefined && isOne(`${word} ${next}`);
    found.push(isPair ? `${word} ${next}` : word);
    if (isPair) i++;
  }
  return found;
}

const PARTS = ['noun', 'verb', 'adjective', 'adverb'] as const;

/** Lowers the first letter of an ordinary word: “takes dogs”, but “NYC” and “Japanese” stay. */
export function uncapitalized(text: string): string {
  const word = /^\p{Lu}\p{Ll}+(?!\p{L})/u.exec(text)?.[0];
  if (!word || countryOf(word)) return text;
  const isCommon = PARTS.some((part) => meanings(word, part).some((meaning) => !isName(meaning)));
  return isCommon ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
