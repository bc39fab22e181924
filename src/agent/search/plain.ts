import { Tokenizer } from 'htmlparser2';
import { cleanLine } from '../read/canonical.ts';

/** Elements of HTML and JATS (journal abstracts) that begin a line. */
const LINES = /^(?:p|br|div|li|ul|ol|h[1-6]|pre|blockquote|tr|title|sec|jats:(?:p|title|sec|list-item))$/;
const MAX_CHARS = 200_000;

/** The text of a piece of markup: one line a paragraph, cleaned like a page's text; '' when there is none. Linear for any nesting. */
export function plainText(markup: string): string {
  const source = markup.slice(0, MAX_CHARS);
  let text = '';
  const breaks = (start: number, end: number) => {
    if (LINES.test(source.slice(start, end).toLowerCase())) text += '\n';
  };
  const ignore = () => {};
  // the full parser searches its list of open elements at each tag
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: breaks,
      onclosetag: breaks,
      ontext: (start, end) => (text += source.slice(start, end)),
      ontextentity: (codepoint) => (text += String.fromCodePoint(codepoint)),
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      onattribname: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onprocessinginstruction: ignore,
      onselfclosingtag: ignore,
    },
  );
  tokenizer.write(source);
  tokenizer.end();
  return text.split('\n').map(cleanLine).filter(Boolean).join('\n');
}

/** The same in one line. */
export const plainLine = (markup: string) => plainText(markup).replaceAll('\n', ' ');

const SNIPPET = 300;

/** The beginning of a text, as a hit's snippet. */
export const snippetOf = (text: string) => text.slice(0, SNIPPET).toWellFormed().replaceAll('\n', ' ');
