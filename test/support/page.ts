import type { Block, Page } from '../../src/domain/page/page.ts';

interface Written {
  title?: string;
  url?: string;
  language?: string | null;
}

const TAGS = /^(h[1-6]|p|li|th|td|dt|dd|pre|quote|caption)(\*)?> ?/;

/**
 * A page from lines, as a reader would produce it: "h1> Acme", "dt> Licence", "p*> a footer"; without a mark a line is a paragraph. The dt
 * before a dd is its label. `[words](https://address)` is a link.
 */
export function pageOf(lines: string, { title, url = 'https://acme.example/about', language = 'en' }: Written = {}): Page {
  const blocks: Block[] = [];
  const texts: string[] = [];
  const links: Page['links'] = [];
  let at = 0;
  let label: number | undefined;
  for (const line of lines
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean)) {
    const [mark = '', tag = 'p', boilerplate] = TAGS.exec(line) ?? [];
    let text = '';
    let from = 0;
    const source = line.slice(mark.length);
    for (const match of source.matchAll(/\[([^\]]+)\]\((https?:[^)]+)\)/g)) {
      text += source.slice(from, match.index);
      links.push({ block: texts.length, start: at + text.length, end: at + text.length + (match[1] ?? '').length, url: match[2] ?? '' });
      text += match[1];
      from = match.index + match[0].length;
    }
    text += source.slice(from);
    if (tag === 'dt' || tag === 'th') label = texts.length;
    blocks.push({
      tag: tag as Block['tag'],
      ...(boilerplate ? { boilerplate: true as const } : {}),
      ...((tag === 'dd' || tag === 'td') && label !== undefined ? { label } : {}),
    });
    texts.push(text);
    at += text.length + 1;
  }
  const heading = texts[blocks.findIndex(({ tag }) => tag === 'h1')];
  return {
    url,
    canonicalUrl: null,
    title: title ?? heading ?? 'Acme',
    text: texts.join('\n'),
    blocks,
    links,
    hints: [],
    publishedAt: null,
    dates: null,
    language,
    mediaType: 'text/html',
  };
}
