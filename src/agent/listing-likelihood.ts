import type { Page } from '../domain/page/page.ts';
import { siteOf } from './entity/identity.ts';
import { MAX_LINKS } from './read/html/writer.ts';

/** Characters after a linked heading or line that count as its description. */
export const ITEM_MAX = 400;
/** A paragraph of this many characters is prose. */
const LONG = 120;
/** Doublings at which the number of items saturates: 2^6 - 1 = 63 items. */
const MANY = 6;
const TABLE_ITEMS = 8;
const HEADING = /^(?:h[2-6]|dt)$/;

/** A block that begins or ends with a link to another page, and the address of that link. */
export interface Item {
  block: number;
  url: string;
}

/** Features that distinguish a page that lists things from a page about one thing: numbers from 0 to about 1. */
export const FEATURES = ['listed', 'prose', 'items', 'itemBlocks', 'foreign'] as const;
export type Features = Record<(typeof FEATURES)[number], number>;

/**
 * Logistic regression over the pages of the evaluation web (`npm run train:listings`). With one source left out at a time, listings of five
 * or more items score above 0.9 and pages about one thing below 0.5.
 */
const WEIGHTS: Features = { listed: 4.28, prose: -2.37, items: 0.93, itemBlocks: 4.23, foreign: -2.49 };
const BIAS = -4.57;
/** Above .5, since a false listing loses its page, while a missed listing is only judged as a page. */
export const LISTS_FROM = 0.7;

/**
 * Shares of the content's text in items and their descriptions (`listed`) and in other long paragraphs (`prose`); `items`: their number,
 * log scale; `itemBlocks`: the share of blocks that are items; `foreign`: how far items lead into one folder of another site.
 */
export function featuresOf(
  { url, blocks, links }: Pick<Page, 'url' | 'blocks' | 'links'>,
  lines: string[],
  items: readonly Item[],
): Features {
  const isItem = new Set(items.map(({ block }) => block));
  const isTable = items.filter(({ block }) => /^t[dh]$/.test(blocks[block]?.tag ?? '')).length >= TABLE_ITEMS;
  const sum = { all: 0, listed: 0, prose: 0, blocks: 0, items: 0 };
  let under = 0; // characters left that count as the description of the last linked heading
  const known = links.length < MAX_LINKS ? lines.length : (links.at(-1)?.block ?? 0) + 1; // past MAX_LINKS the reader stores no links
  for (const [i, line] of lines.slice(0, known).entries()) {
    const { tag = 'p', boilerplate } = blocks[i] ?? {};
    if (boilerplate && !isItem.has(i)) continue;
    sum.all += line.length;
    sum.blocks++;
    if (isItem.has(i)) {
      sum.items++;
      sum.listed += line.length;
      under = HEADING.test(tag) || tag === 'p' ? ITEM_MAX : 0;
    } else if (isTable && /^t[dh]$/.test(tag)) sum.listed += line.length;
    else if (/^h[1-6]$/.test(tag)) under = 0;
    else {
      const counted = Math.min(under, line.length);
      sum.listed += counted;
      under -= counted;
      if (line.length >= LONG) sum.prose += line.length - counted;
    }
  }
  const [all, count] = [Math.max(1, sum.all), new Set(items.map((item) => item.url)).size];
  return {
    listed: sum.listed / all,
    prose: sum.prose / all,
    items: Math.log2(count + 1) / MANY,
    itemBlocks: sum.items / Math.max(1, sum.blocks),
    foreign: foreignShare(siteOf(url), items),
  };
}

/** Probability that a page is a listing, 0 to 1. */
export function listingLikelihood(features: Features): number {
  const weighed = FEATURES.reduce((sum, name) => sum + WEIGHTS[name] * features[name], BIAS);
  return 1 / (1 + Math.exp(-weighed));
}

/** The share of the items' addresses that are in the most frequent folder, times the share that are on other sites. */
function foreignShare(site: string, items: readonly Item[]): number {
  const urls = [...new Set(items.map(({ url }) => url))];
  const fullest = Math.max(
    0,
    ...Map.groupBy(urls, folderOf)
      .values()
      .map(({ length }) => length),
  );
  const foreign = urls.filter((url) => siteOf(url) !== site).length;
  return urls.length === 0 ? 0 : (fullest / urls.length) * (foreign / urls.length);
}

/** An address without its last path segment; a front page's address is returned whole. */
export function folderOf(url: string): string {
  const path = url.replace(/[?#].*$/s, '').replace(/\/$/, '');
  const end = path.lastIndexOf('/') + 1;
  return path[end - 2] === '/' ? url : path.slice(0, end);
}
