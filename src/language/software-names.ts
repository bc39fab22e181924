import { languageNamed } from '../knowledge/software.ts';
import { isWord } from '../knowledge/wordnet.ts';

const LICENCES = /\b(?:mit|bsd|isc|a?gpl|lgpl|mpl|epl|apache|mozilla|unlicense)(?=v?\d|\b)/giu;
const OF_LICENCE =
  /\blicen[cs]|\bunder\s(?:the\s|an?\s)?(?:mit|bsd|isc|a?gpl|lgpl|mpl|epl|apache)\b|\b(?:mit|bsd|apache|gpl)(?:,|\s?\/|\sor|\sand)\s?(?:mit|bsd|apache|gpl)\b/iu;
const WRITTEN = /\b(?:written|implemented|coded|programmed|developed|built)\s(?:\p{L}+ly\s)?(?:in|with)\s(?:pure\s|plain\s)?/giu;
/** Names in a list: “rust, go or c++”. */
const LISTED = /(?<name>[\p{L}][\p{L}\p{N}+#.]*)(?<glue>,\s?|\s(?:or|and)\s|\s?\/\s?)?/uy;
const WORD = /(?<![\p{L}\p{N}-])\p{Ll}[\p{L}\p{N}]{2,}(?![\p{L}\p{N}-])/gu;

/**
 * Restores the capitals of licences and programming languages where the words around them show that they are meant: “written in rust”,
 * “mit licence”. People type requests without them.
 */
export function withSoftwareNames(text: string): string {
  let cased = text;
  if (OF_LICENCE.test(text))
    cased = cased.replace(LICENCES, (name) =>
      name.length > 4 ? `${name[0]?.toUpperCase()}${name.slice(1).toLowerCase()}` : name.toUpperCase(),
    );
  for (const { index, 0: before } of [...cased.matchAll(WRITTEN)]) cased = withLanguages(cased, index + before.length);
  // “javascript” is nothing else
  return cased.replace(WORD, (word) => (isWord(word) ? word : (languageNamed(word) ?? word)));
}

/** The text with the capitals of the languages that are listed from `start` on. */
function withLanguages(text: string, start: number): string {
  let cased = text;
  LISTED.lastIndex = start;
  for (let found = LISTED.exec(text); found; found = LISTED.exec(text)) {
    const { name = '', glue } = found.groups ?? {};
    const language = languageNamed(name);
    if (!language) break;
    if (language.length === name.length) cased = `${cased.slice(0, found.index)}${language}${cased.slice(found.index + name.length)}`;
    if (!glue) break;
  }
  return cased;
}
