import type { Page } from '../../domain/page/page.ts';

const LIKE = 0.9;
const SHARED = 0.8;
const SHINGLE = 5;
const MAX_WORDS = 3000;
const MAX_TITLE = 300;

const foldedTitle = (title: string) =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ')
    .slice(0, MAX_TITLE) ?? '';
const numbersIn = (text: string) => (text.match(/\p{N}+/gu) ?? []).join(' ');

/** Whether two titles say the same but for spelling: 90 % of their folded characters, and every number ("Part 1" is not "Part 2"). */
export function areTitlesAlike(one: string, other: string): boolean {
  const [a, b] = [foldedTitle(one), foldedTitle(other)];
  if (a === '' || b === '' || numbersIn(a) !== numbersIn(b)) return false;
  const longest = Math.max(a.length, b.length);
  const allowed = Math.floor(longest * (1 - LIKE) + 1e-9);
  return Math.abs(a.length - b.length) <= allowed && distance(a, b) <= allowed;
}

/** Levenshtein's edit distance, in UTF-16 units. */
function distance(a: string, b: string): number {
  if (a === b) return 0;
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const line = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (above[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      line.push(Math.min(swap, (above[j] as number) + 1, (line[j - 1] as number) + 1));
    }
    above = line;
  }
  return above[b.length] as number;
}

type Words = Pick<Page, 'text' | 'blocks'>;

/**
 * Whether two pages say the same: four fifths of the runs of five words of the shorter one stand in the other (Broder's containment, over
 * the first 3,000 words that are not boilerplate).
 */
export function areTextsAlike(one: Words, other: Words): boolean {
  const [small, large] = [shinglesOf(one), shinglesOf(other)].sort((a, b) => a.size - b.size) as [Set<string>, Set<string>];
  if (small.size === 0) return false;
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared++;
  return shared >= SHARED * small.size;
}

function shinglesOf({ text, blocks }: Words): Set<string> {
  const main = text.split('\n').filter((_, i) => !blocks[i]?.boilerplate);
  const words = (
    main
      .join(' ')
      .slice(0, MAX_WORDS * 12)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, MAX_WORDS);
  const shingles = new Set<string>();
  if (words.length === 0) return shingles;
  for (let i = 0; i + Math.min(SHINGLE, words.length) <= words.length; i++) shingles.add(words.slice(i, i + SHINGLE).join(' '));
  return shingles;
}
