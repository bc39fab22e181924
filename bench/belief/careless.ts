import { createHash } from 'node:crypto';
import type { Asked } from '../../test/support/agent/model-server.ts';
import type { EvalQuestion } from '../shared/evaluation.ts';

/**
 * How a careless model proves what a page does not say: by any passage, or the one with most of the criterion's words; by words that decide
 * it on another page; by a passage with another number; or by words that the page denies.
 */
export const LIES = ['section', 'nearest', 'entity', 'number', 'denied'] as const;
export type Lie = (typeof LIES)[number];

const pick = <T>(from: readonly T[], seed: string): T | undefined =>
  from[Number.parseInt(createHash('sha256').update(seed).digest('hex').slice(0, 8), 16) % Math.max(1, from.length)];

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);

const sentencesOf = (text: string) => text.split(/(?<=[.!?;])\s+/u).filter((part) => part.length > 2);

/** The quote of a lie on what is shown of a page; null where it gives no cause for it. `elsewhere`: words that decide on other pages. */
export function lieOf(
  lie: Lie,
  { passages, url }: Pick<Asked, 'passages' | 'url'>,
  { label, description }: EvalQuestion['criteria'][number],
  elsewhere: readonly string[],
): string | null {
  const seed = `${lie} ${url} ${label}`;
  const sentences = passages.flatMap(({ text }) => sentencesOf(text));
  const wanted = new Set(wordsOf(`${label} ${description}`));
  const shared = (text: string) => wordsOf(text).filter((word) => wanted.has(word)).length;
  const nearest = (from: readonly string[]) => [...from].sort((a, b) => shared(b) - shared(a))[0];
  if (lie === 'section') return pick(sentences, seed) ?? null;
  if (lie === 'nearest') return nearest(sentences) ?? null;
  if (lie === 'entity') return pick(elsewhere, seed) ?? null;
  if (lie === 'number')
    return nearest(sentences.filter((text) => /\d/u.test(text)))?.replace(/\d+/u, (digits) => String(Number(digits) * 2 + 7)) ?? null;
  const denying = sentences.filter((text) => /\b(?:not|no|never|without|n['’]t)\b/iu.test(text));
  const sentence = nearest(denying);
  if (sentence === undefined) return null;
  const after = sentence.split(/\b(?:not|no|never|without|n['’]t)\b\s*/iu)[1] ?? '';
  return wordsOf(after).length >= 2 && pick([true, false], seed) ? after : sentence;
}
