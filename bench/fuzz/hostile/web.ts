import type { ServerResponse } from 'node:http';
import { htmlPage, openWeb, type Web } from '../../../test/support/web.ts';

const times = (n: number, of: (i: number) => string, between = '') => Array.from({ length: n }, (_, i) => of(i)).join(between);
const html = (res: ServerResponse, body: string, headers: Record<string, string> = {}) =>
  res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);

/** 2,000 links of 175 parameters each: 3.9 MB, each address in the bounds of one. */
const links = (n: number) =>
  `<title>All</title><main><ul>${times(2000, (i) => `<li><a href="/entity/${n}/${i}?${times(175, (p) => `p${(p * 7919) % 1000}=${i + p}`, '&amp;')}">Entity ${i}</a> is one</li>`)}</ul></main>`;

/** 60 kB of dates in one paragraph. */
const dates = `<html lang="en"><title>Dates</title><main><h1>Dates</h1><p>${times(3000, (i) => `${1 + (i % 28)} March ${1900 + (i % 120)},`, ' ')}</p></main>`;

/** A step of a path that an address writes nine times as long. */
const LONG = '漢'.repeat(200);

/**
 * Each kind of page that is made to end its reader, by the beginning of its path. A path is followed by a number, so that none is ever
 * known.
 */
const KINDS: Record<string, (res: ServerResponse, n: number) => void> = {
  listing: (res, n) => html(res, links(n)),
  'title%00': (res, n) => html(res, `<main><p>Page ${n} has no title and no heading, so its address names it.</p></main>`),
  doi: (res, n) =>
    html(
      res,
      `<meta name="citation_doi" content="10.1234/a\0b\u202e${n}"><title>A \u202e study</title><main><p>Study ${n} of databases written in Rust.</p></main>`,
    ),
  dates: (res) => html(res, dates),
  busy: (res) => res.writeHead(429, { 'retry-after': '99999999999999' }).end(),
  moved: (res, n) => res.writeHead(302, { location: `/busy/${n}` }).end(),
  [LONG]: (res, n) => html(res, htmlPage(`Long ${n}`, `Page ${n} stands at a long address.`)),
  folders: (res, n) =>
    html(res, `<title>F</title><ul>${times(2000, (i) => `<li><a href="/${'a'.repeat(1900)}/${n}/${i}">Folder ${i}</a></li>`)}</ul>`),
  'buy/10.1038/nature14539': (res, n) => html(res, htmlPage(`Deep learning, offer ${n}`, 'Buy this paper here.')),
};

/**
 * A web of honest pages about databases, found by a search for databases (and `more` addresses), and of hostile ones, found by everybody.
 */
export async function openHostileWeb(honest: number, more: readonly string[]): Promise<Web> {
  const web = await openWeb();
  const kinds = Object.keys(KINDS);
  let made = 0;
  const hostile = (n: number, kind: string) => `${web.url}/${kind}/${n}`;
  web.search = (req, res) => {
    const asked = new URL(req.url ?? '', web.url).searchParams;
    const page = Number(asked.get('pageno'));
    const isHonest = /database/.test(asked.get('q') ?? '');
    const good = isHonest && page === 1 ? [...more, ...Array.from({ length: honest }, (_, i) => `${web.url}/db${i}`)] : [];
    const bad = isHonest ? (page === 1 ? kinds : []) : Array.from({ length: 3 }, () => kinds).flat();
    const urls = [...bad.map((kind) => hostile(made++, kind)), ...good];
    const long = [`${web.url}/${'x'.repeat(3000)}`, `${web.url}/${'漢'.repeat(1900)}`].map((url) => ({
      url,
      title: 'a\0b\u202e',
      content: '\ud800',
    }));
    const results = urls.map((url) => ({ url, title: `Hit \u202e ${url.slice(-20)}`, content: '' }));
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results: [...results, ...long] }));
  };
  for (let i = 0; i < honest; i++)
    web.put(`/db${i}`, (_req, res) => void setTimeout(() => html(res, htmlPage(`Db${i}`, `Db${i} is a database written in Rust.`)), 100));
  web.other = (path, res) => {
    const kind = kinds.find((one) => path.startsWith(`/${encodeURI(one).replace('%2500', '%00')}/`));
    if (!kind) return res.writeHead(404).end();
    KINDS[kind]?.(res, Number(path.slice(path.lastIndexOf('/') + 1)));
  };
  return web;
}
