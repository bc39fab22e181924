import { canonicalKey } from '../entity/identity.ts';
import type { Hit, SearchQuery } from '../ports.ts';
import { SearchFailure, type SearchProvider } from './provider.ts';

const MAX_URL = 2000;

/** The constant of reciprocal rank fusion (Cormack, Clarke and Buettcher, SIGIR 2009): how fast a rank loses weight. */
const RANK_DAMPING = 60;

export interface SearchAnswer {
  /** Best first; a page stands once. `provider` and `position` are those of its best rank. */
  hits: Hit[];
  failures: { provider: string; error: unknown; passing: boolean }[];
}

/** Asks all providers at once. One that fails is named and never fails the others; only an abort throws. */
export async function searchAll(providers: readonly SearchProvider[], query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer> {
  signal.throwIfAborted();
  const answers = await Promise.allSettled(providers.map(async (provider) => provider.search(query, signal)));
  signal.throwIfAborted();

  const failures = answers.flatMap((answer, i) =>
    answer.status === 'rejected' ? { provider: providers[i]?.name ?? '', error: answer.reason, passing: mayPass(answer.reason) } : [],
  );
  return { hits: fuse(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : []))), failures };
}

/** Reciprocal rank fusion: a page scores 1 / (60 + rank) in each answer that names it. */
function fuse(answers: readonly (readonly Hit[])[]): Hit[] {
  const found = new Map<string, { hit: Hit; score: number }>();
  for (const hits of answers) {
    const seen = new Set<string>();
    for (const hit of hits) {
      if (!isFetchable(hit.url)) continue;
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

const isFetchable = (url: string) => url.length <= MAX_URL && /^https?:$/.test(URL.parse(url)?.protocol ?? '');

/** Whether asking again later may help without anybody's doing. */
const mayPass = (reason: unknown) =>
  !(reason instanceof SearchFailure && (reason.kind === 'misconfigured' || reason.kind === 'unauthorized'));
