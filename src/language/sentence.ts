/** So many words in small letters within a line are a sentence, which tells its language however short the page is. */
const WORDS = 8;
const SMALL = /(?<!\p{L})\p{Ll}{2,}/gu;
/** Scripts without small letters; a line of so many of theirs is a sentence. */
const CASELESS = /\p{Lo}/gu;
const LETTERS = 20;

/** Whether any line of a text is a sentence, rather than a name, a heading or a figure. */
export const holdsSentence = (text: string) =>
  text.split('\n').some((line) => (line.match(SMALL)?.length ?? 0) >= WORDS || (line.match(CASELESS)?.length ?? 0) >= LETTERS);
