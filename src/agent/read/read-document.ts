import type { Page } from '../../domain/page/page.ts';
import { cleanPage } from '../incoming.ts';
import { decode } from './charset.ts';
import { readHtml } from './html/html.ts';
import { languageOf } from './language.ts';
import { markdownAsHtml } from './markdown.ts';
import { noticeIn } from './notice.ts';
import { readPdf } from './pdf/pdf.ts';
import { readPlain, WRAPPED } from './plain.ts';
import { ReadFailure } from './read-failure.ts';
import { withSpelledLinks } from './spelled-links.ts';

/** A document as received: `mediaType` without parameters, `charset` as its transport declared it, `url` after redirects. */
export interface RawDocument {
  url: string;
  mediaType: string;
  charset: string | null;
  body: Uint8Array;
}

/**
 * The page in a document of any known type. Throws only ReadFailure. The caller bounds time and memory. `onDropped` receives the number of
 * addresses dropped for their length.
 */
export async function readDocument({ url, mediaType, charset, body }: RawDocument, onDropped?: (n: number) => void): Promise<Page> {
  const { dropped = 0, ...read } = await readAs(mediaType, body, charset, url);
  const page = cleanPage({ ...read, mediaType });
  if (dropped > 0) onDropped?.(dropped);
  if (page.text === '') throw new ReadFailure('no_text', 'The page holds no text: it may be drawn by scripts, or be pictures only');
  const notice = noticeIn(page);
  if (notice !== null) throw new ReadFailure('not_the_page', `It is not the page but ${notice}`);
  return { ...page, language: await languageOf(page) };
}

type Read = Omit<Page, 'mediaType'> & { dropped?: number };

/** Code hosts serve Markdown as plain text. */
const MARKDOWN_NAME = /^[^?#]*\.(?:md|markdown)(?:$|[?#])/i;

async function readAs(mediaType: string, body: Uint8Array, charset: string | null, url: string): Promise<Read> {
  switch (mediaType === 'text/plain' && MARKDOWN_NAME.test(url) ? 'text/markdown' : mediaType) {
    case 'text/html':
    case 'application/xhtml+xml':
      return readHtml(decode(body, charset), url);
    case 'text/markdown':
      return withSpelledLinks(await readHtml(markdownAsHtml(decode(body, charset), WRAPPED), url, { isAllContent: true }));
    case 'text/plain':
      return withSpelledLinks(readPlain(decode(body, charset), url));
    case 'application/pdf':
      return withSpelledLinks(await readPdf(body, url));
    case 'text/xml':
    case 'application/xml': {
      const text = decode(body, charset ?? 'utf-8');
      if (/<html[\s>]/i.test(text.slice(0, 4096))) return readHtml(text, url);
      throw new ReadFailure('unsupported', 'The document is XML data, not a page');
    }
    default:
      throw new ReadFailure('unsupported', `Documents of the type ${mediaType} are not read`);
  }
}
