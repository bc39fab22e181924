import { getDomainWithoutSuffix } from 'tldts';
import type { KeyedHit } from '../../agent/entity/examine.ts';
import { searchAll } from '../../agent/search/search-all.ts';
import type { NewCandidate } from '../../db/queries/runs/candidate.ts';
import { wordsFor } from '../failure.ts';
import type { Scope } from '../scope.ts';

type Found = Omit<NewCandidate, 'provider' | 'depth'>;

/** What parts a page's title into the thing's name and more. */
const PARTS = /\s+[-–—|·:]\s+|:\s+|\s*[|·]\s*/u;

const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** How well a hit is what is called so: its domain is the name and it is the site's first page, its domain is the name, its title is, or begins or ends with, the name. Null: it is something else. */
function rankOf({ url, title }: Pick<KeyedHit, 'url' | 'title'>, letters: string): number | null {
  const isDomain = lettersOf(getDomainWithoutSuffix(url) ?? '') === letters;
  if (isDomain) return new URL(url).pathname === '/' ? 0 : 1;
  const parts = title.split(PARTS);
  if (lettersOf(title) === letters || lettersOf(parts[0] ?? '') === letters) return 2;
  return lettersOf(parts.at(-1) ?? '') === letters ? 3 : null;
}

/** The page of the thing that has a name, as the webset's searches find it; of several that are called so the one whose own site it is, then the first. Nothing is guessed. */
export async function findNamed({ deps, webset, sources, signal }: Scope, name: string): Promise<Found | { reason: string }> {
  const { providers, collectionIds } = sources;
  if (providers.length === 0) return { reason: 'nothing is searched that names could be found by' };
  const letters = lettersOf(name);
  if (letters === '') return { reason: 'its name has no letters' };
  const query = { text: name, pageNumber: 0, category: webset.category, collectionIds };
  const { hits, failures } = await searchAll(providers, query, signal, deps.examiner.search);
  const [best] = hits
    .flatMap((hit) => {
      const rank = rankOf(hit, letters);
      return rank === null ? [] : { hit, rank };
    })
    .sort((a, b) => a.rank - b.rank);
  if (best) {
    const { key, url, title, snippet, publishedAt = null, text = null, pageId = null } = best.hit;
    return { key, url, title, snippet, publishedAt, text, pageId };
  }
  if (failures.length === providers.length)
    return { reason: `the search failed: ${failures.map(({ provider, error }) => `${provider}: ${wordsFor(error)}`).join('; ')}` };
  return { reason: hits.length === 0 ? 'nothing was found by its name' : `none of ${hits.length} pages that were found is called so` };
}
