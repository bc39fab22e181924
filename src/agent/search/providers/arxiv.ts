import { Parser } from 'htmlparser2';
import { limited } from '../patience.ts';
import { plainLine, snippetOf } from '../plain.ts';
import { SearchFailure, type SearchProvider } from '../provider.ts';
import { dated, openService, type PublicOptions, strange } from '../search-service.ts';

const PER_PAGE = 20;
const NAMES = { label: 'arXiv', setting: 'ARXIV' };

/** arXiv (info.arxiv.org/help/api): GET /api/query?search_query&start&max_results, an Atom feed; one request every 3 s. */
export function openArxiv(options: PublicOptions): SearchProvider {
  const headers = { 'user-agent': options.userAgent, accept: 'application/atom+xml' };
  const service = openService({ ...NAMES, baseUrl: options.baseUrl ?? 'https://export.arxiv.org', headers, everyMs: 3000 }, options);
  return {
    name: 'arxiv',
    async search({ text, pageNumber }, signal) {
      const words = queryOf(text);
      if (words === '') return [];
      const start = pageNumber * PER_PAGE;
      const query = { search_query: words, start, max_results: PER_PAGE, sortBy: 'relevance', sortOrder: 'descending' };
      const entries = entriesOf(await service.text({ path: '/api/query', query }, signal));
      return entries.flatMap(({ id = '', title = '', summary = '', published }, position) => {
        const paper = /\/abs\/(.+?)(?:v\d+)?$/.exec(id)?.[1];
        if (!paper) return [];
        const abstract = plainLine(summary);
        return {
          url: `https://arxiv.org/abs/${paper}`,
          title: plainLine(title),
          snippet: snippetOf(abstract),
          provider: 'arxiv',
          position: start + position,
          ...(abstract && { text: abstract }),
          ...dated(published),
        };
      });
    },
  };
}

const WORDLESS = new Set(
  'a an and the of in on for to with by from or not andnot about is are that which paper papers study studies research article articles'.split(
    ' ',
  ),
);

/** Finds any of the words; arXiv ranks papers with more of them first, and splits words at hyphens. */
const queryOf = (text: string) =>
  [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]
    .filter((word) => !WORDLESS.has(word))
    .slice(0, 10)
    .map((word) => `all:${word}`)
    .join(' OR ');

type Field = 'id' | 'title' | 'summary' | 'published';
const FIELDS = new Set<string>(['id', 'title', 'summary', 'published'] satisfies Field[]);

/** Nested elements: a feed has five levels. */
const DEPTH_MAX = 50;

/**
 * The entries of an Atom feed. Throws SearchFailure for anything else, and for an error, which arXiv returns as an entry with status 200.
 */
function entriesOf(xml: string): Partial<Record<Field, string>>[] {
  if (/^\s*rate exceeded/i.test(xml)) throw limited(NAMES, 3000);
  if (!/<feed[\s>]/.test(xml.slice(0, 2000))) throw strange(NAMES);
  const entries: Partial<Record<Field, string>>[] = [];
  const open: string[] = [];
  const parser = new Parser(
    {
      onopentagname(name) {
        if (open.push(name) > DEPTH_MAX) throw strange(NAMES); // the parser searches all open elements at each end tag
        if (name === 'entry') entries.push({});
      },
      onclosetag() {
        open.pop();
      },
      ontext(text) {
        const field = open.at(-1) ?? '';
        const entry = entries.at(-1);
        if (entry && open.at(-2) === 'entry' && FIELDS.has(field)) entry[field as Field] = (entry[field as Field] ?? '') + text;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  const fault = entries.find(({ id }) => id?.includes('/api/errors'));
  if (fault) throw new SearchFailure('unavailable', `arXiv refused the query: ${plainLine(fault.summary ?? '').slice(0, 200)}`);
  return entries.map((entry) => ({ ...entry, id: entry.id?.trim() ?? '', ...(entry.published && { published: entry.published.trim() }) }));
}
