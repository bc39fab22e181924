import { canonicalKey } from '../entity/key.ts';
import type { Hit } from '../ports.ts';

/** The constant of reciprocal rank fusion (Cormack, Clarke and Buettcher, SIGIR 2009): how fast weight falls with rank. */
const RANK_DAMPING = 60;

/**
 * Reciprocal rank fusion: a page scores 1 / (60 + rank) in each answer. Distinct pages, best first. `provider` and `position` are those of
 * its best rank.
 */
export function fuse(answers: readonly (readonly Hit[])[]): Hit[] {
  const found = new Map<string, { hit: Hit; score: number }>();
  for (const hits of answers) {
    const seen = new Set<string>();
    for (const hit of hits) {
      const key = canonicalKey(hit.url);
      if (seen.has(key)) continue;
      seen.add(key);
      const known = found.get(key);
      found.set(key, { hit: known ? merge(known.hit, hit) : hit, score: (known?.score ?? 0) + 1 / (RANK_DAMPING + hit.position + 1) });
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score).map(({ hit }) => hit);
}

function merge(a: Hit, b: Hit): Hit {
  const [best, other] = b.position < a.position ? [b, a] : [a, b];
  const pageId = best.pageId ?? other.pageId;
  const publishedAt = best.publishedAt ?? other.publishedAt;
  const text = best.text ?? other.text;
  return {
    ...best,
    title: best.title || other.title,
    snippet: best.snippet || other.snippet,
    ...(pageId ? { pageId } : {}),
    ...(publishedAt ? { publishedAt } : {}),
    ...(text ? { text } : {}),
  };
}
