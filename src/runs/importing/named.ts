import { getDomainWithoutSuffix } from 'tldts';
import { lettersOf } from '../../agent/entity/company-site.ts';
import { addressKey } from '../../agent/entity/identity.ts';
import { searchAll } from '../../agent/search/search-all.ts';
import type { NewCandidate } from '../../db/queries/runs/candidate.ts';
import { LIST } from '../candidate/candidate.ts';
import { SearchUnavailable, wordsFor } from '../run-failure.ts';
import type { Scope } from '../scope.ts';

/** Separators between the thing's name and the site's, or a description, in a title. A colon is not one: it comes before a headline. */
const PARTS = /\s+[-–—·]\s+|\s*\|\s*/u;
/** Legal forms of companies, which some texts omit. */
const FORM =
  /[\s,]+(?:inc|incorporated|ltd|limited|llc|llp|plc|corp|corporation|company|co|gmbh|ag|kg|se|sa|sas|sarl|srl|spa|bv|nv|ab|as|oy|oyj|aps|pty|s\.a\.|s\.l\.|b\.v\.|n\.v\.)\.?$/iu;

/** A name with and without its legal form. */
const spellings = (name: string) => new Set([lettersOf(name), lettersOf(name.trim().replace(FORM, ''))].filter((one) => one !== ''));

/**
 * Ranks a hit for a name: the front page of a site whose domain is the name, another page of it, a page with the name as its title; null
 * for anything else.
 */
function rankOf({ url, title }: { url: string; title: string }, names: ReadonlySet<string>): number | null {
  if (names.has(lettersOf(getDomainWithoutSuffix(url) ?? ''))) return new URL(url).pathname === '/' ? 0 : 1;
  const isTitle = [title, title.split(PARTS)[0] ?? ''].some((part) => [...spellings(part)].some((one) => names.has(one)));
  return isTitle ? 2 : null;
}

/**
 * The page of a named thing, from the webset's searches; of several, the one on its own site, then the first. No guesses. Throws
 * SearchUnavailable when no search answers.
 */
export async function findNamed(
  { deps, webset, sources, signal }: Scope,
  name: string,
): Promise<{ candidate: NewCandidate; note: string } | { reason: string }> {
  const { providers, collectionIds } = sources;
  if (providers.length === 0) return { reason: 'nothing is searched that names could be found by' };
  const names = spellings(name);
  if (names.size === 0) return { reason: 'its name has no letters' };
  const query = { text: name, pageNumber: 0, category: webset.category, collectionIds };
  const { hits, failures } = await searchAll(providers, query, signal, deps.examiner.search);
  const [best] = hits
    .flatMap((hit) => {
      const rank = rankOf(hit, names);
      return rank === null ? [] : { hit, rank };
    })
    .sort((a, b) => a.rank - b.rank);
  if (best) {
    const { url, title, snippet, publishedAt = null, text = null, pageId = null } = best.hit;
    const found = { key: addressKey(url), url, title, snippet, publishedAt, text, pageId, provider: LIST, depth: 1 };
    return { candidate: found, note: `found by its name at ${new URL(url).host}` };
  }
  if (failures.length === providers.length) {
    const why = failures.map(({ provider, error }) => `${provider}: ${wordsFor(error)}`).join('; ');
    if (failures.some(({ passing }) => passing)) throw new SearchUnavailable(why, true);
    return { reason: `the search failed: ${why}` };
  }
  return { reason: hits.length === 0 ? 'nothing was found by its name' : `none of ${hits.length} pages that were found is called so` };
}
