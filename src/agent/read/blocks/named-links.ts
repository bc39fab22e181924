import type { Block, Link } from '../../../domain/page/page.ts';
import type { Element } from './outline.ts';

/** A short name before a colon, and its value. */
const NAMED = /^[^\s:：][^:：]{0,38}[:：]\s+(?=\S)/u;

/** A written page, and whether each block's own markup marks it as furniture. `url`: where the page was found. */
interface Written {
  url: string;
  text: string;
  lines: readonly string[];
  blocks: readonly Block[];
  links: readonly Link[];
  flagged: readonly boolean[];
  elements: readonly Element[];
  elementOf: readonly number[];
}

/**
 * Unmarks lines that only looked like furniture but link to the subject elsewhere: one named link to another host ("Source: the register"),
 * or only such links beside a content paragraph ("PDF | Source code"). Share links do not count.
 */
export function keepNamedLinks({ url, text, lines, blocks, links, flagged, elements, elementOf }: Written): void {
  const host = URL.parse(url)?.host;
  if (!host) return;
  const isContent = blocks.map(({ boilerplate }) => !boilerplate);
  const parentOf = (block: number) => elements[elementOf[block] ?? 0]?.parent;
  const isBeside = (block: number) =>
    [block - 1, block + 1].some((one) => isContent[one] && blocks[one]?.tag === 'p' && parentOf(one) === parentOf(block));
  const isElsewhere = (link: Link) => !link.url.includes(host);
  for (const [of, inBlock] of Map.groupBy(links, ({ block }) => block)) {
    const block = blocks[of];
    if (!block?.boilerplate || flagged[of] || !inBlock.every(isElsewhere)) continue;
    const line = lines[of] ?? '';
    const words = inBlock.map(({ start, end }) => text.slice(start, end));
    const name = NAMED.exec(line)?.[0];
    const isNamed = name !== undefined && words.length === 1 && line.slice(name.length).replace(/[\s.]+$/u, '') === words[0];
    if (isNamed || (block.tag === 'p' && isBeside(of) && isNothingBut(line, words))) delete block.boilerplate;
  }
}

/** Whether a line has no letters and digits besides these words, in this order. */
function isNothingBut(line: string, words: readonly string[]): boolean {
  let rest = line;
  for (const word of words) {
    const at = rest.indexOf(word);
    if (at < 0 || UNLINKED.test(rest.slice(0, at))) return false;
    rest = rest.slice(at + word.length);
  }
  return !UNLINKED.test(rest);
}

const UNLINKED = /[\p{L}\p{N}]/u;
