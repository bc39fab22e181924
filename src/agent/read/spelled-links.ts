import type { Link, Page } from '../../domain/page/page.ts';
import { addressOf } from '../address.ts';
import { MAX_LINKS } from './html/writer.ts';

/**
 * An address as people write it: with its scheme, with `www.`, or a common top-level domain and a path. Names of files and libraries
 * (“main.rs”, “Node.js”) do not match.
 */
const SPELLED =
  /(?:https?:\/\/|(?<![\p{L}\p{N}@./-])(?:(?=www\.[\p{L}\p{N}-]+\.\p{L}{2})|(?=(?:[\p{L}\p{N}-]{1,63}\.){1,4}(?:com|org|net|io|eu|edu|gov)\/[\p{L}\p{N}@])))(?:(?!,?https?:\/\/)[^\s<>"“”«»„|\\^`{}，。；、…–—]){3,2000}/giu;
/** Characters that end a sentence or close brackets around an address. */
const BEHIND = /[.,;:!?'’*_]/u;
const OPENING: Record<string, string> = { ')': '(', ']': '[' };

/** An address without the punctuation of its sentence; a bracket that it opens belongs to it. */
function trimmed(text: string): string {
  const odd: Record<string, number> = {};
  for (const sign of text) {
    if (sign === '(' || sign === '[') odd[sign] = (odd[sign] ?? 0) - 1;
    const opening = OPENING[sign];
    if (opening) odd[opening] = (odd[opening] ?? 0) + 1;
  }
  let end = text.length;
  for (; end > 0; end--) {
    const sign = text[end - 1] as string;
    const opening = OPENING[sign];
    if (opening && (odd[opening] ?? 0) > 0) odd[opening] = (odd[opening] ?? 0) - 1;
    else if (!BEHIND.test(sign)) break;
  }
  return text.slice(0, end);
}

/** Adds links for addresses that a page only spells out. */
export function withSpelledLinks<P extends Pick<Page, 'text' | 'links' | 'blocks'>>(page: P): P {
  const links: Link[] = [...page.links];
  let start = 0;
  for (const [block, line] of page.text.split('\n').entries()) {
    if (links.length >= MAX_LINKS) break;
    const known = page.links.filter((link) => link.block === block);
    for (const { 0: found, index } of line.matchAll(SPELLED)) {
      const text = trimmed(found);
      const url = addressOf(/^https?:\/\//iu.test(text) ? text : `https://${text}`);
      const [from, to] = [start + index, start + index + text.length];
      const isKnown = page.blocks[block]?.tag === 'pre' || known.some((link) => link.start < to && from < link.end);
      if (url !== null && !isKnown && links.length < MAX_LINKS) links.push({ block, start: from, end: to, url });
    }
    start += line.length + 1;
  }
  return { ...page, links: links.sort((a, b) => a.start - b.start) };
}
