import { z } from 'zod';
import type { Hit } from '../../ports.ts';
import { limited } from '../patience.ts';
import { plainText, snippetOf } from '../plain.ts';
import { SearchFailure, type SearchProvider } from '../provider.ts';
import { itemsOf, looseText, openService, type PublicOptions } from '../search-service.ts';

const answer = z
  .object({
    batchcomplete: z.unknown().optional(),
    query: z.object({ pages: z.array(z.unknown()) }).optional(),
    error: z.object({ code: z.string() }).optional(),
  })
  .refine(({ batchcomplete, query, error }) => batchcomplete !== undefined || query || error); // an answer without results has no `query`
const article = z.object({
  title: z.string(),
  index: z.number().catch(0),
  fullurl: z.string().min(1),
  extract: looseText,
  pageprops: z.object({ wikibase_item: z.string().optional(), disambiguation: z.string().optional() }).catch({}),
});
type Article = z.infer<typeof article>;

const entities = z.object({ entities: z.record(z.string(), z.unknown()) });
const site = z.object({
  claims: z.object({
    P856: z.array(
      z
        .object({
          rank: z.string().catch('normal'),
          mainsnak: z.object({ datavalue: z.object({ value: z.string() }) }),
          qualifiers: z.record(z.string(), z.unknown()).catch({}),
        })
        .nullable()
        .catch(null),
    ),
  }),
});

const PER_PAGE = 10;
const NAMES = { label: 'Wikimedia', setting: 'WIKIMEDIA' };

/**
 * Wikipedia's search (MediaWiki action API, generator=search); for companies also their official websites in Wikidata (P856). A hit
 * includes the article's introduction. Their policy: one request at a time, with a contact in the User-Agent.
 */
export function openWikimedia(options: PublicOptions): SearchProvider {
  const common = { ...NAMES, headers: { 'user-agent': options.userAgent }, maxBytes: 16 * 1024 * 1024 };
  const wikipedia = openService({ ...common, baseUrl: options.baseUrl ?? 'https://en.wikipedia.org' }, options);
  const wikidata = openService({ ...common, baseUrl: options.baseUrl ?? 'https://www.wikidata.org' }, options);

  async function articlesOf(text: string, pageNumber: number, signal: AbortSignal): Promise<Article[]> {
    const query = {
      action: 'query',
      format: 'json',
      formatversion: 2,
      maxlag: 5,
      generator: 'search',
      gsrsearch: text.slice(0, 300).toWellFormed(),
      gsrlimit: PER_PAGE,
      gsroffset: pageNumber * PER_PAGE,
      prop: 'info|pageprops|extracts',
      inprop: 'url',
      ppprop: 'wikibase_item|disambiguation',
      exintro: 1,
      explaintext: 1,
      exlimit: 20,
    };
    const found = await wikipedia.json({ path: '/w/api.php', query }, answer, signal);
    if (found.error) throw refused(found.error.code);
    return itemsOf(found.query?.pages ?? [], article)
      .map(({ item }) => item)
      .filter(({ pageprops }) => pageprops.disambiguation === undefined)
      .sort((a, b) => a.index - b.index);
  }

  /** QID -> official website. If Wikidata fails, the articles are the hits. */
  async function sitesOf(ids: string[], signal: AbortSignal): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    try {
      const query = { action: 'wbgetentities', format: 'json', maxlag: 5, props: 'claims', ids: ids.join('|') };
      const found = await wikidata.json({ path: '/w/api.php', query }, entities, signal);
      return new Map(Object.entries(found.entities).flatMap(([id, entity]) => siteIn(entity).map((url) => [id, url] as const)));
    } catch (error) {
      if (error instanceof SearchFailure) return new Map();
      throw error;
    }
  }

  return {
    name: 'wikimedia',
    async search({ text, pageNumber, category }, signal) {
      const articles = await articlesOf(text, pageNumber, signal);
      const ids = articles.flatMap(({ pageprops }) => pageprops.wikibase_item ?? []);
      const sites = category === 'companies' ? await sitesOf(ids, signal) : new Map<string, string>();
      return articles.map((found, i) => hitOf(found, sites.get(found.pageprops.wikibase_item ?? ''), pageNumber * PER_PAGE + i));
    },
  };
}

/** Errors have status 200; servers with replication lag ask for a pause (maxlag). */
const refused = (code: string) =>
  /^(?:maxlag|ratelimited)$/.test(code) ? limited(NAMES, 5000) : new SearchFailure('unavailable', `Wikimedia refused the query (${code})`);

function hitOf({ title, fullurl, extract }: Article, website: string | undefined, position: number): Hit {
  const text = plainText(extract ?? '');
  const hit = { title, snippet: snippetOf(text), provider: 'wikimedia', position };
  return website ? { ...hit, url: website } : { ...hit, url: fullurl, ...(text && { text }) };
}

/** The current website: preferred before normal rank, without an end date (P582). */
function siteIn(entity: unknown): string[] {
  const parsed = site.safeParse(entity);
  if (!parsed.success) return [];
  const alive = parsed.data.claims.P856.filter((claim) => claim !== null).filter(
    ({ rank, qualifiers }) => rank !== 'deprecated' && !('P582' in qualifiers),
  );
  const best = alive.find(({ rank }) => rank === 'preferred') ?? alive[0];
  return best ? [best.mainsnak.datavalue.value] : [];
}
