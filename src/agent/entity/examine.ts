import type { Page } from '../../domain/page/page.ts';
import type { Category } from '../../domain/webset.ts';
import { cleanHit } from '../incoming.ts';
import { type Listed, listedIn } from '../listing.ts';
import type { Hit } from '../ports.ts';
import { fuse } from '../search/fuse.ts';
import { addressKey, type Claim, claimOf, domainOf, type Seen, siteOf } from './identity.ts';
import { canonicalKey } from './key.ts';
import { companyName, statedSite } from './names.ts';
import { areTitlesAlike, areWordsAlike } from './sameness.ts';

/** What a page is, worked out from nothing but itself and where it was found. */
export interface PageFacts extends Claim {
  site: string;
  /** The key of its address alone. */
  address: string;
  /** What the thing is called that it is about. */
  name: string;
  /** The site that it states as that thing's own. */
  website: string | null;
  /** What a listing lists, each with its key; null for a page that is about one entity. */
  listed: (Listed & { key: string })[] | null;
}

export interface KeyedHit extends Hit {
  key: string;
}

/** The hits of all answers in one order, cleaned, each with its key; `dropped`: those whose address was none or too long. */
export interface FusedHits {
  hits: KeyedHit[];
  dropped: number;
}

/** All that is worked out from what strangers wrote: each is asked for by its name in a thread, and linear in what it reads. */
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
  /** Which of the titles say the same as the first: their places. */
  titles: ({ title, others }: { title: string; others: string[] }): number[] =>
    others.flatMap((other, i) => (areTitlesAlike(title, other) ? [i] : [])),
  /** The first of the excerpts that says the same; -1 for none. */
  words: ({ words, others }: { words: string; others: string[] }): number => others.findIndex((other) => areWordsAlike(words, other)),
};

export type Examinations = typeof EXAMINATIONS;
export type Examination = { [K in keyof Examinations]: { kind: K; input: Parameters<Examinations[K]>[0] } }[keyof Examinations];
export type Examined = { [K in keyof Examinations]: ReturnType<Examinations[K]> }[keyof Examinations];

const sum = (lists: readonly (readonly unknown[])[]) => lists.reduce((total, { length }) => total + length, 0);
