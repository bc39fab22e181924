import type { Hint } from '../../domain/page/page.ts';

/** Separators between a title and its site's name: spaced signs, or a bar. */
export const PARTING = /\s+(?:[|–—·•»«:]|::|-|\/|<|>)\s+|\s*\|\s*/u;

const folded = (text: string) => text.toLowerCase();
const bare = (text: string) => folded(text).replace(/[^\p{L}\p{N}]/gu, '');

/** Names of the page's site in lower case, by its structured data, its host and links to a folder above the page. */
export function siteNames(url: string, hints: readonly Hint[], anchors: readonly { url: string; text: string }[]): ReadonlySet<string> {
  const page = URL.parse(url);
  const names = new Set<string>();
  for (const { path, type, value } of hints)
    if (/^(?:isPartOf|publisher)\.name$/.test(path) || (path === 'name' && type === 'WebSite')) names.add(folded(value));
  if (!page) return names;
  names.add(page.hostname.replace(/^www\./, ''));
  for (const { url: target, text } of anchors) {
    const path = target.startsWith(page.origin) ? target.slice(page.origin.length) : '';
    if (path !== page.pathname && isAbove(path, page.pathname)) names.add(folded(text));
  }
  return names;
}

const isAbove = (path: string, page: string) =>
  path === '/' || /^\/index\.\w+$/.test(path) || (path.startsWith('/') && path.endsWith('/') && page.startsWith(path));

/**
 * A title without its site's name: a first or last part that is in `sites` or spells the host, or the last part after a bar where the
 * page's heading is the rest.
 */
export function withoutSite(title: string, sites: ReadonlySet<string>, heading = ''): string {
  const cuts = [...title.matchAll(new RegExp(PARTING, 'gu'))];
  const [first, last] = [cuts[0], cuts.at(-1)];
  if (!first || !last) return title;
  const isSite = (part: string) => sites.has(folded(part)) || [...sites].some((site) => /\.\w+$/.test(site) && spells(site, part));
  const [head, tail] = [title.slice(0, last.index).trim(), title.slice(last.index + last[0].length).trim()];
  if (head !== '' && (isSite(tail) || (heading !== '' && folded(head) === folded(heading)))) return head;
  const [lead, rest] = [title.slice(0, first.index).trim(), title.slice(first.index + first[0].length).trim()];
  if (rest !== '' && isSite(lead)) return rest;
  return head !== '' && last[0].trim() === '|' && bare(heading) !== '' && bare(head).includes(bare(heading)) ? head : title;
}

/** A title without its last part, which may be the site's name. */
export const headOf = (title: string): string => {
  const last = [...title.matchAll(new RegExp(PARTING, 'gu'))].at(-1);
  return last ? title.slice(0, last.index) : title;
};

/** Whether words spell a host's name: "Acme News" that of acmenews.example. */
const spells = (host: string, part: string) => {
  const letters = bare(part);
  return letters.length > 2 && (host.split('.').slice(0, -1).join('').replace(/-/g, '') === letters || bare(host) === letters);
};
