import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';

/** Files served by ourselves under a folder, each under a name that holds its hash, so that browsers may keep it for good. */
export interface Assets {
  /** Takes a file in; answers the path it is served at. */
  add(name: string, type: string, content: string | Buffer): string;
  serve: RequestHandler;
}

export function createAssets(folder: string): Assets {
  const files = new Map<string, { type: string; content: Buffer }>();
  return {
    add(name, type, content) {
      const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
      const path = `${folder}/${name.replace(/\.(?=[^.]*$)/, `.${hash}.`)}`;
      files.set(path, { type: `${type}; charset=utf-8`, content: Buffer.from(content) });
      return path;
    },
    serve(req, res, next) {
      const file = req.method === 'GET' ? files.get(req.path) : undefined;
      if (!file) return next();
      res.set({ 'Content-Type': file.type, 'Cache-Control': 'public, max-age=31536000, immutable' }).send(file.content);
    },
  };
}
