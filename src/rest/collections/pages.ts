import express, { type Request, type Router } from 'express';
import { z } from 'zod';
import type { Context } from '../../graphql/builder.ts';
import { readFileText } from '../../services/collections/pages.ts';

const token = z.uuid();

/**
 * `GET /pages/{token}/{path}`: a file of a collection that has no other address, as its canonical text, never as the original document.
 * 404 for callers who may not read the collection.
 */
export function servePages(contextOf: (req: Request) => Promise<Context>): Router {
  const router = express.Router({ caseSensitive: true });
  router.get('/:token/*path', async (req: Request<{ token: string; path: string[] }>, res, next) => {
    const path = req.params.path.map(encodeURIComponent).join('/');
    if (!token.safeParse(req.params.token).success) return next();
    const text = await readFileText(await contextOf(req), req.params.token, path);
    if (text === null) return next();
    res.set({ 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' }).send(text);
  });
  return router;
}
