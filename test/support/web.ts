import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Serve = (req: IncomingMessage, res: ServerResponse) => void;

/** A small web with a SearXNG-compatible search: every page is a hit of every query. */
export interface Web extends AsyncDisposable {
  url: string;
  host: string;
  /** Adds or replaces a page: HTML, or a function that answers. */
  put(path: string, page: string | Serve): void;
  /** The number of requests per path. */
  hits: Map<string, number>;
  /** If set, answers searches instead. */
  search: Serve | null;
  /** If set, answers at all other paths. */
  other: ((path: string, res: ServerResponse) => void) | null;
}

export const htmlPage = (title: string, ...paragraphs: string[]) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${paragraphs.map((p) => `<p>${p}</p>`).join('')}</main></body></html>`;

/** A page of a slow site. */
export const slowly =
  (html: string, ms: number): Serve =>
  (_req, res) =>
    void setTimeout(() => res.writeHead(200, { 'content-type': 'text/html' }).end(html), ms);

/** Opens a web on a port of its own. */
export async function openWeb(pages: Record<string, string | Serve> = {}): Promise<Web> {
  const known = new Map(Object.entries(pages));
  const hits = new Map<string, number>();
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', web.url);
    hits.set(url.pathname, (hits.get(url.pathname) ?? 0) + 1);
    if (url.pathname === '/search') return (web.search ?? searchOver)(req, res);
    const page = known.get(url.pathname);
    if (page === undefined && web.other) return web.other(url.pathname, res);
    if (page === undefined) return res.writeHead(404, { 'content-type': 'text/html' }).end('not found');
    if (typeof page === 'function') return page(req, res);
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  const searchOver: Serve = (req, res) => {
    const first = new URL(req.url ?? '/', web.url).searchParams.get('pageno') === '1';
    const paths = first ? [...known.keys()].filter((path) => path !== '/robots.txt') : [];
    const results = paths.map((path) => ({ url: web.url + path, title: path, content: '' }));
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
  };
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const web: Web = {
    url: `http://${host}`,
    host,
    put: (path, page) => known.set(path, page),
    hits,
    search: null,
    other: null,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return web;
}
