import type { Link, Page } from '../domain/page/page.ts';
import { siteOf } from './entity/identity.ts';
import { canonicalKey } from './entity/key.ts';
import { MAX_LINKS } from './read/html/writer.ts';

/** A page that lists has at least so many items that lead elsewhere. */
const MIN_ITEMS = 8;
/** Of the page's words, so much stands in its items. */
const ITEM_SHARE = 0.55;
/** An item that runs on is prose. */
const ITEM_MAX = 400;
const LEAD = 3;
const LITTLE = 300;
const SIBLINGS = 0.8;
const MAX_ENTITIES = 100;

const ITEM_TAGS = new Set(['li', 'td', 'th', 'dt', 'dd', 'p', 'h2', 'h3', 'h4', 'h5', 'h6']);
const HEADING = /^(?:h[2-6]|dt)$/;

/** Links that serve the page, not what it lists. */
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
 * What a page lists: each address once, those of its own site first, at most 100. Null for a page that is about one entity: one lists whose items,
 * eight or more that begin with a link elsewhere, are, with what is said under each, most of its words. The front page of a site that links
 * within itself is the site's own.
 */
export function listedIn(page: Read): Listed[] | null {
  const lines = page.text.split('\n');
  const items = itemsOf(page, lines);
  const first = new Map<string, Item>();
  for (const item of items) if (!first.has(item.key)) first.set(item.key, item);
  if (first.size < MIN_ITEMS) return null;
  const site = siteOf(page.url);
  const own = new Set(items.filter(({ link }) => siteOf(link.url) === site));
  if (isFrontPage(page.url) && own.size >= items.length / 2) return null;
  const { all, listed } = weigh(page, lines, items);
  if (listed < ITEM_SHARE * all) return null;
  const each = [...first.values()];
  return [...each.filter((item) => own.has(item)), ...each.filter((item) => !own.has(item))]
    .slice(0, MAX_ENTITIES)
    .map(({ link, title }) => ({ url: link.url, title }));
}

/** Blocks that begin with a link to another page, one link each. Menus count only where there is little else. */
function itemsOf(page: Read, lines: string[]): Item[] {
  const starts = startsOf(lines);
  const here = canonicalKey(page.url);
  const items: Item[] = [];
  for (const link of page.links) {
    const block = page.blocks[link.block];
    if (!block || !ITEM_TAGS.has(block.tag) || items.at(-1)?.block === link.block) continue;
    const title = page.text.slice(link.start, link.end);
    const isLead = link.start - (starts[link.block] ?? 0) <= LEAD && (lines[link.block]?.length ?? 0) <= ITEM_MAX;
    if (!isLead || title.length < 2 || SERVICE.test(title.trim()) || FILE.test(URL.parse(link.url)?.pathname ?? '')) continue;
    const key = canonicalKey(link.url); // once a link: it takes longer than all else here
    if (key !== here) items.push({ block: link.block, link, title, key });
  }
  const main = items.filter(({ block }) => !page.blocks[block]?.boilerplate);
  return main.length < MIN_ITEMS && mainLength(page, lines) < LITTLE ? [...main, ...siblingsOf(items)] : main;
}

/** A list of links alone is taken for a menu by the reader. It lists entities when nearly all of them lie in one folder. */
function siblingsOf(items: Item[]): Item[] {
  const folders = Map.groupBy(items, ({ link }) => folderOf(link.url));
  const largest = [...folders.values()].sort((a, b) => b.length - a.length)[0] ?? [];
  const from = largest[0]?.block ?? 0;
  const to = largest.at(-1)?.block ?? -1;
  const between = items.filter(({ block }) => block >= from && block <= to);
  return largest.length >= MIN_ITEMS && largest.length >= between.length * SIBLINGS ? largest : [];
}

/** An address up to its last step. */
function folderOf(url: string): string {
  const path = url.replace(/[?#].*$/s, '').replace(/\/$/, '');
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** The characters of the page without its furniture, and how many of them belong to items: an item, and the words under a linked heading. */
function weigh({ blocks, links }: Read, lines: string[], items: Item[]) {
  const isItem = new Set(items.map(({ block }) => block));
  const isTable = items.filter(({ block }) => /^t[dh]$/.test(blocks[block]?.tag ?? '')).length >= MIN_ITEMS;
  let all = 0;
  let listed = 0;
  let under = 0; // what is left of the words that may follow a linked heading
  const known = links.length < MAX_LINKS ? lines.length : (links.at(-1)?.block ?? 0) + 1; // beyond, the reader kept no links
  for (const [i, line] of lines.slice(0, known).entries()) {
    const { tag = 'p', boilerplate } = blocks[i] ?? {};
    if (boilerplate && !isItem.has(i)) continue;
    all += line.length;
    if (isItem.has(i)) {
      listed += line.length;
      under = HEADING.test(tag) || tag === 'p' ? ITEM_MAX : 0;
    } else if (isTable && /^t[dh]$/.test(tag)) listed += line.length;
    else if (/^h[1-6]$/.test(tag)) under = 0;
    else {
      const counted = Math.min(under, line.length);
      listed += counted;
      under -= counted;
    }
  }
  return { all, listed };
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
