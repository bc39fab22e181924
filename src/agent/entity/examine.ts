import type { Page } from '../../domain/page/page.ts';
import type { Category } from '../../domain/webset-state.ts';
import { cleanHit } from '../incoming.ts';
import { type Listed, listedIn } from '../listing.ts';
import type { Hit } from '../ports.ts';
import { fuse } from '../search/fuse.ts';
import { companyName, statedSite } from './company-name.ts';
import { addressKey, type Claim, claimOf, domainOf, type Seen, siteOf } from './identity.ts';
import { canonicalKey } from './key.ts';
import { areTitlesAlike, areWordsAlike } from './sameness.ts';

/** What is derived from a page and the address that it was found at. */
export interface PageFacts extends Claim {
  site: string;
  /** The key derived from the address alone. */
  address: string;
  /** The name of the thing that the page is about. */
  name: string;
  /** The site that the page names as that thing's own. */
  website: string | null;
  /** What a listing lists, with keys; null for a page about one entity. */
  listed: (Listed & { key: string })[] | null;
}

export interface KeyedHit extends Hit {
  key: string;
}

/** The hits of all answers in one order, cleaned, with keys; `dropped`: how many had no valid address. */
export interface FusedHits {
  hits: KeyedHit[];
  dropped: number;
}

/** Work on untrusted text. Each function is called by its name in a thread and takes time linear in its input. */
export const EXAMINATIONS = {
  page({ page, foundAt, category }: { page: Page; foundAt: string; category: Category | null }): PageFacts {
    const isForWritings = category === 'articles' || category === 'posts' || category === 'research';
    const listed = listedIn(page, { isForWritings })?.map((link) => ({ ...link, key: addressKey(link.url) })) ?? null;
    const claim = claimOf({ ...page, foundAt }, category);
    const name = domainOf(claim.key) === null ? page.title : companyName(page);
    const address = canonicalKey(page.url);
    return { ...claim, address, site: siteOf(page.url), name, website: statedSite(page), listed };
  },
  address: ({ url, title, category }: Pick<Seen, 'url' | 'title'> & { category: Category | null }): Claim =>
    claimOf({ url, title, canonicalUrl: null }, category),
  search({ answers }: { answers: Hit[][] }): FusedHits {
    const clean = answers.map((hits) => hits.map(cleanHit));
    const kept = clean.map((hits) => hits.filter((hit) => hit !== null));
    const hits = fuse(kept).map((hit) => ({ ...hit, key: addressKey(hit.url) }));
    return { hits, dropped: sum(clean) - sum(kept) };
  },
  /** Indexes of the titles that are equivalent to the given one. */
  titles: ({ title, others }: { title: string; others: string[] }): number[] =>
    others.flatMap((other, i) => (areTitlesAlike(title, other) ? [i] : [])),
  /** Index of the first excerpt that is equivalent; -1 for none. */
  words: ({ words, others }: { words: string; others: string[] }): number => others.findIndex((other) => areWordsAlike(words, other)),
};

export type Examinations = typeof EXAMINATIONS;
export type Examination = { [K in keyof Examinations]: { kind: K; input: Parameters<Examinations[K]>[0] } }[keyof Examinations];
export type Examined = { [K in keyof Examinations]: ReturnType<Examinations[K]> }[keyof Examinations];

const sum = (lists: readonly (readonly unknown[])[]) => lists.reduce((total, { length }) => total + length, 0);
