import type { Clock, Hit, SearchQuery } from '../../../src/agent/ports.ts';
import type { SearchProvider } from '../../../src/agent/search/provider.ts';
import { openArxiv } from '../../../src/agent/search/providers/arxiv.ts';
import { openBrave } from '../../../src/agent/search/providers/brave.ts';
import { openCrossref } from '../../../src/agent/search/providers/crossref.ts';
import { openEuropePmc } from '../../../src/agent/search/providers/europepmc.ts';
import { openExa } from '../../../src/agent/search/providers/exa.ts';
import { openGdelt } from '../../../src/agent/search/providers/gdelt.ts';
import { openHackerNews } from '../../../src/agent/search/providers/hackernews.ts';
import { openSerper } from '../../../src/agent/search/providers/serper.ts';
import { openTavily } from '../../../src/agent/search/providers/tavily.ts';
import { openWikimedia } from '../../../src/agent/search/providers/wikimedia.ts';
import type { Category } from '../../../src/domain/webset-state.ts';

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown> | null;
}

/** A provider, and a service that follows its documentation. */
export interface Case {
  name: string;
  setting: string;
  categories: readonly (Category | null)[] | undefined;
  open(options: { baseUrl: string; clock: Clock; timeoutMs?: number }): SearchProvider;
  query: SearchQuery;
  /** The answer of the service. */
  answer(asked: Asked): string;
  /** An empty answer, and one with invalid items. */
  empty: string;
  junk: string;
  /** The parts of the request that the documentation requires. */
  checks(asked: Asked): Record<string, unknown>;
  wanted: Record<string, unknown>;
  hits: Partial<Hit>[];
  isKeyed: boolean;
  everyMs: number;
}

const AGENT = 'webset/0.1 (+me@example.com)';
const KEY = 'secret-key';
const json = JSON.stringify;
const query = { text: 'databases written in Rust', pageNumber: 1 };
const first = { ...query, pageNumber: 0 };
const doc = (from: URLSearchParams, ...names: string[]) => Object.fromEntries(names.map((name) => [name, from.get(name)]));
const JUNK = [null, 7, [], { title: 'no address' }, 'x'];

