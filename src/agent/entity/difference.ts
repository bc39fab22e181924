/** The most lines of each text that are compared among those that the other text lacks. */
const LINES = 100;
const MAX_WORDS = 400;
/** If more words differ, it is another sentence. */
const NAME_WORDS = 6;
/** The most words of a value in a table or list. */
const CELL_WORDS = 4;

/** Lines about the page, not its subject: their numbers and names change between visits. */
const OF_THE_PAGE =
  /^\s*(?:[\d.,\s]+\s?(?:views?|visits?|visitors|comments?|shares?|likes?|downloads?|people online)\b|(?:views?|visits?|visitors|comments?|likes?|online now|session|your cart|cart)\b[\s:(]*[\d.,]+|(?:last |page )?(?:printed|retrieved|accessed|generated|rendered|updated|viewed)\b|page \d|read (?:more|next)|(?:next|previous)(?: (?:article|post|page|story))?\s*[:»«→←]?|related(?: (?:articles|posts|pages|stories))?\s*:|share (?:this|on)|©|copyright ©)|\bago\s*(?:by\b.*)?$/iu;

/** A name, a number or a date, which distinguish two things of one kind. */
const NAME = /\p{N}|(?<![\p{L}\p{N}])\p{Lu}|[+#]$/u;

interface Line {
  text: string;
  /** The words as they are compared, and as they are written. */
  words: string[];
  written: string[];
  /** The preceding line as it is compared: in a table or list it is the label. */
  before: string;
}

/**
 * Whether a line of one text equals a line of the other except for a name, number or date: “Location: Berlin” and “Location: Madrid”. Lines
 * without a counterpart do not count.
 */
export function differByName(one: string, other: string): boolean {
  const [a, b] = [linesOf(one), linesOf(other)];
  const onlyIn = (lines: Map<string, Line>, others: Map<string, Line>) =>
    [...lines].flatMap(([key, line]) => (others.has(key) || OF_THE_PAGE.test(line.text) ? [] : [line])).slice(0, LINES);
  const [left, right] = [onlyIn(a, b), onlyIn(b, a)];
  return left.some((line) => right.some((rival) => isOneOfTwo(line, rival)));
}

/** Words with the signs that belong to them: “C++”, “1.5”. */
const WORD = /[-−+\p{Sc}]?\d[\d.,:/]*\d|[\p{L}\p{M}\p{N}]+(?:\+\+?|#)?/gu;

function linesOf(text: string): Map<string, Line> {
  const lines = new Map<string, Line>();
  let before = '';
  for (const line of text.split('\n')) {
    const written = (line.match(WORD) ?? []).slice(0, MAX_WORDS);
    const words = written.map((word) => word.toLowerCase());
    const key = words.join(' ');
    if (words.length > 0 && !lines.has(key)) lines.set(key, { text: line, words, written, before });
    if (words.length > 0) before = key;
  }
  return lines;
}

/** A label and its value: “Location: Berlin”. */
const LABELLED = /^\s*([^:：]{1,40})[:：]\s*(\S.{0,80})$/u;

function isOneOfTwo(one: Line, other: Line): boolean {
  const [mineNamed, theirsNamed] = [LABELLED.exec(one.text), LABELLED.exec(other.text)];
  if (mineNamed && theirsNamed && mineNamed[1]?.trim().toLowerCase() === theirsNamed[1]?.trim().toLowerCase()) return true;
  // values of table cells or list items, each on a line of its own
  const isCell = !mineNamed && !theirsNamed && Math.max(one.words.length, other.words.length) <= CELL_WORDS;
  if (
    isCell &&
    one.before !== '' &&
    one.before === other.before &&
    [one, other].every(({ written }) => written.some((word) => NAME.test(word)))
  )
    return true;
  const [a, b] = [one.words, other.words];
  const least = Math.min(a.length, b.length);
  let head = 0;
  while (head < least && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < least - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  if (head + tail === 0) return false;
  const [mine, theirs] = [one, other].map(({ words, written }) => written.slice(head, words.length - tail)) as [string[], string[]];
  if (mine.length === 0 || theirs.length === 0 || head + tail < Math.max(mine.length, theirs.length)) return false;
  const differ =
    mine.length === theirs.length ? mine.flatMap((word, i) => (a[head + i] === b[head + i] ? [] : [[word, theirs[i] as string]])) : null;
  if (differ) return differ.some(([left, right]) => NAME.test(left as string) && NAME.test(right as string));
  const areShort = Math.max(mine.length, theirs.length) <= NAME_WORDS;
  return areShort && [mine, theirs].every((words) => words.some((word) => NAME.test(word)));
}
