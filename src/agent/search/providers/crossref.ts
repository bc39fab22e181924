import { z } from 'zod';
import { plainLine, plainText, snippetOf } from '../plain.ts';
import type { SearchProvider } from '../provider.ts';
import { dated, itemsOf, looseText, openService, type PublicOptions } from '../search-service.ts';

const answer = z.object({ message: z.object({ items: z.array(z.unknown()) }) });
const parts = z
  .object({ 'date-parts': z.array(z.array(z.number())) })
  .nullish()
  .catch(null);
const result = z.object({ DOI: z.string().min(1), title: z.array(z.string()).catch([]), abstract: looseText, published: parts });

const PER_PAGE = 20;
const MAX_OFFSET = 10_000;

/** Crossref (api.crossref.org): GET /works?query&rows&offset; `mailto` selects its polite pool when the contact is a mail address. */
export function openCrossref(options: PublicOptions & { mailto?: string | undefined }): SearchProvider {
  const service = openService(
    {
      label: 'Crossref',
      setting: 'CROSSREF',
      baseUrl: options.baseUrl ?? 'https://api.crossref.org',
      headers: { 'user-agent': options.userAgent },
      restMs,
    },
    options,
  );
  return {
    name: 'crossref',
    async search({ text, pageNumber }, signal) {
      const offset = pageNumber * PER_PAGE;
      if (offset > MAX_OFFSET) return [];
      const query = {
        query: text,
        rows: PER_PAGE,
        offset,
        select: 'DOI,title,abstract,published',
        ...(options.mailto && { mailto: options.mailto }),
      };
      const { message } = await service.json({ path: '/works', query }, answer, signal);
      return itemsOf(message.items, result).map(({ item, position }) => {
        const abstract = plainText(item.abstract ?? '');
        return {
          url: `https://doi.org/${encodeURI(item.DOI)}`,
          title: plainLine(item.title[0] ?? ''),
          snippet: snippetOf(abstract),
          provider: 'crossref',
          position: offset + position,
          ...(abstract && { text: abstract }),
          ...dated(dateOf(item.published?.['date-parts'][0])),
        };
      });
    },
  };
}

/** [2020, 1] -> 2020-01 */
const dateOf = (numbers: number[] | undefined) => numbers?.map((n, i) => String(n).padStart(i === 0 ? 4 : 2, '0')).join('-');

/** `x-rate-limit-limit: 50` in `x-rate-limit-interval: 1s`. */
function restMs(headers: Headers): number {
  const limit = Number(headers.get('x-rate-limit-limit'));
  const seconds = Number.parseFloat(headers.get('x-rate-limit-interval') ?? '');
  return limit > 0 && seconds > 0 ? Math.min(10_000, (seconds * 1000) / limit) : 0;
}
