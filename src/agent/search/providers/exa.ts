import { z } from 'zod';
import type { Category } from '../../../domain/webset-state.ts';
import { plainLine, snippetOf } from '../plain.ts';
import type { SearchProvider } from '../provider.ts';
import { dated, itemsOf, type KeyedOptions, looseText, openService } from '../search-service.ts';

const answer = z.object({ results: z.array(z.unknown()) });
const result = z.object({
  url: z.string().min(1),
  title: looseText,
  publishedDate: looseText,
  text: looseText,
  highlights: z.array(z.string()).catch([]),
});

const RESULTS = 50;
const THEIRS: Partial<Record<Category, string>> = { companies: 'company', people: 'people', research: 'publication', articles: 'news' };

/** Exa (docs.exa.ai, "Search"): POST /search { query, numResults, category }; there are no further pages. At most 10 requests a second. */
export function openExa(options: KeyedOptions): SearchProvider {
  const service = openService(
    {
      label: 'Exa',
      setting: 'EXA',
      baseUrl: options.baseUrl ?? 'https://api.exa.ai',
      headers: options.key ? { 'x-api-key': options.key } : {},
      isKeyed: true,
      everyMs: 100,
    },
    options,
  );
  return {
    name: 'exa',
    async search({ text, pageNumber, category }, signal) {
      if (pageNumber > 0) return [];
      const theirs = category ? THEIRS[category] : undefined;
      const body = { query: text, numResults: RESULTS, ...(theirs && { category: theirs }) };
      const { results } = await service.json({ path: '/search', body }, answer, signal);
      return itemsOf(results, result).map(({ item, position }) => ({
        url: item.url,
        title: plainLine(item.title ?? ''),
        snippet: snippetOf(plainLine(item.highlights.join(' ') || (item.text ?? ''))),
        provider: 'exa',
        position,
        ...dated(item.publishedDate),
      }));
    },
  };
}
