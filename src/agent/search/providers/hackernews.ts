import { z } from 'zod';
import { plainLine, plainText, snippetOf } from '../plain.ts';
import type { SearchProvider } from '../provider.ts';
import { dated, itemsOf, looseText, openService, type PublicOptions } from '../search-service.ts';

const answer = z.object({ hits: z.array(z.unknown()) });
const result = z.object({ objectID: z.string().min(1), title: looseText, url: looseText, story_text: looseText, created_at: looseText });

const PER_PAGE = 20;
const MAX_RESULTS = 1000;

/**
 * Hacker News (hn.algolia.com/api): GET /api/v1/search?query&tags=story&page; about 10,000 requests an hour. A story links to its page; a
 * post without a link (Ask HN) is the page itself.
 */
export function openHackerNews(options: PublicOptions): SearchProvider {
  const service = openService(
    {
      label: 'Hacker News',
      setting: 'HACKERNEWS',
      baseUrl: options.baseUrl ?? 'https://hn.algolia.com',
      headers: { 'user-agent': options.userAgent },
      everyMs: 360,
    },
    options,
  );
  return {
    name: 'hackernews',
    async search({ text, pageNumber }, signal) {
      if (pageNumber * PER_PAGE >= MAX_RESULTS) return [];
      const query = { query: text, tags: 'story', page: pageNumber, hitsPerPage: PER_PAGE, removeWordsIfNoResults: 'allOptional' };
      const { hits } = await service.json({ path: '/api/v1/search', query }, answer, signal);
      return itemsOf(hits, result).flatMap(({ item, position }) => {
        const words = plainText(item.story_text ?? '');
        if (!item.url && !words) return [];
        return {
          url: item.url || `https://news.ycombinator.com/item?id=${encodeURIComponent(item.objectID)}`,
          title: plainLine(item.title ?? ''),
          snippet: snippetOf(words),
          provider: 'hackernews',
          position: pageNumber * PER_PAGE + position,
          ...(!item.url && { text: words, isWhole: true as const }), // the text of a linked page is not replaced
          ...dated(item.created_at),
        };
      });
    },
  };
}
