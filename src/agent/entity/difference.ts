/** Of the lines that only one of two texts has, so many are compared with those of the other. */
const LINES = 100;
const MAX_WORDS = 400;
/** More words that differ are another sentence. */
const NAME_WORDS = 6;

/** Lines about the page rather than the thing: their numbers and names change from one visit to the next. */
const OF_THE_PAGE =
  /\b(?:ago|views?|visits?|visitors|comments?|shares?|likes?|downloads?|print(?:ed)?|retrieved|accessed|generated|rendered|page|copyright|cookies?|related|read (?:more|next)|next|previous|share|today)\b|©/iu;

/** A name, a number or a date: what tells two things of one kind apart. */
const NAME = /\p{N}|(?<![\p{L}\p{N}])\p{Lu}/u;

interface Line {
  text: string;
  /** Its words as they are compared, and as they are written. */
  words: string[];
  written: string[];
}

/**
 * Whether a line of one text is a line of the other but for a name, a number or a date that stands in its place: “Location: Berlin” and “Location: Madrid”.
 * What only one of them says tells nothing.
 */
export function differByName(one: string, other: string): boolean {
  const [a, b] = [linesOf(one), linesOf(other)];
  const onlyIn = (lines: Map<string, Line>, others: Map<string, Line>) =>
    [...lines].flatMap(([key, line]) => (others.has(key) || OF_THE_PAGE.test(line.text) ? [] : [line])).slice(0, LINES);
  const [left, right] = [onlyIn(a, b), onlyIn(b, a)];
  return left.some((line) => right.some((rival) => isOneOfTwo(line, rival)));
}

function linesOf(text: string): Map<string, Line> {
  const lines = new Map<string, Line>();
  for (const line of text.split('\n')) {
    const written = (line.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
    const words = written.map((word) => word.toLowerCase());
    if (words.length > 0) lines.set(words.join(' '), { text: line, words, written });
  }
  return lines;
}

function isOneOfTwo(one: Line, other: Line): boolean {
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
  const isShort = Math.max(mine.length, theirs.length) <= NAME_WORDS;
  return isShort && [mine, theirs].every((words) => words.some((word) => NAME.test(word)));
}