const feed = (...entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>ArXiv Query</title><id>http://arxiv.org/api/x</id>${entries.join('')}</feed>`;

export const CASES: Case[] = [
  {
    name: 'brave',
    setting: 'BRAVE',
    categories: undefined,
    open: (options) => openBrave({ ...options, key: KEY }),
    query: { ...query, text: `${'word '.repeat(60)}` },
    answer: () =>
      json({
        type: 'search',
        web: {
          results: [
            {
              url: 'https://a.example/',
              title: 'A &amp; B',
              description: 'About <strong>A</strong>',
              page_age: '2024-05-01T00:00:00',
              extra_snippets: ['more'],
            },
            { url: 'https://b.example/', title: null },
          ],
        },
      }),
    empty: json({ type: 'search', query: {} }),
    junk: json({ web: { results: JUNK } }),
    checks: ({ method, path, query, headers }) => ({
      method,
      path,
      ...doc(query, 'count', 'offset'),
      words: query.get('q')?.split(' ').length,
      key: headers['x-subscription-token'],
    }),
    wanted: { method: 'GET', path: '/res/v1/web/search', count: '20', offset: '1', words: 50, key: KEY },
    hits: [
      { url: 'https://a.example/', title: 'A & B', snippet: 'About A more', position: 20, publishedAt: '2024-05-01T00:00:00' },
      { url: 'https://b.example/', title: '', snippet: '', position: 21 },
    ],
    isKeyed: true,
    everyMs: 0,
  },
  {
    name: 'exa',
    setting: 'EXA',
    categories: undefined,
    open: (options) => openExa({ ...options, key: KEY }),
    query: { ...first, category: 'companies' },
    answer: () =>
      json({
        results: [{ id: 'x', url: 'https://a.example/', title: 'A', publishedDate: '2024-05-01T00:00:00.000Z', highlights: ['About A'] }],
      }),
    empty: json({ results: [] }),
    junk: json({ results: JUNK }),
    checks: ({ method, path, headers, body }) => ({ method, path, key: headers['x-api-key'], body }),
    wanted: { method: 'POST', path: '/search', key: KEY, body: { query: first.text, numResults: 50, category: 'company' } },
    hits: [{ url: 'https://a.example/', title: 'A', snippet: 'About A', position: 0, publishedAt: '2024-05-01T00:00:00.000Z' }],
    isKeyed: true,
    everyMs: 100,
  },
  {
    name: 'tavily',
    setting: 'TAVILY',
    categories: undefined,
    open: (options) => openTavily({ ...options, key: KEY }),
    query: { ...first, category: 'articles' },
    answer: () =>
      json({
        query: 'q',
        results: [{ url: 'https://a.example/', title: 'A', content: 'About A', score: 0.9, published_date: '2024-05-01' }],
      }),
    empty: json({ results: [] }),
    junk: json({ results: JUNK }),
    checks: ({ method, path, headers, body }) => ({ method, path, key: headers.authorization, body }),
    wanted: { method: 'POST', path: '/search', key: `Bearer ${KEY}`, body: { query: first.text, max_results: 20, topic: 'news' } },
    hits: [{ url: 'https://a.example/', title: 'A', snippet: 'About A', position: 0, publishedAt: '2024-05-01' }],
    isKeyed: true,
    everyMs: 600,
  },
  {
    name: 'serper',
    setting: 'SERPER',
    categories: undefined,
    open: (options) => openSerper({ ...options, key: KEY }),
    query,
    answer: () => json({ organic: [{ link: 'https://a.example/', title: 'A', snippet: 'About A', date: 'May 1, 2024', position: 1 }] }),
    empty: json({ organic: [] }),
    junk: json({ organic: JUNK }),
    checks: ({ method, path, headers, body }) => ({ method, path, key: headers['x-api-key'], body }),
    wanted: { method: 'POST', path: '/search', key: KEY, body: { q: query.text, num: 10, page: 2 } },
    hits: [{ url: 'https://a.example/', title: 'A', snippet: 'About A', position: 10, publishedAt: 'May 1, 2024' }],
    isKeyed: true,
    everyMs: 0,
  },
  {
    name: 'wikimedia',
    setting: 'WIKIMEDIA',
    categories: ['people', 'companies', null],
    open: (options) => openWikimedia({ ...options, userAgent: AGENT }),
    query: { ...query, category: 'people' },
    answer: () =>
      json({
        query: {
          pages: [
            { pageid: 2, title: 'Second', index: 2, fullurl: 'https://en.wikipedia.org/wiki/Second', extract: 'Two.' },
            { pageid: 3, title: 'Many', index: 3, fullurl: 'https://en.wikipedia.org/wiki/Many', pageprops: { disambiguation: '' } },
            {
              pageid: 1,
              title: 'First',
              index: 1,
              fullurl: 'https://en.wikipedia.org/wiki/First',
              extract: 'One.\nMore.',
              pageprops: { wikibase_item: 'Q1' },
            },
          ],
        },
      }),
    empty: json({ batchcomplete: true }),
    junk: json({ query: { pages: JUNK } }),
    checks: ({ path, query, headers }) => ({ path, ...doc(query, 'action', 'gsrsearch', 'gsroffset'), agent: headers['user-agent'] }),
    wanted: { path: '/w/api.php', action: 'query', gsrsearch: query.text, gsroffset: '10', agent: AGENT },
    hits: [
      { url: 'https://en.wikipedia.org/wiki/First', title: 'First', snippet: 'One. More.', text: 'One.\nMore.', position: 10 },
      { url: 'https://en.wikipedia.org/wiki/Second', title: 'Second', snippet: 'Two.', text: 'Two.', position: 11 },
    ],
    isKeyed: false,
    everyMs: 0,
  },
  {
    name: 'europepmc',
    setting: 'EUROPEPMC',
    categories: ['research'],
    open: (options) => openEuropePmc({ ...options, userAgent: AGENT }),
    query: first,
    answer: ({ query }) =>
      json({
        nextCursorMark: query.get('cursorMark') === '*' ? 'page2' : 'page3',
        resultList: {
          result: [
            {
              id: '1',
              source: 'MED',
              doi: '10.1000/Abc',
              title: 'A <i>study</i>.',
              abstractText: '<h4>Background</h4>We looked.<h4>Results</h4>It works.',
              firstPublicationDate: '2024-05-01',
            },
            { id: '2', source: 'PPR', title: 'No DOI' },
          ],
        },
      }),
    empty: json({ resultList: { result: [] } }),
    junk: json({ resultList: { result: JUNK } }),
    checks: ({ path, query, headers }) => ({
      path,
      ...doc(query, 'query', 'format', 'resultType', 'cursorMark'),
      agent: headers['user-agent'],
    }),
    wanted: {
      path: '/europepmc/webservices/rest/search',
      query: first.text,
      format: 'json',
      resultType: 'core',
      cursorMark: '*',
      agent: AGENT,
    },
    hits: [
      {
        url: 'https://doi.org/10.1000/Abc',
        title: 'A study.',
        snippet: 'Background We looked. Results It works.',
        text: 'Background\nWe looked.\nResults\nIt works.',
        position: 0,
        publishedAt: '2024-05-01',
      },
      { url: 'https://europepmc.org/article/PPR/2', title: 'No DOI', snippet: '', position: 1 },
    ],
    isKeyed: false,
    everyMs: 0,
  },
  {
    name: 'arxiv',
    setting: 'ARXIV',
    categories: ['research'],
    open: (options) => openArxiv({ ...options, userAgent: AGENT }),
    query: { ...query, text: 'open-source databases in Rust' },
    answer: () =>
      feed(
        '<entry><id>http://arxiv.org/abs/2101.00001v2</id><title>On\n  Databases &amp; Rust</title><summary>  We built\n one. </summary><published>2021-01-01T00:00:00Z</published><author><name>N</name></author></entry>',
        '<entry><id>http://arxiv.org/abs/hep-th/9901001v1</id><title>Old</title></entry>',
      ),
    empty: feed(),
    junk: feed('<entry><id>nonsense</id></entry>', '<entry></entry>', '<entry><title>no address'),
    checks: ({ path, query, headers }) => ({ path, ...doc(query, 'search_query', 'start', 'max_results'), agent: headers['user-agent'] }),
    wanted: {
      path: '/api/query',
      search_query: 'all:open OR all:source OR all:databases OR all:rust',
      start: '20',
      max_results: '20',
      agent: AGENT,
    },
    hits: [
      {
        url: 'https://arxiv.org/abs/2101.00001',
        title: 'On Databases & Rust',
        snippet: 'We built one.',
        text: 'We built one.',
        position: 20,
        publishedAt: '2021-01-01T00:00:00Z',
      },
      { url: 'https://arxiv.org/abs/hep-th/9901001', title: 'Old', snippet: '', position: 21 },
    ],
    isKeyed: false,
    everyMs: 3000,
  },
  {
    name: 'crossref',
    setting: 'CROSSREF',
    categories: ['research'],
    open: (options) => openCrossref({ ...options, userAgent: AGENT, mailto: 'me@example.com' }),
    query,
    answer: () =>
      json({
        status: 'ok',
        message: {
          items: [
            {
              DOI: '10.1000/a b',
              title: ['A study'],
              abstract: '<jats:title>Abstract</jats:title><jats:p>We looked.</jats:p>',
              published: { 'date-parts': [[2024, 5]] },
            },
            { DOI: '10.1000/c', title: [], published: { 'date-parts': [[2023]] } },
          ],
        },
      }),
    empty: json({ message: { items: [] } }),
    junk: json({ message: { items: JUNK } }),
    checks: ({ path, query, headers }) => ({ path, ...doc(query, 'query', 'rows', 'offset', 'mailto'), agent: headers['user-agent'] }),
    wanted: { path: '/works', query: query.text, rows: '20', offset: '20', mailto: 'me@example.com', agent: AGENT },
    hits: [
      {
        url: 'https://doi.org/10.1000/a%20b',
        title: 'A study',
        snippet: 'Abstract We looked.',
        text: 'Abstract\nWe looked.',
        position: 20,
        publishedAt: '2024-05',
      },
      { url: 'https://doi.org/10.1000/c', title: '', snippet: '', position: 21, publishedAt: '2023' },
    ],
    isKeyed: false,
    everyMs: 0,
  },
  {
    name: 'hackernews',
    setting: 'HACKERNEWS',
    categories: ['posts'],
    open: (options) => openHackerNews({ ...options, userAgent: AGENT }),
    query,
    answer: () =>
      json({
        hits: [
          { objectID: '1', title: 'Show HN: A', url: 'https://a.example/', story_text: null, created_at: '2024-05-01T00:00:00Z' },
          {
            objectID: '2',
            title: 'Ask HN: Why?',
            url: null,
            story_text: 'I wonder.<p>Do you &#x2F; they?',
            created_at: '2024-05-02T00:00:00Z',
          },
          { objectID: '3', title: 'Ask HN: nothing said', url: null, story_text: null },
        ],
      }),
    empty: json({ hits: [], nbHits: 0 }),
    junk: json({ hits: JUNK }),
    checks: ({ path, query, headers }) => ({ path, ...doc(query, 'query', 'tags', 'page'), agent: headers['user-agent'] }),
    wanted: { path: '/api/v1/search', query: query.text, tags: 'story', page: '1', agent: AGENT },
    hits: [
      { url: 'https://a.example/', title: 'Show HN: A', snippet: '', position: 20, publishedAt: '2024-05-01T00:00:00Z' },
      {
        url: 'https://news.ycombinator.com/item?id=2',
        title: 'Ask HN: Why?',
        snippet: 'I wonder. Do you / they?',
        text: 'I wonder.\nDo you / they?',
        isWhole: true,
        position: 21,
        publishedAt: '2024-05-02T00:00:00Z',
      },
    ],
    isKeyed: false,
    everyMs: 360,
  },
  {
    name: 'gdelt',
    setting: 'GDELT',
    categories: ['articles'],
    open: (options) => openGdelt({ ...options, userAgent: AGENT }),
    query: { ...first, text: 'open-source AI in the EU, and Rust' },
    answer: () =>
      `{"articles":[{"url":"https://a.example/","title":"A\u0009tab","seendate":"20240501T120000Z","language":"English"},{"url":"https://b.example/"}]}`,
    empty: '{}',
    junk: json({ articles: JUNK }),
    checks: ({ path, query, headers }) => ({ path, ...doc(query, 'query', 'mode', 'format'), agent: headers['user-agent'] }),
    wanted: { path: '/api/v2/doc/doc', query: 'open source Rust', mode: 'artlist', format: 'json', agent: AGENT },
    hits: [
      { url: 'https://a.example/', title: 'A tab', snippet: '', position: 0, publishedAt: '2024-05-01T12:00:00Z' },
      { url: 'https://b.example/', title: '', snippet: '', position: 1 },
    ],
    isKeyed: false,
    everyMs: 5000,
  },
];
