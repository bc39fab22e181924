import { LRUCache } from 'lru-cache';
import type { Page } from '../../domain/page/page.ts';

const LIKE = 0.9;
const SHARED = 0.8;
const SHINGLE = 5;
const MAX_WORDS = 3000;
const EXCERPT = MAX_WORDS * 12;
const MAX_TITLE = 300;

/** A page is compared with the titles of a site again and again. */
const folded = new LRUCache<string, { words: string; numbers: string }>({ max: 5000 });

function foldedTitle(title: string): { words: string; numbers: string } {
  const known = folded.get(title);
  if (known) return known;
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = (plain.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ').slice(0, MAX_TITLE);
  const made = { words, numbers: (words.match(/\p{N}+/gu) ?? []).join(' ') };
  folded.set(title, made);
  return made;
}

/** Whether two titles say the same but for spelling: 90 % of their folded characters, and every number ("Part 1" is not "Part 2"). */
export function areTitlesAlike(one: string, other: string): boolean {
  const { words: a, numbers } = foldedTitle(one);
  const { words: b, numbers: others } = foldedTitle(other);
  if (a === '' || b === '' || numbers !== others) return false;
  const longest = Math.max(a.length, b.length);
  const allowed = Math.floor(longest * (1 - LIKE) + 1e-9);
  return Math.abs(a.length - b.length) <= allowed && distance(a, b, allowed) <= allowed;
}

/** Levenshtein's edit distance in UTF-16 units, or a number above `most`: only what lies within `most` of the diagonal is worked out. */
function distance(a: string, b: string, most: number): number {
  if (a === b) return 0;
  const beyond = most + 1;
  let above = Array.from({ length: b.length + 1 }, (_, j) => Math.min(j, beyond));
  for (let i = 1; i <= a.length; i++) {
    const line = new Array<number>(b.length + 1).fill(beyond);
    if (i <= most) line[0] = i;
    const [from, to] = [Math.max(1, i - most), Math.min(b.length, i + most)];
    let least = line[0] as number;
    for (let j = from; j <= to; j++) {
      const swap = (above[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      line[j] = Math.min(swap, (above[j] as number) + 1, (line[j - 1] as number) + 1);
      least = Math.min(least, line[j] as number);
    }
    if (least > most) return beyond;
    above = line;
  }
  return above[b.length] as number;
}

/** The words of a page that are compared: the first of those that are not boilerplate. */
export function excerptOf({ text, blocks }: Pick<Page, 'text' | 'blocks'>): string {
  let excerpt = '';
  for (let at = 0, i = 0; at <= text.length && excerpt.length < EXCERPT; i++) {
    const end = text.indexOf('\n', at);
    const stop = end < 0 ? text.length : end;
    if (!blocks[i]?.boilerplate) excerpt += `${text.slice(at, Math.min(stop, at + EXCERPT))} `;
    at = stop + 1;
  }
  return excerpt.slice(0, EXCERPT).toLowerCase();
}

/**
 * Whether two excerpts say the same: four fifths of the runs of five words of the shorter one stand in the other (Broder's containment, over
 * the first 3,000 words).
 */
export function areWordsAlike(one: string, other: string): boolean {
  const [small, large] = [shinglesOf(one), shinglesOf(other)].sort((a, b) => a.size - b.size) as [Set<string>, Set<string>];
  if (small.size === 0) return false;
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared++;
  return shared >= SHARED * small.size;
}

function shinglesOf(excerpt: string): Set<string> {
  const words = (excerpt.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
  const shingles = new Set<string>();
  if (words.length === 0) return shingles;
  for (let i = 0; i + Math.min(SHINGLE, words.length) <= words.length; i++) shingles.add(words.slice(i, i + SHINGLE).join(' '));
  return shingles;
}
