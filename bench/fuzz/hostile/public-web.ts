import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type postgres from 'postgres';
import { htmlPage } from '../../../test/support/web.ts';

const DOI = '10.1038/nature14539';
const NAMES = ['asked.example', 'busy.example', 'papers.example', 'evil.example', 'copies.example', 'doi.org'] as const;

const dated = (day: string, body: string) =>
  htmlPage('Oxidb: a study', body).replace('</head>', `<meta property="article:published_time" content="${day}T00:00:00Z"></head>`);
const STUDY =
  'Oxidb is a database that nobody needs. Its authors measured it for two years on four machines, and write down here what they found, what they did not expect, and what they would do otherwise.';
const claiming = (title: string, body: string) =>
  htmlPage(title, body).replace('</head>', `<meta name="citation_doi" content="${DOI}"></head>`);

const html = (res: ServerResponse, body: string) => res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);

const PAGES: Record<string, (res: ServerResponse) => void> = {
  'asked.example/moved': (res) => res.writeHead(302, { location: 'http://busy.example/' }).end(),
  'busy.example/': (res) => res.writeHead(429, { 'retry-after': '99999999999999' }).end(),
  'asked.example/open': (res) => html(res, htmlPage('Askdb', 'Askdb is a database written in Rust.')),
  [`evil.example/buy/${DOI}`]: (res) => html(res, claiming('Papers, cheap', 'Buy a paper about databases here today.')),
  [`doi.org/${DOI}`]: (res) => res.writeHead(302, { location: 'http://papers.example/deep' }).end(),
  'papers.example/deep': (res) => html(res, claiming('Deepdb', 'Deepdb is a database written in Rust, and explained by its authors.')),
  'copies.example/study': (res) => html(res, dated('2024-05-01', STUDY)),
  'papers.example/study': (res) => html(res, dated('2019-05-01', STUDY)),
};

/**
 * Hosts of strangers, known by name: one that redirects to a busy one, one that claims the identifier of another's paper, one that copies.
 */
export interface PublicWeb extends AsyncDisposable {
  /** The addresses that a search finds, those of attackers first. */
  urls: readonly string[];
  /** How many of them are rows that match. */
  matching: number;
  /** What a service is started with, to find these hosts. */
  env: Record<string, string>;
}

export async function openPublicWeb(): Promise<PublicWeb> {
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://any.example');
    const page = PAGES[`${req.headers.host}${pathname}`];
    if (page) page(res);
    else res.writeHead(404).end();
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return {
    urls: Object.keys(PAGES)
      .filter((place) => !/^(?:busy\.example|doi\.org)/.test(place))
      .map((place) => `http://${place}`),
    matching: 2,
    env: {
      NODE_OPTIONS: `--import=${fileURLToPath(new URL('./public-names.ts', import.meta.url))}`,
      PUBLIC_WEB_PORT: String((server.address() as AddressInfo).port),
      PUBLIC_WEB_NAMES: NAMES.join(),
      HOST_DELAY_MS: '100',
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const ROWS = ['http://asked.example/open', 'http://papers.example/deep', 'http://papers.example/study'];
const HOUR_SECONDS = 3600;

/** What is wrong after these websets met these hosts, in words: with who rests, and whose the rows are. */
export async function faultsOf(sql: postgres.Sql, websetIds: readonly string[]): Promise<string[]> {
  const rests = await sql<{ host: string; seconds: number }[]>`
    select substring(key from 6) as host, extract(epoch from until - now())::float8 as seconds from pause where key like 'host:%' and until > now()`;
  const rows = await sql<{ websetId: string; url: string; key: string }[]>`
    select webset_id as "websetId", url, key from "row" where webset_id = any(${[...websetIds]}::uuid[])`;
  const hosts = rests.map(({ host }) => host);
  const faults = rests.filter(({ seconds }) => seconds > HOUR_SECONDS).map(({ host, seconds }) => `${host} rests for ${seconds} s`);
  if (hosts.includes('asked.example')) faults.push('a host rests for what another answered');
  if (!hosts.includes('busy.example')) faults.push('a host that asked for rest has none');
  for (const websetId of websetIds) {
    const own = rows.filter((row) => row.websetId === websetId);
    const urls = own.map(({ url }) => url);
    faults.push(...ROWS.filter((url) => !urls.includes(url)).map((url) => `${url} is no row`));
    if (urls.includes('http://copies.example/study')) faults.push('a copy of an earlier page is a row');
    const claimed = own.find(({ key }) => key === `doi:${DOI}`)?.url;
    if (claimed !== 'http://papers.example/deep') faults.push(`the identifier of a paper is that of ${claimed ?? 'no row'}`);
  }
  return [...new Set(faults)];
}
