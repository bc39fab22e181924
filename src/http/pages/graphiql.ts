import type { RequestHandler } from 'express';
import { setPolicy } from '../guards/headers.ts';
import { type Assets, createAssets } from './assets.ts';

const QUERY = `# Press the play button. Then open another tab with the id that comes back:
#
#   mutation { startRun(input: { websetId: "..." }) { webset { status } } }
#   subscription { runEvents(websetId: "...") { index type at data } }
#   query { webset(id: "...") { status rows { totalCount nodes { title matchVerdict } } } }

mutation {
  createWebset(input: { originalQuery: "open-source databases written in Rust" }) {
    webset {
      uuid
      status
    }
  }
}
`;

let loaded: Promise<{ page: string; assets: Assets }> | undefined;

/** GraphiQL from our own disk, at GET /graphql for a browser and /graphiql/ for its files; read when first asked for. */
export const serveGraphiQL: RequestHandler = async (req, res, next) => {
  const isFile = req.path.startsWith('/graphiql/');
  if (req.method !== 'GET' || (!isFile && !req.headers.accept?.includes('text/html'))) return next();
  loaded ??= load();
  const { page, assets } = await loaded;
  if (isFile) return assets.serve(req, res, next);
  setPolicy(res, 'graphiql');
  res.type('html').send(page);
};

async function load() {
  const { css, editorWorkerService, graphqlWorker, js, jsonWorker } = await import('@graphql-yoga/render-graphiql/graphiql');
  const assets = createAssets('/graphiql');
  const { add } = assets;
  const style = add('graphiql.css', 'text/css', css);
  const script = add('graphiql.js', 'text/javascript', js);
  const workers = {
    editorWorkerService: add('editor.js', 'text/javascript', editorWorkerService),
    json: add('json.js', 'text/javascript', jsonWorker),
    graphql: add('graphql.js', 'text/javascript', graphqlWorker),
  };
  const options = { endpoint: '/graphql', title: 'Webset', defaultQuery: QUERY, subscriptionsProtocol: 'SSE' };
  const start = add(
    'start.js',
    'text/javascript',
    `const workers = ${JSON.stringify(workers)};
self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_id, label) => workers[label] ?? workers.editorWorkerService };
YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), ${JSON.stringify(options)});
`,
  );
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Webset</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${style}">
  </head>
  <body id="body" class="no-focus-outline">
    <noscript>GraphiQL needs JavaScript.</noscript>
    <div id="root"></div>
    <script src="${script}"></script>
    <script src="${start}"></script>
  </body>
</html>
`;
  return { page, assets };
}
