import type { Link, Page } from '../domain/page/page.ts';
import { canonicalKey, siteOf } from './entity/identity.ts';
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
}

type Listed = Pick<Page, 'url' | 'text' | 'blocks' | 'links'>;

/**
 * Whether a page lists entities rather than being about one: eight items or more begin with a link that leads elsewhere, and they, with what is
 * said under each, are most of its words. The front page of a site that links within itself is the site's own.
 */
export function looksLikeListing(page: Listed): boolean {
  const lines = page.text.split('\n');
  const items = itemsOf(page, lines);
  if (new Set(items.map(({ link }) => canonicalKey(link.url))).size < MIN_ITEMS) return false;
  if (isFrontPage(page.url) && items.filter(({ link }) => siteOf(link.url) === siteOf(page.url)).length >= items.length / 2) return false;
  const { all, listed } = weigh(page, lines, items);
  return listed >= ITEM_SHARE * all;
}

/** What a listing lists: each address once, those of its own site first, at most 100. */
export function entityLinks(page: Listed): { url: string; title: string }[] {
  const site = siteOf(page.url);
  const found = new Map<string, { url: string; title: string }>();
  for (const { link, title } of itemsOf(page, page.text.split('\n'))) {
    const key = canonicalKey(link.url);
    if (!found.has(key)) found.set(key, { url: link.url, title });
  }
  const links = [...found.values()];
  const isOwn = ({ url }: { url: string }) => siteOf(url) === site;
  return [...links.filter(isOwn), ...links.filter((link) => !isOwn(link))].slice(0, MAX_ENTITIES);
}

/** Blocks that begin with a link to another page, one link each. Menus count only where there is little else. */
function itemsOf(page: Listed, lines: string[]): Item[] {
  const starts = startsOf(lines);
  const here = canonicalKey(page.url);
  const items: Item[] = [];
  for (const link of page.links) {
    const block = page.blocks[link.block];
    if (!block || !ITEM_TAGS.has(block.tag) || items.at(-1)?.block === link.block) continue;
    const title = page.text.slice(link.start, link.end);
    const isLead = link.start - (starts[link.block] ?? 0) <= LEAD && (lines[link.block]?.length ?? 0) <= ITEM_MAX;
    if (!isLead || title.length < 2 || SERVICE.test(title.trim()) || canonicalKey(link.url) === here) continue;
    if (!FILE.test(URL.parse(link.url)?.pathname ?? '')) items.push({ block: link.block, link, title });
  }
  const main = items.filter(({ block }) => !page.blocks[block]?.boilerplate);
  return main.length < MIN_ITEMS && mainLength(page, lines) < LITTLE ? [...main, ...siblingsOf(items)] : main;
}

/** A list of links alone is taken for a menu by the reader. It lists entities when nearly all of them lie in one folder. */
function siblingsOf(items: Item[]): Item[] {
  const folders = Map.groupBy(items, ({ link }) => link.url.replace(/[?#].*$/s, '').replace(/[^/]*\/?$/, ''));
  const largest = [...folders.values()].sort((a, b) => b.length - a.length)[0] ?? [];
  const from = largest[0]?.block ?? 0;
  const to = largest.at(-1)?.block ?? -1;
  const between = items.filter(({ block }) => block >= from && block <= to);
  return largest.length >= MIN_ITEMS && largest.length >= between.length * SIBLINGS ? largest : [];
}

/** The characters of the page without its furniture, and how many of them belong to items: an item, and the words under a linked heading. */
function weigh({ blocks, links }: Listed, lines: string[], items: Item[]) {
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

const mainLength = ({ blocks }: Listed, lines: string[]) =>
  lines.reduce((sum, line, i) => (blocks[i]?.boilerplate ? sum : sum + line.length), 0);

const isFrontPage = (url: string) => URL.parse(url)?.pathname === '/';
