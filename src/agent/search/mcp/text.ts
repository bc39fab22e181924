import type { Hit } from '../../ports.ts';
import { plainLine, snippetOf } from '../plain.ts';

/** Of a text that are looked through. */
const CHARS_MAX = 1_000_000;
const LINE_MAX = 5000;
/** Of a page's own text in an answer, behind its address. */
const SAID_MAX = 2000;
/** Characters that may stand before a link or an address that a line is for: a number or a bullet; a title. */
const LEAD_MAX = 12;
const TITLE_MAX = 200;

const MARKDOWN = /\[([^\][]{1,500})\]\((https?:\/\/[^\s()<>]{1,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,1000})?)/;
const BARE = /https?:\/\/[^\s<>"'`|)\]]{1,2000}/;
const ADDRESS_LABEL = /^\W*(?:url|link|source|address|href)\W*[:=]/i;
const TITLE_LABEL = /^\W*(?:title|name|page)\W*[:=]\W*/i;
const OTHER_LABEL = /^\W*(?:text|snippet|description|summary|content|highlights?|excerpts?)\W*[:=]\s*/i;
const DATE = /^\W*(?:published(?: ?(?:date|at|on))?|date)\W*[:=]\W*(\d{4}-\d{2}-\d{2}\S*)/i;
const FIELD = /^\W*(?:author|published(?: ?(?:date|at|on))?|date|score|id|image|favicon)\W*[:=]/i;
const NOTHING = /\b(?:no|0|zero) (?:\w+ )?(?:results?|matches|pages|hits)\b|nothing (?:was )?found/i;

/** Marks of lists, headings and emphasis at the ends of a title. */
const bare = (line: string) =>
  plainLine(line)
    .replace(/^(?:[-*#>•\s]+|\[?\d{1,3}[\].):]+\s+)+/, '')
    .replace(/[\s*_:–—-]+$/, '')
    .trim();

type Found = Hit & { said: string };

/**
 * The pages that a text names by their addresses, each with the title that stands beside or above it: lines that say Title and URL; where there are none,
 * `[title](address)` at the begin of a line, or an address at the end of one. An empty list when it says that there is nothing; null when it has no address.
 */
export function hitsInText(text: string): Hit[] | null {
  const lines = text
    .slice(0, CHARS_MAX)
    .split('\n')
    .map((line) => line.slice(0, LINE_MAX).trim())
    .filter((line) => !/^[\s\-*_=#]*$/.test(line));
  const isLabelled = lines.some((line) => ADDRESS_LABEL.test(line) && BARE.test(line));
  const hits: Found[] = [];
  let above = '';
  let date: string | undefined;
  for (const line of lines) {
    const last = hits.at(-1);
    const place = placeIn(line, isLabelled);
    const when = DATE.exec(line)?.[1];
    if (place) {
      if (last && !place.title) last.said = last.said.slice(0, last.said.length - (last.said.endsWith(above) ? above.length : 0));
      hits.push({
        ...place,
        title: place.title || bare(above),
        snippet: '',
        provider: 'mcp',
        position: hits.length,
        said: '',
        ...(date && { publishedAt: date }),
      });
      above = '';
      date = undefined;
    } else if (TITLE_LABEL.test(line)) above = line.replace(TITLE_LABEL, '');
    else if (when && last && !above) last.publishedAt = when;
    else if (when) date = when;
    else if (!FIELD.test(line)) {
      if (!OTHER_LABEL.test(line)) above = line;
      if (last && last.said.length < SAID_MAX) last.said += `\n${line.replace(OTHER_LABEL, '')}`;
    }
  }
  if (hits.length === 0) return text.length < 500 && NOTHING.test(text) ? [] : null;
  return hits.map(({ said, ...hit }) => ({ ...hit, snippet: snippetOf(plainLine(said).trim()) }));
}

/** The address that a line is for, and the title on it; null for a line that only mentions one. */
function placeIn(line: string, isLabelled: boolean): { url: string; title: string } | null {
  const address = BARE.exec(line);
  if (!address) return null;
  if (isLabelled) return ADDRESS_LABEL.test(line) ? { url: trimmed(address[0]), title: '' } : null;
  const link = MARKDOWN.exec(line);
  if (link) return link.index <= LEAD_MAX ? { url: link[2] as string, title: bare(link[1] as string) } : null;
  const behind = line.slice(address.index + address[0].length).replace(/[\s)\]>*_|.,;`]+/g, '');
  return behind === '' && address.index <= TITLE_MAX ? { url: trimmed(address[0]), title: bare(line.slice(0, address.index)) } : null;
}

const trimmed = (url: string) => url.replace(/[.,;:!?*_]+$/, '');
