import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, posix, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import { setPolicy } from '../guards/headers.ts';

/** Paths of the app's pages; at others a browser gets the app's page for a missing address, with 404. */
const PLACES = /^\/(?:$|[ws]\/[^/]+\/?$|(?:settings|collections)\/?$|auth\/(?:login|sign-up|account)\/?$)/;
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

interface File {
  type: string;
  plain: Buffer;
  zipped: Buffer;
}

/** Status of the app's page at a path; null: it is no navigation of a browser. */
export function statusAt(path: string, accept: string | undefined): number | null {
  if (PLACES.test(path)) return 200;
  return accept?.includes('text/html') ? 404 : null;
}

/** The app's files, which say nothing about anybody and are there for every origin, and its page. */
export interface Web {
  files: RequestHandler;
  page: RequestHandler;
}

/** The built app from a folder: hashed files that browsers cache for good, and its one page. Read at the first request. */
export function serveBuilt(folder: string): Web {
  let loaded: ReturnType<typeof load> | undefined;
  const built = () => {
    loaded ??= load(folder);
    return loaded;
  };
  return {
    files(req, res, next) {
      const file = isGet(req) && req.path.startsWith('/assets/') ? built().files.get(req.path) : undefined;
      if (!file) return next();
      const zips = /\bgzip\b/.test(String(req.headers['accept-encoding'] ?? ''));
      res.set({ 'Content-Type': file.type, 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' });
      if (zips) res.set('Content-Encoding', 'gzip');
      res.send(zips ? file.zipped : file.plain);
    },
    page(req, res, next) {
      const status = isGet(req) ? statusAt(req.path, req.headers.accept) : null;
      if (status === null) return next();
      setPolicy(res, 'app');
      res.status(status).type('html').send(built().page);
    },
  };
}

const isGet = ({ method }: Request) => method === 'GET' || method === 'HEAD';

function load(folder: string) {
  const files = new Map<string, File>();
  for (const name of readdirSync(join(folder, 'assets'), { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[extname(name)];
    if (!type) continue;
    const plain = readFileSync(join(folder, 'assets', name));
    files.set(posix.join('/assets', name.split(sep).join('/')), { type, plain, zipped: gzipSync(plain, { level: 9 }) });
  }
  return { page: readFileSync(join(folder, 'index.html'), 'utf8'), files };
}
