import { marked, type TokensList } from 'marked';
import { parse as parseToml } from 'smol-toml';
import { parse } from 'yaml';
import { ReadFailure } from './read-failure.ts';

/** Front matter of Jekyll, Hugo and others: the text between two lines of three dashes (YAML) or pluses (TOML) at the beginning. */
const FRONT_MATTER = /^(---|\+\+\+)[ \t]*\n([\s\S]{0,20000}?)\n\1[ \t]*(?:\n|$)/;
const LINE = /^([\w-]{1,60}):\s+["'[]?(.*?)["'\]]?\s*$/;
const MAX_ENTRIES = 100;
const MAX_DEPTH = 3;

/**
 * Markdown (GitHub flavour) as HTML. Front matter becomes a heading, a list of names and values, and metadata; invalid YAML is read line by
 * line. Lines under `wrapped` characters keep their break. Throws ReadFailure on deep nesting.
 */
export function markdownAsHtml(markdown: string, wrapped: number): string {
  const text = markdown.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const front = FRONT_MATTER.exec(text);
  const entries = front?.[1] === '+++' ? entriesOfToml(front[2] ?? '') : entriesOf(front?.[2] ?? '');
  const body = entries.length > 0 ? text.slice(front?.[0].length) : text;
  const tokens = tokensOf(endLines(body, wrapped));
  const title = entries.find(([name]) => name.toLowerCase() === 'title')?.[1];
  const hasHeading = tokens.some((token) => token.type === 'heading' && token.depth === 1);
  const shown = entries.filter(([, value]) => value !== title);
  return [
    title === undefined ? '' : `<title>${escaped(title)}</title>`,
    ...shown.map(([name, value]) => `<meta name="${escaped(name)}" content="${escaped(value)}">`),
    title === undefined || hasHeading ? '' : `<h1>${escaped(title)}</h1>`,
    shown.length > 0 ? `<dl>${shown.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>` : '',
    marked.parser(tokens, { gfm: true }),
  ].join('\n');
}

function tokensOf(text: string): TokensList {
  try {
    return marked.lexer(text, { gfm: true });
  } catch (error) {
    throw new ReadFailure('too_deep', 'The text nests too many quotes or lists', { cause: error });
  }
}

/** Adds the two spaces that keep a line break. */
const endLines = (text: string, wrapped: number) =>
  text
    .split('\n')
    .map((line) => (line.length < wrapped ? `${line}  ` : line))
    .join('\n');

function entriesOf(yaml: string): [name: string, value: string][] {
  try {
    const found = parse(yaml, { schema: 'failsafe' }) as unknown; // every value as it is written
    return isMap(found) ? flatten(found, '', MAX_DEPTH).slice(0, MAX_ENTRIES) : [];
  } catch {
    // the usual reason for invalid YAML is a title with a colon
    return yaml.split('\n').flatMap((line) => {
      const [, name, value] = LINE.exec(line) ?? [];
      return name && value ? [[name, value] as [string, string]] : [];
    });
  }
}

function entriesOfToml(toml: string): [name: string, value: string][] {
  try {
    return flatten(parseToml(toml), '', MAX_DEPTH).slice(0, MAX_ENTRIES);
  } catch {
    return [];
  }
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** A value as it is written; in TOML, dates and numbers have types. */
const wordsOf = (value: unknown): string =>
  typeof value === 'string'
    ? value.trim()
    : value instanceof Date
      ? value.toISOString()
      : ['number', 'boolean', 'bigint'].includes(typeof value)
        ? String(value)
        : '';

function flatten(map: Record<string, unknown>, path: string, depth: number): [string, string][] {
  return Object.entries(map).flatMap(([key, value]): [string, string][] => {
    const name = path === '' ? key : `${path} ${key}`;
    if (isMap(value)) return depth > 1 ? flatten(value, name, depth - 1) : [];
    const words = (Array.isArray(value) ? value : [value]).map(wordsOf).filter((one) => one !== '');
    return words.length > 0 ? [[name, words.join(', ')]] : [];
  });
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
