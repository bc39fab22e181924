import type { Hit } from '../../ports.ts';
import { plainLine, snippetOf } from '../plain.ts';

const LINE_MAX = 5000;
/** Characters of a page's own text in an answer, after its address. */
const SAID_MAX = 2000;
/** Characters that may precede a link or address: a number or bullet; a title. */
const LEAD_MAX = 12;
const TITLE_MAX = 200;

const MARKDOWN = /\[([^\][]{1,500})\]\((https?:\/\/[^\s()<>]{1,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,1000})?)/;
const BARE = /https?:\/\/[^\s<>"'`|)\]]{1,2000}/;
// marks of lists and emphasis around a label; bounded, so that matching stays linear
const ADDRESS_LABEL = /^\W{0,12}(?:url|link|source|address|href)\W{0,5}[:=]/i;
const TITLE_LABEL = /^\W{0,12}(?:title|name|page)\W{0,5}[:=]\W{0,12}/i;
const OTHER_LABEL = /^\W{0,12}(?:text|snippet|description|summary|content|highlights?|excerpts?)\W{0,5}[:=]\s{0,12}/i;
const DATE = /^\W{0,12}(?:published(?: ?(?:date|at|on))?|date)\W{0,5}[:=]\W{0,12}(\d{4}-\d{2}-\d{2}\S*)/i;
const FIELD = /^\W{0,12}(?:author|published(?: ?(?:date|at|on))?|date|score|id|image|favicon)\W{0,5}[:=]/i;
const NOTHING = /\b(?:no|0|zero) (?:\w+ )?(?:results?|matches|pages|hits)\b|nothing (?:was )?found/i;

/** A text without these trailing characters. A pattern anchored at the end would rescan each run of them. */
function withoutEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** A title without marks of lists, headings and emphasis at its ends. */
const bare = (line: string) =>
  withoutEnd(
    plainLine(line)
      .replace(/^(?:[-*#>•\s]+|\[?\d{1,3}[\].):]+\s+)+/, '')
      .trim(),
    ' \t*_:–—-',
  ).trim();

type Found = Hit & { said: string };

/**
 * The pages that a text names, each with the title beside or above its address: lines “Title:” and “URL:”, else `[title](address)` at the
 * start of a line, else an address at its end. Empty when the text reports no results; null when it has no address.
 */
export function hitsInText(text: string): Hit[] | null {
  const lines = text
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

/** The address that is the subject of a line, with the title on it; null for a line that only mentions one. */
function placeIn(line: string, isLabelled: boolean): { url: string; title: string } | null {
  const address = BARE.exec(line);
  if (!address) return null;
  if (isLabelled) return ADDRESS_LABEL.test(line) ? { url: trimmed(address[0]), title: '' } : null;
  const link = MARKDOWN.exec(line);
  if (link) return link.index <= LEAD_MAX ? { url: link[2] as string, title: bare(link[1] as string) } : null;
  const behind = line.slice(address.index + address[0].length).replace(/[\s)\]>*_|.,;`]+/g, '');
  return behind === '' && address.index <= TITLE_MAX ? { url: trimmed(address[0]), title: bare(line.slice(0, address.index)) } : null;
}

const trimmed = (url: string) => withoutEnd(url, '.,;:!?*_');
