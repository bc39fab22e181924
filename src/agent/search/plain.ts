import { Parser } from 'htmlparser2';
import { cleanLine } from '../read/canonical.ts';

/** Elements of HTML and JATS (the abstracts of journals) that begin a line. */
const LINES = /^(?:p|br|div|li|ul|ol|h[1-6]|pre|blockquote|tr|title|sec|jats:(?:p|title|sec|list-item))$/;
const MAX_CHARS = 200_000;

/** What a scrap of markup says: a line each paragraph, cleaned like a page's text; '' when it says nothing. Text without markup stays. */
export function plainText(markup: string): string {
  let text = '';
  const breaks = (name: string) => {
    if (LINES.test(name)) text += '\n';
  };
  const parser = new Parser({ onopentagname: breaks, onclosetag: breaks, ontext: (more) => (text += more) });
  parser.end(markup.slice(0, MAX_CHARS));
  return text.split('\n').map(cleanLine).filter(Boolean).join('\n');
}

/** The same on one line. */
export const plainLine = (markup: string) => plainText(markup).replaceAll('\n', ' ');

const SNIPPET = 300;

/** The beginning of a text, as a hit's snippet. */
export const snippetOf = (text: string) => text.slice(0, SNIPPET).toWellFormed().replaceAll('\n', ' ');
