import type { Link, Page } from '../domain/page.ts';

const LEAST_ENTRIES = 8;
const PARTS_OF_PAGING =
  /^(?:next|previous|prev|older|newer|more|back|home|top|first|last|skip\b.*|\d{1,4}|[«»‹›<>←→]+|see all|view all|read more|edit)$/iu;
const FILE = /\.(?:pdf|zip|png|jpe?g|gif|svg|css|js|xml|json|rss|mp[34])$/iu;

/**
 * The links of a page that lead to entities: on the same site, in the page's own text, to pages below one folder that most of them share. Each target once,
 * in the page's order, without the menu, paging and the page itself.
 */
export function entityLinks(page: Page): Link[] {
  if (!URL.canParse(page.url)) return [];
  const own = new URL(page.url);
  const targets = new Map<string, Link>();
  for (const link of page.links) {
    const block = page.blocks[link.block];
    if (!block || block.boilerplate || !URL.canParse(link.url)) continue;
    const url = new URL(link.url);
    const words = page.text.slice(link.start, link.end).trim();
    if (url.host !== own.host || FILE.test(url.pathname) || words === '' || PARTS_OF_PAGING.test(words)) continue;
    const key = `${url.pathname}${url.search}`;
    if (url.pathname === own.pathname || url.pathname === '/' || targets.has(key)) continue;
    targets.set(key, link);
  }
  const byFolder = new Map<string, Link[]>();
  for (const link of targets.values()) {
    const { pathname } = new URL(link.url);
    const folder = pathname.slice(0, pathname.replace(/\/$/u, '').lastIndexOf('/') + 1);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), link]);
  }
  return [...byFolder.values()].reduce<Link[]>((most, links) => (links.length > most.length ? links : most), []);
}

/**
 * Whether a page is an index of entities more than one itself: many links to pages of one folder, each at the head of its own list item, cell or short block,
 * and these blocks the greater part of the page. An article with many links in its sentences is none.
 */
export function looksLikeListing(page: Page): boolean {
  const heads = entityLinks(page).filter((link) => isHead(page, link));
  if (heads.length < LEAST_ENTRIES) return false;
  const targets = new Set(heads.map(({ url }) => url));
  const entries = new Set(page.links.filter((link) => targets.has(link.url) && isHead(page, link)).map(({ block }) => block));
  let inEntries = 0;
  let all = 0;
  for (const [i, text] of page.text.split('\n').entries()) {
    const block = page.blocks[i];
    if (!block || block.boilerplate || text === '') continue;
    all += text.length;
    if (entries.has(i) || (block.label !== undefined && entries.has(block.label)) || besideEntry(page, entries, i))
      inEntries += text.length;
  }
  return inEntries * 2 > all;
}

/** A link opens its block: what stands before it is at most a number or a bullet. */
function isHead(page: Page, link: Link): boolean {
  const blockStart = page.text.lastIndexOf('\n', link.start - 1) + 1;
  return /^[\W\d_]*$/u.test(page.text.slice(blockStart, link.start)) && link.end - link.start <= 160;
}

/** Cells of a row follow the cell that links to its entity, and a teaser follows its heading. */
function besideEntry(page: Page, entries: Set<number>, at: number): boolean {
  for (let i = at - 1; i >= Math.max(0, at - 4); i--) {
    if (entries.has(i)) return page.blocks[at]?.tag === 'td' || /^h[2-6]$/u.test(page.blocks[i]?.tag ?? '');
    if (/^h[1-6]$/u.test(page.blocks[at]?.tag ?? '')) return false;
  }
  return false;
}
