import { z } from 'zod';
import { plainLine } from '../plain.ts';
import type { SearchProvider } from '../provider.ts';
import { dated, itemsOf, type KeyedOptions, looseText, openService } from '../search-service.ts';

const answer = z
  .object({ type: z.string().optional(), query: z.unknown().optional(), web: z.object({ results: z.array(z.unknown()) }).nullish() })
  .refine(({ type, query, web }) => type === 'search' || query !== undefined || web); // an answer without results has no `web`
const result = z.object({
  url: z.string().min(1),
  title: looseText,
  description: looseText,
  page_age: looseText,
  extra_snippets: z.array(z.string()).catch([]),
});

const PER_PAGE = 20;
const MAX_PAGE = 9;

/** Brave Search (api-dashboard.search.brave.com, "Web search"): GET /res/v1/web/search?q&count&offset; offset counts pages, 0 to 9. */
export function openBrave(options: KeyedOptions): SearchProvider {
  const service = openService(
    {
      label: 'Brave Search',
      setting: 'BRAVE',
      baseUrl: options.baseUrl ?? 'https://api.search.brave.com',
      headers: options.key ? { 'x-subscription-token': options.key } : {},
      isKeyed: true,
      restMs,
    },
    options,
  );
  return {
    name: 'brave',
    async search({ text, pageNumber }, signal) {
      if (pageNumber > MAX_PAGE) return [];
      const query = { q: queryOf(text), count: PER_PAGE, offset: pageNumber, text_decorations: 'false', result_filter: 'web' };
      const { web } = await service.json({ path: '/res/v1/web/search', query }, answer, signal);
      return itemsOf(web?.results ?? [], result).map(({ item, position }) => ({
        url: item.url,
        title: plainLine(item.title ?? ''),
        snippet: plainLine([item.description ?? '', ...item.extra_snippets].join(' ')),
        provider: 'brave',
        position: pageNumber * PER_PAGE + position,
        ...dated(item.page_age),
      }));
    },
  };
}

/** At most 400 characters and 50 words. */
const queryOf = (text: string) => text.split(/\s+/).slice(0, 50).join(' ').slice(0, 400).toWellFormed();

/** `X-RateLimit-Remaining: 0, 1200` with `X-RateLimit-Reset: 1, 86400`: the first of each is for the window of one second. */
function restMs(headers: Headers): number {
  const first = (name: string) => Number.parseFloat(headers.get(name)?.split(',')[0] ?? '');
  if (first('x-ratelimit-remaining') !== 0) return 0;
  const seconds = first('x-ratelimit-reset');
  return seconds > 0 && seconds <= 10 ? seconds * 1000 : 0;
}
