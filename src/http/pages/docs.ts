import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import express, { type Router } from 'express';
import { describeApi } from '../../rest/openapi/openapi.ts';
import { setPolicy } from '../guards/headers.ts';
import { type Assets, createAssets } from './assets.ts';

/** /openapi.json, and Swagger UI on it at /docs, from our own disk. */
export function serveDocs(): Router {
  let description: string | undefined;
  let loaded: { page: string; assets: Assets } | undefined;
  const router = express.Router({ caseSensitive: true });
  router.get('/openapi.json', (_req, res) => {
    description ??= JSON.stringify(describeApi()); // slow, so that the first request makes it
    res.type('json').send(description);
  });
  router.get(['/docs', '/docs/:file'], (req, res, next) => {
    loaded ??= load();
    if (req.params.file !== undefined) return loaded.assets.serve(req, res, next);
    setPolicy(res, 'docs');
    res.type('html').send(loaded.page);
  });
  return router;
}

function load() {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const read = (name: string) => readFileSync(join(folder, name));
  const assets = createAssets('/docs');
  const style = assets.add('swagger-ui.css', 'text/css', read('swagger-ui.css'));
  const bundle = assets.add('swagger-ui.js', 'text/javascript', read('swagger-ui-bundle.js'));
  const start = assets.add(
    'start.js',
    'text/javascript',
    "SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', validatorUrl: null, deepLinking: true });\n",
  );
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API · Webset</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${style}">
  </head>
  <body>
    <noscript>Swagger UI needs JavaScript; <a href="/openapi.json">the description itself</a> does not.</noscript>
    <div id="swagger-ui"></div>
    <script src="${bundle}"></script>
    <script src="${start}"></script>
  </body>
</html>
`;
  return { page, assets };
}
