import { LRUCache } from 'lru-cache';
import type { Page } from '../../domain/page/page.ts';
import { differByName } from './difference.ts';

const SHARED = 0.8;
const SHINGLE = 5;
const MAX_WORDS = 3000;
const EXCERPT = MAX_WORDS * 12;

/** A page is compared with all titles of a site. */
const folded = new LRUCache<string, string>({ max: 5000 });

/**
 * Comparable words of a title: Latin, Greek and Cyrillic letters without accents, numbers with the signs in and before them, and names that
 * end in signs (“C++”, “C#”).
 */
const plainWords = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .match(/[-−+\p{Sc}]?\d[\d.,:/-]*\d|[-−+\p{Sc}]?\d+|[\p{L}\p{M}]+(?:\+\+?|#)?|\p{N}+/gu) ?? [];
const isFigure = (word: string | undefined) => word !== undefined && /\d/u.test(word);

/** Labels that mark a page's print or mobile version. */
const COPY =
  /(?:\s*[([|:–—]\s*|\s-\s)(?:print(?:able|er[- ]friendly)?|amp|(?:mobile|print(?:able)?)[- ](?:version|view|page|edition|copy))(?:[- ](?:version|view|page|edition|copy))?[)\]]?$/iu;

function foldedTitle(title: string): string {
  const known = folded.get(title);
  if (known !== undefined) return known;
  const words = plainWords(title.replace(COPY, ''));
  const made = words.map((word, i) => (isFigure(word) || isFigure(words[i - 1]) ? ` ${word} ` : word)).join('');
  folded.set(title, made);
  return made;
}

/** Whether two titles differ at most in signs, spaces, accents and case. A different name, place, month or number means another thing. */
export function areTitlesAlike(one: string, other: string): boolean {
  const words = foldedTitle(one);
  return words !== '' && words === foldedTitle(other);
}

/** The words of a page that are compared, line by line: its first ones that are not boilerplate. */
export function excerptOf({ text, blocks }: Pick<Page, 'text' | 'blocks'>): string {
  let excerpt = '';
  for (let at = 0, i = 0; at <= text.length && excerpt.length < EXCERPT; i++) {
    const end = text.indexOf('\n', at);
    const stop = end < 0 ? text.length : end;
    if (!blocks[i]?.boilerplate) excerpt += `${text.slice(at, Math.min(stop, at + EXCERPT))}\n`;
    at = stop + 1;
  }
  return excerpt.slice(0, EXCERPT);
}

/**
 * Whether two excerpts are of one thing: the longer one has four fifths of the shorter one's five-word runs (Broder's containment, first
 * 3,000 words), and no two lines differ only by a name or a number.
 */
export function areWordsAlike(one: string, other: string): boolean {
  const [small, large] = [shinglesOf(one), shinglesOf(other)].sort((a, b) => a.size - b.size) as [Set<string>, Set<string>];
  if (small.size === 0) return false;
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared++;
  return shared >= SHARED * small.size && !differByName(one, other);
}

function shinglesOf(excerpt: string): Set<string> {
  const words = (excerpt.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
  const shingles = new Set<string>();
  if (words.length === 0) return shingles;
  for (let i = 0; i + Math.min(SHINGLE, words.length) <= words.length; i++) shingles.add(words.slice(i, i + SHINGLE).join(' '));
  return shingles;
}
