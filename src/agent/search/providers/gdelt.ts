import { z } from 'zod';
import { limited } from '../patience.ts';
import { plainLine } from '../plain.ts';
import { SearchFailure, type SearchProvider } from '../provider.ts';
import { dated, itemsOf, looseText, openService, type PublicOptions, strange } from '../search-service.ts';

const answer = z.object({ articles: z.array(z.unknown()).default([]) });
const result = z.object({ url: z.string().min(1), title: looseText, seendate: looseText });

const RECORDS = 100;
const NAMES = { label: 'GDELT', setting: 'GDELT' };

/** GDELT's DOC 2.0 API: GET /api/v2/doc/doc?query&mode=artlist&format=json; recent months only, one request every 5 s, no further pages. */
export function openGdelt(options: PublicOptions): SearchProvider {
  const service = openService(
    { ...NAMES, baseUrl: options.baseUrl ?? 'https://api.gdeltproject.org', headers: { 'user-agent': options.userAgent }, everyMs: 5000 },
    options,
  );
  return {
    name: 'gdelt',
    async search({ text, pageNumber }, signal) {
      const words = queryOf(text);
      if (pageNumber > 0 || words === '') return [];
      const query = { query: words, mode: 'artlist', format: 'json', maxrecords: RECORDS, sort: 'hybridrel' };
      const body = await service.text({ path: '/api/v2/doc/doc', query }, signal);
      return itemsOf(articlesIn(body), result).map(({ item, position }) => ({
        url: item.url,
        title: plainLine(item.title ?? ''),
        snippet: '',
        provider: 'gdelt',
        position,
        ...dated(dateOf(item.seendate ?? '')),
      }));
    },
  };
}

/** Errors are plain sentences with status 200. */
function articlesIn(body: string): unknown[] {
  if (/limit requests/i.test(body)) throw limited(NAMES, 5000);
  if (/^\s*(?:your|the) (?:query|search|specified)/i.test(body))
    throw new SearchFailure('unavailable', 'GDELT did not understand the query');
  try {
    return answer.parse(JSON.parse(body.replace(/\p{Cc}+/gu, ' '))).articles; // titles may contain raw control characters
  } catch {
    throw strange(NAMES);
  }
}

/** Words of three letters and more, all of which an article must contain; GDELT treats punctuation as syntax. */
const queryOf = (text: string) =>
  (text.match(/[\p{L}\p{N}]{3,}/gu) ?? [])
    .filter((word) => !/^(?:and|the|for|with|not|near\d*|or)$/i.test(word))
    .slice(0, 8)
    .join(' ');

/** 20240501T120000Z -> 2024-05-01T12:00:00Z */
const dateOf = (seen: string) => {
  const [, y, m, d, h, min, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(seen) ?? [];
  return y ? `${y}-${m}-${d}T${h}:${min}:${s}Z` : undefined;
};
