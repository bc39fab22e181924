import type { Block, Link } from '../../../domain/page/page.ts';

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
}

/** Takes the flag of furniture from lines that name one link to another host and say nothing else ("Source: the register"), where only their looks gave it. */
export function keepNamedLinks({ url, text, lines, blocks, links, flagged }: Written): void {
  const host = URL.parse(url)?.host;
  for (const link of links) {
    const block = blocks[link.block];
    if (!block?.boilerplate || flagged[link.block]) continue;
    const line = lines[link.block] ?? '';
    const name = NAMED.exec(line)?.[0];
    if (name === undefined || line.slice(name.length).replace(/[\s.]+$/u, '') !== text.slice(link.start, link.end)) continue;
    if (URL.parse(link.url)?.host !== host) delete block.boilerplate;
  }
}
