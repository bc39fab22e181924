import { z } from 'zod';
import { plainLine } from '../plain.ts';
import type { SearchProvider } from '../provider.ts';
import { dated, itemsOf, type KeyedOptions, looseText, openService } from '../search-service.ts';

const answer = z.object({ organic: z.array(z.unknown()) });
const result = z.object({ link: z.string().min(1), title: looseText, snippet: looseText, date: looseText });

const PER_PAGE = 10;

/** Serper (serper.dev): POST /search { q, num, page }, Google's results. */
export function openSerper(options: KeyedOptions): SearchProvider {
  const service = openService(
    {
      label: 'Serper',
      setting: 'SERPER',
      baseUrl: options.baseUrl ?? 'https://google.serper.dev',
      headers: options.key ? { 'x-api-key': options.key } : {},
      isKeyed: true,
    },
    options,
  );
  return {
    name: 'serper',
    async search({ text, pageNumber }, signal) {
      const body = { q: text, num: PER_PAGE, page: pageNumber + 1 };
      const { organic } = await service.json({ path: '/search', body }, answer, signal);
      return itemsOf(organic, result).map(({ item, position }) => ({
        url: item.link,
        title: plainLine(item.title ?? ''),
        snippet: plainLine(item.snippet ?? ''),
        provider: 'serper',
        position: pageNumber * PER_PAGE + position,
        ...dated(item.date),
      }));
    },
  };
}
