const NAME = "\\p{Lu}[\\p{L}.'’-]*(?:\\s(?:(?:van|von|de|der|den|da|di|del|la|le|bin|al)\\s)*\\p{Lu}[\\p{L}.'’-]*){1,4}";
const NAMES = new RegExp(`${NAME}(?:(?:,?\\s(?:and|&)\\s|[,;]\\s|\\s[|·]\\s)${NAME})*`, 'gu');
const JOINT = /,?\s(?:and|&)\s|[,;]\s|\s[|·]\s/u;

/** Names of two to five words and lists of them, with the number of names: "Ada Lovelace, Alan Turing and Grace Hopper" has three. */
export const namesIn = (text: string): { start: number; end: number; count: number }[] =>
  [...text.matchAll(NAMES)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    count: match[0].split(JOINT).length,
  }));
