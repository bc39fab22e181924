import type { Page } from '../domain/page/page.ts';
import { siteOf } from './entity/identity.ts';
import { MAX_LINKS } from './read/html/writer.ts';

/** Of the words after a linked heading or line, so many tell what it leads to. */
export const ITEM_MAX = 400;
/** A paragraph as long as this is prose. */
const LONG = 120;
/** Six doublings: 63 items count as one. */
const MANY = 6;
const TABLE_ITEMS = 8;
const HEADING = /^(?:h[2-6]|dt)$/;

/** A block that begins or ends with a link to another page, and that link's address. */
export interface Item {
  block: number;
  url: string;
}

/** What tells a page that lists from one about a thing that links to others: numbers from 0 to about 1. */
export const FEATURES = ['listed', 'prose', 'items', 'itemBlocks', 'foreign'] as const;
export type Features = Record<(typeof FEATURES)[number], number>;

/**
 * By logistic regression over the pages of the evaluation web (`npm run train:listings`). With one source left out at a time every listing of five or more items
 * comes out above 0.9, and every page about a thing below 0.5.
 */
const WEIGHTS: Features = { listed: 4.28, prose: -2.37, items: 0.93, itemBlocks: 4.23, foreign: -2.49 };
const BIAS = -4.57;
/** A page about a thing that is taken for a listing is lost, a listing that is taken for a thing is judged: surer than even. */
export const LISTS_FROM = 0.7;

/**
 * Of the page's words without its furniture the share of items and what is said under them (`listed`) and of other long paragraphs (`prose`); how many `items` there
 * are, by doublings; the share of blocks that are items; and how far the items lead into one folder of another site (`foreign`), as sources and issues do.
 */
export function featuresOf(
  { url, blocks, links }: Pick<Page, 'url' | 'blocks' | 'links'>,
  lines: string[],
  items: readonly Item[],
): Features {
  const isItem = new Set(items.map(({ block }) => block));
  const isTable = items.filter(({ block }) => /^t[dh]$/.test(blocks[block]?.tag ?? '')).length >= TABLE_ITEMS;
  const sum = { all: 0, listed: 0, prose: 0, blocks: 0, items: 0 };
  let under = 0; // what is left of the words that may follow a linked heading
  const known = links.length < MAX_LINKS ? lines.length : (links.at(-1)?.block ?? 0) + 1; // beyond, the reader kept no links
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

/** That a page lists, 0 to 1. */
export function listingLikelihood(features: Features): number {
  const weighed = FEATURES.reduce((sum, name) => sum + WEIGHTS[name] * features[name], BIAS);
  return 1 / (1 + Math.exp(-weighed));
}

/** The share of the items' addresses that lie in the fullest folder, times the share of those that lie on other sites. */
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

/** An address up to its last step; a front page's is its own. */
export function folderOf(url: string): string {
  const path = url.replace(/[?#].*$/s, '').replace(/\/$/, '');
  const end = path.lastIndexOf('/') + 1;
  return path[end - 2] === '/' ? url : path.slice(0, end);
}
