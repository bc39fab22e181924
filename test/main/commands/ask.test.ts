import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Reasoner } from '../../../src/agent/judge/finding.ts';
import { readConfig } from '../../../src/config.ts';
import { askOn } from '../../../src/main/commands/ask/ask.ts';
import { openCall } from '../../../src/main/commands/ask/asked-service.ts';
import { openLab } from '../../support/lab.ts';
import { openFolder } from '../../support/postgres/embedded.ts';
import { until } from '../../support/until.ts';
import { htmlPage, type Serve } from '../../support/web.ts';

/** A judge that recognises databases and the languages they are written in. */
const judge: Reasoner = {
  name: 'lexical',
  async judge({ page, criteria, columns }, signal) {
    signal.throwIfAborted();
    const [what = '', written = ''] =
      page.text
        .match(/[^.\n]+\./g)
        ?.slice(-2)
        .map((sentence) => sentence.trim()) ?? [];
    const language = /in (\w+)\./.exec(written)?.[1] ?? null;
    const silent = { reason: 'silent', quote: null, note: 'nothing is said of it' } as const;
    const stated = { reason: 'stated', quote: written, note: '' } as const;
    return {
      verdicts: new Map(
        criteria.map(({ id, label }) => {
          if (label !== 'Written in Rust') return [id, { ...stated, verdict: 'match', quote: what }];
          return [id, language === 'Rust' ? { ...stated, verdict: 'match' } : { ...stated, verdict: 'no_match', reason: 'contradicted' }];
        }),
      ),
      values: new Map(
        columns.map(({ id, label }) => [
          id,
          label === 'Programming language' ? { ...stated, value: language } : { ...silent, value: null },
        ]),
      ),
    };
  },
};

// One lab for the file: each test sets the pages that a search finds.
let lab: Awaited<ReturnType<typeof openLab>>;
beforeAll(async () => {
  lab = await openLab({}, {}, { judge });
});
afterAll(() => lab[Symbol.asyncDispose]());
afterEach(() => vi.restoreAllMocks());

const RUST = htmlPage('Sled', 'Sled is a database. It is written in Rust.');
const GO = htmlPage('Bolt', 'Bolt is a database. It is written in Go.');

async function askLab(pages: Record<string, string | Serve>, request: string, options: Partial<Parameters<typeof askOn>[2]> = {}) {
  for (const [path, page] of Object.entries(pages)) lab.web.put(path, page);
  lab.web.search = (req, res) => {
    const isFirst = new URL(req.url ?? '', lab.web.url).searchParams.get('pageno') === '1';
    const results = isFirst ? Object.keys(pages).map((path) => ({ url: lab.web.url + path, title: path, content: '' })) : [];
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
  };
  const config = readConfig({ SEARXNG_URL: lab.web.url, SEARCH_PROVIDERS: 'searxng' });
  await using opened = await openCall(config, lab.databaseUrl);
  const { call } = opened;
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { code, websetId } = await askOn(call, config, { request, target: undefined, stop: new AbortController().signal, ...options });
  return { code, said: lines.join('\n'), session: await lab.session(websetId) };
}

test('ask shows the plan, rows as they come, and a table, and exits with 0', async () => {
  const { code, said, session } = await askLab({ '/sled': RUST, '/bolt': GO }, '3 databases written in Rust');

  expect(code).toBe(0);
  expect(said).toMatch(/^Searches {3}searxng$/m);
  expect(said).toMatch(/^Judged by {2}the rules$/m);
  expect(said).toMatch(/^Target {5}3 rows that match; at most 300 pages, 30 minutes$/m);
  expect(said).toMatch(/^Criteria {3}Database · Written in Rust$/m);
  expect(said).toMatch(/^match {8}Sled {2}http:\/\/127\.0\.0\.1:\d+\/sled$/m);
  expect(said).toContain('2 pages checked: 1 match, 0 partly, 0 need review, 1 do not match.');
  expect(said).toMatch(/│ Sled +│ match +│ “It is written in Rust.”/);
  expect(session).toMatchObject({ originalQuery: '3 databases written in Rust', status: 'completed' });
});

test('ask writes every row into the file of --csv, in the form of the export', async () => {
  await using folder = await openFolder();
  const csv = `${folder.path}/rows.csv`;

  const { said } = await askLab({ '/sled': RUST, '/bolt': GO }, 'databases written in Rust', { csv });

  const lines = (await readFile(csv, 'utf8')).split('\r\n');
  expect(lines[0]).toBe('URL,Title,Programming language,Website,Database,Written in Rust,Overall');
  expect(lines.slice(1, 3).sort()).toEqual([
    expect.stringMatching(/\/bolt,Bolt,Go,,match,no_match,no_match$/),
    expect.stringMatching(/\/sled,Sled,Rust,,match,match,match$/),
  ]);
  expect(said).toContain(`Wrote ${csv}: 2 rows`);
});

test('ask names the criterion that emptied the table, and exits with 3', async () => {
  const { code, said } = await askLab({ '/bolt': GO, '/pebble': GO.replaceAll('Bolt', 'Pebble') }, 'databases written in Rust');

  expect(code).toBe(3);
  expect(said).toContain('“Written in Rust” keeps most out: without it 2 rows would match');
  expect(said).toMatch(/│ Database +│ 2 +│ 0 +│ 0 +│ 0 +│/);
  expect(said).toMatch(/│ Written in Rust +│ 0 +│ 0 +│ 0 +│ 2 +│/);
  expect(said).toMatch(
    /Searched for “.+”\. What may help: reword that criterion or make it optional in the app, or ask without it; connect a language model/,
  );
});

test('a preview reads at most ten pages', async () => {
  const pages = Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`/db${i}`, RUST.replaceAll('Sled', `Sled${i}`)]));

  const { code, said } = await askLab(pages, 'databases written in Rust', { preview: true });

  expect(code).toBe(0);
  expect(said).toContain('at most 10 pages');
  expect(said).toContain('10 pages checked');
  expect(said).toContain('the pages allowed were used up');
});

test('a stop cancels the run, shows what was found, and exits with 130', async () => {
  const stop = new AbortController();
  const stuck: Serve = () => {}; // never answers
  const asked = askLab({ '/sled': RUST, '/stuck': stuck }, 'databases written in Rust', { stop: stop.signal });
  await until(() => vi.mocked(console.log).mock?.calls.some(([line]) => String(line).startsWith('match ')) ?? false);

  stop.abort('SIGINT');

  const { code, said, session } = await asked;
  expect(code).toBe(130);
  expect(session.run).toMatchObject({ state: 'cancelled' });
  expect(said).toContain('1 page checked: 1 match');
});

test('a page cannot send control characters to the terminal', async () => {
  const { said } = await askLab({ '/coloured': RUST.replace('<title>Sled', '<title>Sl\u001b[31med\u202e') }, 'databases written in Rust');

  // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
  expect(said).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});
