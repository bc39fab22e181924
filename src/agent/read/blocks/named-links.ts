import type { Block, Link } from '../../../domain/page/page.ts';
import type { Element } from './outline.ts';

/** A short name before a colon, and what it names. */
const NAMED = /^[^\s:：][^:：]{0,38}[:：]\s+(?=\S)/u;

/** A page as written, and whether each block's own markup names it furniture. `url`: where the page was found. */
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
 * Takes the flag of furniture, where only their looks gave it, from lines that say where else the page's subject is: that name one link to another
 * host ("Source: the register"), or hold nothing but such links beside a paragraph of the content ("PDF | Source code"). A link that carries the page's own address shares it, and is none.
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

/** Whether a line has no letter and no digit outside of some words, which stand in it in this order. */
function isNothingBut(line: string, words: readonly string[]): boolean {
  let rest = line;
  for (const word of words) {
    const at = rest.indexOf(word);
    if (at < 0 || UNLINKED.test(rest.slice(0, at))) return false;
    rest = rest.slice(at + word.length);
  }
  return !UNLINKED.test(rest);
}

/** A letter or a digit. */
const UNLINKED = /[\p{L}\p{N}]/u;
