/** A line with this number of words in lower case is a sentence, which identifies its language even on a short page. */
const WORDS = 8;
const SMALL = /(?<!\p{L})\p{Ll}{2,}/gu;
/** For scripts without case: the number of letters that makes a line a sentence. */
const CASELESS = /\p{Lo}/gu;
const LETTERS = 20;

/** Whether any line of a text is a sentence rather than a name, a heading or a figure. */
export const holdsSentence = (text: string) =>
  text.split('\n').some((line) => (line.match(SMALL)?.length ?? 0) >= WORDS || (line.match(CASELESS)?.length ?? 0) >= LETTERS);
