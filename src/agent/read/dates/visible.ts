import { monthNamed } from './months.ts';

/** A whole date in a line of text: `start` and `end` are offsets in the line. */
export interface WrittenDate {
  start: number;
  end: number;
  /** YYYY-MM-DD. */
  day: string;
  /** Whether its day and month could be swapped. */
  isUnsure: boolean;
}

const YEAR = '(?:19[89]|20\\d)\\d';
const PATTERN = new RegExp(
  [
    `(?<![\\d.,/-])(?<y1>${YEAR})(?<s1>[-/.])(?<m1>\\d{1,2})\\k<s1>(?<d1>\\d{1,2})(?!\\d|[/.-]\\d)`,
    `(?<y2>${YEAR})\\s?[年년]\\s?(?<m2>\\d{1,2})\\s?[月월]\\s?(?<d2>\\d{1,2})\\s?[日일]`,
    `(?<![\\d.,/-])(?<a3>\\d{1,2})\\s?(?<s3>[./-])\\s?(?<b3>\\d{1,2})\\s?\\k<s3>\\s?(?<y3>${YEAR}|\\d\\d)(?!\\d|[/-]\\d)`,
    `(?<![\\d.,])(?<d4>\\d{1,2})(?:st|nd|rd|th|er|º|ª|\\.|-го)?(?:\\s+de|\\s+of)?[\\s\\u00a0/-]+(?<m4>\\p{L}[\\p{L}\\p{M}]{2,})\\.?,?(?:\\s+del?)?[\\s\\u00a0/-]+(?<y4>${YEAR})(?!\\d)`,
    `(?<!\\p{L})(?<m5>\\p{L}[\\p{L}\\p{M}]{2,})\\.?[\\s\\u00a0]+(?<d5>\\d{1,2})(?:st|nd|rd|th)?,?[\\s\\u00a0]+(?<y5>${YEAR})(?!\\d)`,
    `(?<![\\d.,])(?<y6>${YEAR})[.,]?[\\s-]+(?<m6>\\p{L}[\\p{L}\\p{M}]{2,})\\.?[\\s-]+(?<d6>\\d{1,2})(?!\\d)`,
  ].join('|'),
  'giu',
);

/** A year, or two numbers with a separator: most lines have neither. */
const MAY_BE = /(?:19[89]|20\d)\d|\d\s?[./]\s?\d\d?\s?[./]/;

/** The whole dates of a line, in order: with day, month and year, in the languages of months.ts. */
export function findWrittenDates(line: string, language: string | null, monthFirst: boolean): WrittenDate[] {
  if (!MAY_BE.test(line)) return [];
  const found: WrittenDate[] = [];
  for (const match of line.matchAll(PATTERN)) {
    const read = partsOf(match.groups ?? {}, language, monthFirst);
    const day = read && dayOf(read.year, read.month, read.day);
    if (day) found.push({ start: match.index, end: match.index + match[0].length, day, isUnsure: read.isUnsure });
  }
  return found;
}

interface Parts {
  year: number;
  month: number | null;
  day: number;
  isUnsure: boolean;
}

function partsOf(g: Record<string, string | undefined>, language: string | null, monthFirst: boolean): Parts | null {
  if (g.y1) return { year: Number(g.y1), month: Number(g.m1), day: Number(g.d1), isUnsure: false };
  if (g.y2) return { year: Number(g.y2), month: Number(g.m2), day: Number(g.d2), isUnsure: false };
  if (g.y3) {
    if (g.y3.length === 2 && g.s3 !== '.' && g.s3 !== '/') return null;
    const year = g.y3.length === 2 ? 2000 + Number(g.y3) : Number(g.y3);
    const [a, b] = [Number(g.a3), Number(g.b3)];
    const isMonthFirst = b > 12 || (a <= 12 && g.s3 === '/' && monthFirst);
    return { year, month: isMonthFirst ? a : b, day: isMonthFirst ? b : a, isUnsure: g.s3 === '/' && a <= 12 && b <= 12 && a !== b };
  }
  const [year, word, day] = g.y4 ? [g.y4, g.m4, g.d4] : g.y5 ? [g.y5, g.m5, g.d5] : [g.y6, g.m6, g.d6];
  return { year: Number(year), month: monthNamed(word ?? '', language), day: Number(day), isUnsure: false };
}

/** The day in ISO 8601; null if it does not exist. */
export function dayOf(year: number, month: number | null, day: number): string | null {
  if (month === null || month < 1 || month > 12 || day < 1) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}
