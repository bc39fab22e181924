import type { Block, Hint } from '../../domain/page/page.ts';
import { cleanLine, clipped } from './canonical.ts';
import { addressWords, isOfSubject, ownName } from './own-name.ts';
import { headOf, siteNames, withoutSite } from './site-name.ts';

const MAX_TITLE = 300;

export interface TitleSources {
  url: string;
  /** The document's declared title, cleaned; '' when it has none. */
  declared: string;
  ogTitle: string | null;
  blocks: readonly Block[];
  lineAt: (index: number) => string;
  hints?: readonly Hint[];
  /** The first links of the page, with their text. */
  anchors?: readonly { url: string; text: string }[];
}

/**
 * The name of a document's subject: its main heading if title or address confirm it, else the title without the site's name, else the first
 * heading, else the end of its address; shortened to the name that the page's other parts agree on.
 */
export function titleOf({ url, declared, ogTitle, blocks, lineAt, hints = [], anchors = [] }: TitleSources): string {
  const sites = siteNames(url, hints, anchors);
  const headings = blocks.flatMap((block, i) => (/^h[1-6]$/.test(block.tag) ? [{ ...block, text: lineAt(i) }] : []));
  const own = headings.filter(({ boilerplate }) => !boilerplate);
  const bare = withoutSite(declared, sites, own[0]?.text);
  const heading = mainHeading(own, bare, url, sites) ?? hintedHeading(own, hints);
  const base = heading || bare || (ogTitle && withoutSite(ogTitle, sites)) || (own[0] ?? headings[0])?.text || endOf(url);
  const paragraphs = blocks.flatMap(({ tag, boilerplate }, i) => (tag === 'p' && !boilerplate ? lineAt(i) : []));
  const mentions = (named: string) => {
    const held = paragraphs.map((text) => ({ text, places: placesOf(text, named) })).filter(({ places }) => places.length > 0);
    return { all: held.length, within: held.filter(({ text, places }) => places.some((at) => isWithin(text, at))).length };
  };
  const name = ownName(base, { others: [bare, ogTitle ?? '', heading ?? ''], url, hints, mentions });
  return clipped(cleanLine(name), MAX_TITLE);
}

/** The offsets of a name in a text, as whole words. */
const placesOf = (text: string, name: string): number[] => {
  const places: number[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, after] = [text.slice(Math.max(0, at - 1), at), text.slice(at + name.length, at + name.length + 1)];
    if (!LETTER.test(before) && !LETTER.test(after)) places.push(at);
  }
  return places;
};
const LETTER = /[\p{L}\p{N}]/u;

/** Whether the text before an offset is in the same sentence. */
const isWithin = (text: string, at: number) => /[\p{L}\p{N},;)] $/u.test(text.slice(Math.max(0, at - 2), at));

interface Heading {
  tag: string;
  text: string;
}

/**
 * The heading that names the page: the longest h1 within the title, or the only one that shares half of its words with title or address;
 * without an h1, the first heading if it is the title.
 */
function mainHeading(headings: readonly Heading[], title: string, url: string, sites: ReadonlySet<string>): string | undefined {
  const spelled = addressWords(url).words.join(' ');
  const head = headOf(title);
  // the last part of a title is the site's name where the address spells the part before it
  const isSite = (text: string) =>
    sites.has(folded(text)) || (title !== text && title.endsWith(text) && !head.includes(text) && isAlike(head, spelled, 2));
  const first = headings.filter(({ tag, text }) => tag === 'h1' && text.length > 1 && !isSite(text));
  const repeated = first.filter(({ text }) => folded(title).includes(folded(text))).sort((a, b) => b.text.length - a.text.length)[0];
  if (repeated) return repeated.text;
  const [only, another] = first;
  if (only && !another && [head, spelled].some((text) => isAlike(only.text, text))) return only.text;
  const [lead] = headings;
  return lead && first.length === 0 && folded(lead.text) === folded(title) ? lead.text : undefined;
}

/** The h1 that structured data gives as name or headline of the subject. */
function hintedHeading(headings: readonly Heading[], hints: readonly Hint[]): string | undefined {
  const names = new Set(
    hints.flatMap(({ path, depth, type, value }) =>
      depth === 0 && isOfSubject(type) && (path === 'headline' || path === 'name') ? [folded(value)] : [],
    ),
  );
  return headings.find(({ tag, text }) => tag === 'h1' && names.has(folded(text)))?.text;
}

/** Whether half of one text's words are in the other, and at least `atLeast`; short words do not count. */
function isAlike(a: string, b: string, atLeast = 1): boolean {
  const [left, right] = [a, b].map((text) => new Set((folded(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 2)));
  const shared = left && right ? left.intersection(right).size : 0;
  return shared >= atLeast && 2 * shared >= Math.min(left?.size ?? 0, right?.size ?? 0);
}

const folded = (text: string) => text.toLowerCase();

/** The last segment of the path, readable, or the host. */
function endOf(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return url;
  const last = parsed.pathname.split('/').filter(Boolean).at(-1);
  if (last === undefined) return parsed.host;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
