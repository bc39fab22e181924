import { z } from 'zod';
import { plainLine } from '../plain.ts';
import type { SearchProvider } from '../provider.ts';
import { dated, itemsOf, type KeyedOptions, looseText, openService } from '../search-service.ts';

const answer = z.object({ results: z.array(z.unknown()) });
const result = z.object({ url: z.string().min(1), title: looseText, content: looseText, published_date: looseText });

const RESULTS = 20;

/** Tavily (docs.tavily.com, "Search"): POST /search { query, max_results, topic }; there are no further pages. 100 requests a minute. */
export function openTavily(options: KeyedOptions): SearchProvider {
  const service = openService(
    {
      label: 'Tavily',
      setting: 'TAVILY',
      baseUrl: options.baseUrl ?? 'https://api.tavily.com',
      headers: options.key ? { authorization: `Bearer ${options.key}` } : {},
      isKeyed: true,
      everyMs: 600,
    },
    options,
  );
  return {
    name: 'tavily',
    async search({ text, pageNumber, category }, signal) {
      if (pageNumber > 0) return [];
      const body = { query: text.slice(0, 400).toWellFormed(), max_results: RESULTS, topic: category === 'articles' ? 'news' : 'general' };
      const { results } = await service.json({ path: '/search', body }, answer, signal);
      return itemsOf(results, result).map(({ item, position }) => ({
        url: item.url,
        title: plainLine(item.title ?? ''),
        snippet: plainLine(item.content ?? ''),
        provider: 'tavily',
        position,
        ...dated(item.published_date),
      }));
    },
  };
}
