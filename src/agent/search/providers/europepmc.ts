import { z } from 'zod';
import { plainLine, plainText, snippetOf } from '../plain.ts';
import type { SearchProvider } from '../provider.ts';
import { dated, itemsOf, looseText, openService, type PublicOptions } from '../search-service.ts';

const answer = z.object({ nextCursorMark: looseText, resultList: z.object({ result: z.array(z.unknown()) }) });
const result = z.object({
  id: z.string().min(1),
  source: z.string().min(1),
  doi: looseText,
  title: looseText,
  abstractText: looseText,
  firstPublicationDate: looseText,
});

const PER_PAGE = 25;
const REMEMBERED = 200;

/**
 * Europe PMC (europepmc.org/RestfulWebService): GET /europepmc/webservices/rest/search?query&resultType=core&cursorMark. Cursors of recent
 * queries are cached, so that a later page costs one request.
 */
export function openEuropePmc(options: PublicOptions): SearchProvider {
  const service = openService(
    {
      label: 'Europe PMC',
      setting: 'EUROPEPMC',
      baseUrl: options.baseUrl ?? 'https://www.ebi.ac.uk',
      headers: { 'user-agent': options.userAgent },
    },
    options,
  );
  const cursors = new Map<string, (string | null)[]>();

  async function ask(query: string, pageNumber: number, signal: AbortSignal): Promise<unknown[]> {
    const marks = cursors.get(query) ?? ['*'];
    cursors.delete(query);
    cursors.set(query, marks);
    for (const oldest of cursors.keys()) {
      if (cursors.size <= REMEMBERED) break;
      cursors.delete(oldest);
    }
    for (let page = Math.min(pageNumber, marks.length - 1); ; page++) {
      const mark = marks[page];
      if (!mark) return []; // the list ended before
      const path = '/europepmc/webservices/rest/search';
      const asked = { query, format: 'json', resultType: 'core', pageSize: PER_PAGE, cursorMark: mark };
      const found = await service.json({ path, query: asked }, answer, signal);
      marks[page + 1] = found.nextCursorMark && found.nextCursorMark !== mark ? found.nextCursorMark : null;
      if (page === pageNumber) return found.resultList.result;
    }
  }

  return {
    name: 'europepmc',
    async search({ text, pageNumber }, signal) {
      const found = await ask(text.replace(/[()"[\]{}:\\]/g, ' ').trim(), pageNumber, signal);
      return itemsOf(found, result).map(({ item, position }) => {
        const abstract = plainText(item.abstractText ?? '');
        return {
          url: item.doi ? `https://doi.org/${encodeURI(item.doi)}` : `https://europepmc.org/article/${item.source}/${item.id}`,
          title: plainLine(item.title ?? ''),
          snippet: snippetOf(abstract),
          provider: 'europepmc',
          position: pageNumber * PER_PAGE + position,
          ...(abstract && { text: abstract }),
          ...dated(item.firstPublicationDate),
        };
      });
    },
  };
}
