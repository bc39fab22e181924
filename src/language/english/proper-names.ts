import nlp from 'compromise';
import { remembered } from '../../domain/text.ts';

/**
 * A capitalised word of a name: "O'Neil", "Jean-Luc", "MySQL.com", "J.". Each letter matches in one way only, to avoid catastrophic
 * backtracking.
 */
const WORD = String.raw`\p{Lu}(?:\.(?=[\s,])|(?:[\p{L}\p{N}'’&-]|\.(?=[\p{L}\p{N}]))*)`;
/** The name of a person or organisation in English: capitalised words with particles and suffixes. */
export const NAME = String.raw`${WORD}(?:\s(?:(?:of|the|and|for|de|van|von|der|del|da|&)\s(?=(?:the\s)?\p{Lu}))?${WORD}){0,5}(?:,?\s(?:Inc|Ltd|LLC|GmbH|Corp|AG|BV|SA|AB|Oy|SE)\b\.?)?`;
/** The name of a person, without "and" or "the". */
export const PERSON = String.raw`${WORD}(?:\s(?:(?:de|van|von|der|den|del|da|di|la|le|al|el|bin|ibn|dos)\s){0,2}${WORD}){0,4}(?:,?\s(?:Jr|Sr|II|III|IV)\b\.?)?`;
const GLUE = String.raw`(?:\s?[,;]\s?(?:and\s)?|\s(?:and|&)\s)`;
export const NAMES = `${NAME}(?:${GLUE}${NAME}){0,30}`;
export const PERSONS = `${PERSON}(?:${GLUE}${PERSON}){0,30}`;

/** Whether a list says that it is incomplete: "et al.", "and others", "and 20 more", "including". */
export const isOpenList = (text: string) =>
  /\bet\.? al\b|\b(?:and|&|plus|or)\s(?:(?:many|several|some|a few|\d+)\s)?(?:others?|more)\b|\betc\b|…|\.\.\.|\bincluding\b|\bincludes?\b|\bsuch as\b|\bamong(?:st)?\b|\be\.?g\b|\bfor (?:example|instance)\b|\b(?:some|one|two|several|many) of\b/iu.test(
    text,
  );

/**
 * Whether a name may be a short or inverted form of the one asked for: same family name, no contradicting first name ("A. Lee", "Lee,
 * Ann").
 */
export function mayBeName(text: string, asked: string): boolean {
  const words = (some: string) =>
    some
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
  const [wanted, said] = [words(asked), words(text)];
  const family = wanted.at(-1);
  const first = wanted[0]?.[0];
  if (family === undefined || wanted.length < 2) return false;
  return said.some((word, i) => {
    const [before, after] = [said[i - 1], said[i + 1]];
    return (
      word === family &&
      [before, after].some(
        (other) => other !== undefined && (other === first || other === wanted[0] || (wanted[0]?.length === 1 && other[0] === first)),
      )
    );
  });
}

/** The names in a list: "Ann Lee, Bob Roe and Cy Moe" are three. */
export function splitNames(list: string): string[] {
  return list
    .replace(/\([^)]*\)|<[^>]*>|\bet al\.?$/gu, ' ')
    .replace(/\s*[.:]\s*$/u, '')
    .split(
      /;/u.test(list) && /\p{Lu}[\p{L}'-]+,\s\p{Lu}/u.test(list)
        ? /\s*(?:;|\s(?:and|&)\s)\s*/u
        : /\s*(?:[,;|·•/]|\s(?:and|or|&|und|et)\s)\s*(?:(?:and|or)\s)?/u,
    )
    .map((name) => name.replace(/^(?:and|or|by|the)\s/u, '').trim())
    .filter((name) => name !== '' && !/^(?:Jr|Sr|Inc|Ltd|LLC|PhD|MD)\.?$/u.test(name));
}

/** Whether a text contains the name asked for: all its words in order, or the family name if only that is asked. */
export function holdsName(text: string, asked: string): boolean {
  const words = (some: string) =>
    some
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/\([^)]*\)/gu, ' ')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
  const said = words(text);
  const wanted = words(asked);
  if (wanted.length === 0) return false;
  return said.some((_, i) => {
    let at = i;
    return wanted.every((word, j) => {
      // a middle name or initial may be in between
      const step = said.slice(at, at + (j === 0 ? 1 : 2)).indexOf(word);
      if (step < 0) return false;
      at += step + 1;
      return true;
    });
  });
}

/** Whether compromise knows a word as a first name. */
export const isFirstName = remembered((word: string): boolean => nlp(word).has('#FirstName'), 2000);
