import type { Block } from '../../domain/page/page.ts';
import { cleanLine, clipped } from './canonical.ts';

const MAX_TITLE = 300;

export interface TitleSources {
  url: string;
  /** The document's own title, cleaned; '' when it has none. */
  declared: string;
  ogTitle: string | null;
  blocks: readonly Block[];
  lineAt: (index: number) => string;
}

/**
 * What a document is called: its main heading when the declared title repeats it (the rest is the site's name),
 * else the declared title, else the first heading, else the end of its address.
 */
export function titleOf({ url, declared, ogTitle, blocks, lineAt }: TitleSources): string {
  const headings = blocks.flatMap((block, i) => (/^h[1-6]$/.test(block.tag) ? [{ ...block, text: lineAt(i) }] : []));
  const repeated = headings
    .filter(({ tag, boilerplate, text }) => tag === 'h1' && !boilerplate && text.length > 1 && folded(declared).includes(folded(text)))
    .sort((a, b) => b.text.length - a.text.length)[0];
  const heading = headings.find(({ boilerplate }) => !boilerplate) ?? headings[0];
  return clipped(cleanLine(repeated?.text || declared || ogTitle || heading?.text || endOf(url)), MAX_TITLE);
}

const folded = (text: string) => text.toLowerCase();

/** The last part of the path, readable, or the host. */
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
