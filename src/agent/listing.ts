import type { Link, Page } from '../domain/page/page.ts';
import { siteOf } from './entity/identity.ts';
import { canonicalKey } from './entity/key.ts';
import { featuresOf, folderOf, ITEM_MAX, LISTS_FROM, listingLikelihood } from './listing-likelihood.ts';

/** The least number of items that lead elsewhere for a page to be a listing. */
const MIN_ITEMS = 5;
/** The same for a list that consists of links only. */
const MIN_LINKS = 8;
const LEAD = 3;
/** Characters that may precede the link in a list entry when nothing follows it: a date. */
const DATE = 30;
const LITTLE = 300;
const SIBLINGS = 0.8;
const MAX_ENTITIES = 100;

const ITEM_TAGS = new Set(['li', 'td', 'th', 'dt', 'dd', 'p', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Links for navigation and accounts, not to listed things. */
const SERVICE =
  /^(?:next|prev(?:ious)?|newer|older|first|last|back|home|more|read more|see (?:all|more)|view (?:all|more)|load more|show more|page \d+|\d{1,4}|log ?in|sign (?:in|up)|register|share|edit|reply|comments?|permalink|source|top|contact(?: us)?|about(?: us)?|privacy(?: policy)?|terms(?: of (?:use|service))?|«|»|‹|›|<|>|←|→|↑)$/i;
const FILE = /\.(?:png|jpe?g|gif|svg|webp|ico|css|js|zip|gz|tgz|exe|dmg|mp[34]|avi|mov|xml|rss|atom)$/i;

interface Item {
  block: number;
  link: Link;
  title: string;
  key: string;
}

export interface Listed {
  url: string;
  title: string;
}

type Read = Pick<Page, 'url' | 'text' | 'blocks' | 'links'>;

/**
 * The addresses that a listing page lists, own site first, at most 100; null for a page about one entity. A front page that links within
 * its site is about the site, unless the request is for writings, which such a page indexes.
 */
export function listedIn(page: Read, { isForWritings = false } = {}): Listed[] | null {
  const lines = page.text.split('\n');
  const items = itemsOf(page, lines);
  const first = new Map<string, Item>();
  for (const item of items) if (!first.has(item.key)) first.set(item.key, item);
  const site = siteOf(page.url);
  const own = new Set(items.filter(({ link }) => siteOf(link.url) === site));
  if (!isForWritings && isFrontPage(page.url) && own.size >= items.length / 2) return null;
  const features = listingFeatures(page, lines, items);
  if (!features || listingLikelihood(features) < LISTS_FROM) return null;
  const each = [...first.values()];
  if (each.length < MIN_LINKS && !areSiblings(each, site)) return null;
  return [...each.filter((item) => own.has(item)), ...each.filter((item) => !own.has(item))]
    .slice(0, MAX_ENTITIES)
    .map(({ link, title }) => ({ url: link.url, title }));
}

/** Whether nearly all links lead into one folder of the page's site. A page about one thing may have a few links of its own, too. */
function areSiblings(items: readonly Item[], site: string): boolean {
  const fullest = Math.max(
    ...Map.groupBy(items, ({ link }) => folderOf(link.url))
      .values()
      .map(({ length }) => length),
  );
  return fullest >= items.length * SIBLINGS && items.filter(({ link }) => siteOf(link.url) === site).length >= items.length * SIBLINGS;
}

/** The features that `listingLikelihood` weighs; null for a page with less than five items. */
export function listingFeatures(page: Read, lines = page.text.split('\n'), items = itemsOf(page, lines)) {
  if (new Set(items.map(({ key }) => key)).size < MIN_ITEMS) return null;
  const keyed = items.map(({ block, key }) => ({ block, url: key }));
  return featuresOf(page, lines, keyed);
}

/**
 * Blocks that begin with a link to another page, and list entries that end with one after a few words; one link each. Menus count only
 * where there is little other text.
 */
function itemsOf(page: Read, lines: string[]): Item[] {
  const starts = startsOf(lines);
  const here = canonicalKey(page.url);
  const items: Item[] = [];
  for (const link of page.links) {
    const block = page.blocks[link.block];
    if (!block || !ITEM_TAGS.has(block.tag) || items.at(-1)?.block === link.block) continue;
    const title = page.text.slice(link.start, link.end);
    const line = lines[link.block] ?? '';
    const before = link.start - (starts[link.block] ?? 0);
    const isEntry = block.tag !== 'p' && before <= DATE && before + title.length >= line.length - LEAD;
    if (
      line.length > ITEM_MAX ||
      !(before <= LEAD || isEntry) ||
      title.length < 2 ||
      SERVICE.test(title.trim()) ||
      FILE.test(URL.parse(link.url)?.pathname ?? '')
    )
      continue;
    const key = canonicalKey(link.url); // once a link: this call takes most of the time here
    if (key !== here) items.push({ block: link.block, link, title, key });
  }
  const main = items.filter(({ block }) => !page.blocks[block]?.boilerplate);
  return main.length < MIN_LINKS && mainLength(page, lines) < LITTLE ? [...main, ...siblingsOf(items)] : main;
}

/** The reader marks a list of links alone as a menu. It lists entities when nearly all links are in one folder. */
function siblingsOf(items: Item[]): Item[] {
  const folders = Map.groupBy(items, ({ link }) => folderOf(link.url));
  const largest = [...folders.values()].sort((a, b) => b.length - a.length)[0] ?? [];
  const from = largest[0]?.block ?? 0;
  const to = largest.at(-1)?.block ?? -1;
  const between = items.filter(({ block }) => block >= from && block <= to);
  return largest.length >= MIN_LINKS && largest.length >= between.length * SIBLINGS ? largest : [];
}

function startsOf(lines: string[]): number[] {
  let at = 0;
  return lines.map((line) => {
    const start = at;
    at += line.length + 1;
    return start;
  });
}

const mainLength = ({ blocks }: Read, lines: string[]) =>
  lines.reduce((sum, line, i) => (blocks[i]?.boilerplate ? sum : sum + line.length), 0);

const isFrontPage = (url: string) => URL.parse(url)?.pathname === '/';
