import { z } from 'zod';
import { openJsonMeter } from '../../json-meter.ts';
import type { Hit } from '../../ports.ts';
import { plainLine, snippetOf } from '../plain.ts';
import { SearchFailure } from '../provider.ts';
import { looseText } from '../search-service.ts';
import { hitsInText } from './text.ts';

/** A tool's answer by the protocol: structured, or parts of text and links. */
export interface ToolResult {
  structuredContent?: unknown;
  content?: readonly unknown[];
  isError?: boolean | undefined;
}

/** The most values of an answer that are searched for the list of results. */
const THINGS_MAX = 10_000;
const DEPTH_MAX = 6;
const SAID_MAX = 200;
/** Characters of all texts of an answer together. */
const CHARS_MAX = 1_000_000;

const texts = z.array(z.string()).catch([]);
const item = z.object({
  url: looseText,
  link: looseText,
  href: looseText,
  uri: looseText,
  title: looseText,
  name: looseText,
  snippet: looseText,
  description: looseText,
  summary: looseText,
  content: looseText,
  text: looseText,
  highlights: texts,
  excerpts: texts,
  publishedDate: looseText,
  published_date: looseText,
  publish_date: looseText,
  date: looseText,
});
type Item = z.output<typeof item>;

const part = z.object({ type: z.string(), text: looseText, uri: looseText, name: looseText, title: looseText, description: looseText });

const isAddress = (text: string | null | undefined): text is string => !!text && text.length <= 2000 && /^https?:\/\/\S+$/i.test(text);
const addressOf = ({ url, link, href, uri }: Item) => [url, link, href, uri].find(isAddress);

function hitOf(raw: unknown, position: number): Hit[] {
  const { success, data } = item.safeParse(raw);
  const url = success ? addressOf(data) : undefined;
  if (!data || !url) return [];
  const said =
    [...data.highlights, ...data.excerpts].join(' ') || data.snippet || data.description || data.summary || data.content || data.text || '';
  const publishedAt = data.publishedDate ?? data.published_date ?? data.publish_date ?? data.date;
  return [
    {
      url,
      title: plainLine(data.title ?? data.name ?? ''),
      snippet: snippetOf(plainLine(said.slice(0, 10_000))),
      provider: 'mcp',
      position,
      ...(publishedAt ? { publishedAt } : {}),
    },
  ];
}

/** The first list of objects with addresses, breadth first; empty where all lists are empty; null where there is none. */
export function hitsInJson(json: unknown): Hit[] | null {
  let level: unknown[] = [json];
  let seen = 0;
  let isEmpty = false;
  for (let depth = 0; depth < DEPTH_MAX && level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const one of level) {
      if (Array.isArray(one)) {
        const hits = one.slice(0, THINGS_MAX).flatMap(hitOf);
        if (hits.length > 0) return hits;
        isEmpty ||= one.length === 0;
      }
      for (const value of typeof one === 'object' && one !== null ? Object.values(one) : []) {
        if (++seen > THINGS_MAX) return isEmpty ? [] : null;
        if (typeof value === 'object' && value !== null) next.push(value);
      }
    }
    level = next;
  }
  return isEmpty ? [] : null;
}

/**
 * The pages in a tool's answer: `structuredContent`, JSON text, links, or addresses in text. Throws SearchFailure when the tool reports a
 * failure, or an answer has no address. `redacted` removes what callers must not read.
 */
export function hitsOf(result: ToolResult, redacted: (text: string) => string = (text) => text): Hit[] {
  const parts = (result.content ?? []).flatMap((one) => part.safeParse(one).data ?? []);
  let left = CHARS_MAX;
  const said = parts.flatMap(({ type, text }) => {
    if (type !== 'text' || !text || left === 0) return [];
    const some = text.slice(0, left);
    left -= some.length;
    return [some];
  });
  const shortened = (text: string) =>
    plainLine(redacted(text.slice(0, 2000)))
      .slice(0, SAID_MAX)
      .toWellFormed();
  if (result.isError) throw toolFailure(shortened(said.join(' ')));
  const structured = result.structuredContent === undefined ? null : hitsInJson(result.structuredContent);
  if (structured) return structured;
  const links = parts.flatMap((one, position) => (one.type === 'resource_link' ? hitOf({ ...one, text: null }, position) : []));
  if (links.length > 0) return links;
  const meter = openJsonMeter(); // shared by all parts
  const found = said.map((text) => hitsInJson(jsonOf(text, meter)) ?? hitsInText(text));
  const hits = found.flatMap((some) => some ?? []).map((hit, position) => ({ ...hit, position }));
  if (hits.length > 0 || found.some((some) => some !== null)) return hits;
  const words = shortened(said.join(' '));
  throw new SearchFailure(
    'misconfigured',
    `The MCP server’s tool answered without addresses of pages${words && ` (“${words}”)`}: check MCP_SEARCH_TOOL`,
  );
}

function toolFailure(words: string): SearchFailure {
  const kind = /rate.?limit|too many requests|\b429\b|quota/i.test(words) ? 'rate_limited' : 'unavailable';
  return new SearchFailure(kind, `The MCP server’s tool failed${words && `: ${words}`}`);
}

function jsonOf(text: string, meter: ReturnType<typeof openJsonMeter>): unknown {
  const start = text.trimStart();
  if (!/^[[{]/.test(start) || meter(Buffer.from(`${start}\n`)) !== null) return undefined;
  try {
    return JSON.parse(start);
  } catch {
    return undefined;
  }
}
