import express, { type ErrorRequestHandler, type Request } from 'express';
import { clientLeft, Fault } from '../domain/errors.ts';
import type { Context } from '../graphql/builder.ts';
import { faultFrom } from '../graphql/errors.ts';
import { createGateway } from '../graphql/yoga.ts';
import { servePages } from '../rest/collections/pages.ts';
import { receiveUploads } from '../rest/collections/upload.ts';
import { createThreadLimit } from '../rest/download/thread-limit.ts';
import { createRest } from '../rest/router.ts';
import { serveAuth } from './auth.ts';
import { describeError } from './describe-error.ts';
import type { GatewayDeps } from './gateway-deps.ts';
import { serveGraphQL } from './graphql.ts';
import { limitBodies } from './guards/bodies.ts';
import { clientOf } from './guards/client.ts';
import { closeToStrangers, wantToken } from './guards/closed.ts';
import { secure, setPolicy } from './guards/headers.ts';
import { originGuard } from './guards/origin.ts';
import { createAddressLimit, untilClosed } from './guards/per-address-limit.ts';
import { refuse } from './guards/refuse.ts';
import { cutSlowRecipients } from './guards/slow-clients.ts';
import { createStreamCount } from './guards/streams.ts';
import { refuseWhileUnavailable } from './guards/unavailable.ts';
import { limitUploads, UPLOADS } from './guards/uploads.ts';
import { readiness } from './health.ts';
import { logRequests } from './log.ts';
import { serveDocs } from './pages/docs.ts';
import { serveGraphiQL } from './pages/graphiql.ts';

/** Every endpoint on one Express app. `stopping` ends subscriptions and streams, and makes /readyz say no. */
export function createApp(deps: GatewayDeps, stopping: AbortSignal): express.Express {
  const { base, settings, log, samplesDir } = deps;
  const { bodyLimit = BODY_LIMIT, streamSeconds = STREAM_SECONDS, streamsPerIp = STREAMS_PER_IP } = settings;
  const { patience } = base;
  const viewerOf = oncePerRequest(deps.viewerOf);
  const report = (error: unknown) => log.error({ error: describeError(error) }, 'unexpected error');
  const gateway = createGateway({ bodyLimit, streamSeconds, report, onUncompiled: deps.metrics.uncompiled });
  const addressLimit = createAddressLimit();
  const threads = createThreadLimit(patience.downloads);
  const answers = new WeakMap<object, NonNullable<Context['answer']>>();
  const isInTheWay = (res: object) => {
    const answer = answers.get(res);
    return answer !== undefined && (answer.isInTheWay || threads.isInTheWay(answer));
  };
  const countStream = createStreamCount(streamsPerIp);
  const contextOf = async (req: Request, kind: 'whole' | 'paged'): Promise<Context> => {
    const client = clientOf(req);
    const { res } = req;
    if (res) await addressLimit.take(client, res);
    const viewer = await viewerOf(req);
    if (res?.closed) throw clientLeft(); // nothing would close its answer
    const answer = deps.answers.open(client, kind);
    if (res) answers.set(res, answer);
    res?.once('close', answer.close);
    const left = () => res && untilClosed(res);
    return {
      ...base,
      ...deps.setUp(),
      viewer,
      client,
      answer,
      signal: stopping,
      trusted: false,
      left,
      ...(res && { holdPlace: (work) => addressLimit.hold(res, work) }),
      countStream: () => countStream(client, res),
    };
  };

  const app = express();
  app
    .disable('x-powered-by')
    .disable('etag')
    .enable('case sensitive routing')
    .set('query parser', 'simple')
    .set('trust proxy', settings.trustProxy);
  app.use(
    secure,
    logRequests(log),
    deps.metrics.time,
    cutSlowRecipients(isInTheWay, patience.recipients, settings.pace),
    limitBodies({ ...(settings.bodies ?? BODIES), unpacked: bodyLimit }, patience.bodies),
    limitUploads({ ...(settings.uploads ?? UPLOADS), bytes: base.uploads.bytesPerRequest }, patience.uploads),
    deps.web.files,
    originGuard(settings.origins),
  );
  if (!settings.anonymous) app.use(closeToStrangers((req, res) => addressLimit.during(clientOf(req), res, () => viewerOf(req))));
  app.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
  app.get('/readyz', readiness(deps, stopping, patience.readiness));
  app.get('/metrics', wantToken(settings.metricsToken, settings.anonymous), deps.metrics.serve);
  const whileUnavailable = refuseWhileUnavailable(deps.databaseHealth);
  app.all('/api/auth/*splat', whileUnavailable, serveAuth(deps, addressLimit)); // before whatever else reads bodies
  app.use('/api/collections', whileUnavailable, receiveUploads({ contextOf: (req) => contextOf(req, 'whole'), report }));
  app.use(
    '/api',
    whileUnavailable,
    createRest({
      gateway,
      contextOf: (req) => contextOf(req, 'paged'),
      report,
      bodyLimit,
      stream: { connectionSeconds: streamSeconds, ...patience.streams },
      threads,
    }),
  );
  if (settings.graphiql) app.get(['/graphql', '/graphiql/:file'], serveGraphiQL);
  app.all(
    '/graphql',
    whileUnavailable,
    serveGraphQL(gateway, (req) => contextOf(req, 'whole'), patience.streams.unreadSeconds),
  );
  app.use(
    '/pages',
    whileUnavailable,
    servePages((req) => contextOf(req, 'whole')),
  );
  app.use(serveDocs());
  if (samplesDir) app.use('/samples', express.static(samplesDir, { cacheControl: false, setHeaders: (res) => setPolicy(res, 'samples') }));
  app.use((req, res, next) => (isApiPath(req.path) ? next() : deps.web.page(req, res, next)));
  app.all(['/', '/healthz', '/readyz', '/metrics'], (req, res) =>
    refuse(req, res.set('Allow', 'GET, HEAD'), new Fault('METHOD_NOT_SUPPORTED', 'Method Not Supported')),
  );
  app.use((req, res) => refuse(req, res, new Fault('NOT_FOUND', 'Not Found')));
  app.use(lastResort(report));
  return app;
}

const BODY_LIMIT = 2 ** 20;
const STREAM_SECONDS = 300;
/** Half of the connections that an address may have. */
const STREAMS_PER_IP = 1000;
const BODIES = { seconds: 15, perAddress: 16 * 2 ** 20, all: 64 * 2 ** 20 };

function oncePerRequest<T>(find: (req: Request) => Promise<T>): (req: Request) => Promise<T> {
  const found = new WeakMap<Request, Promise<T>>();
  return (req) => {
    const known = found.get(req) ?? find(req);
    found.set(req, known);
    return known;
  };
}

/** Where clients call: errors are JSON, whatever the client accepts. */
const isApiPath = (path: string) => /^\/(?:api|graphql|graphiql|samples|docs)(?:\/|$)/.test(path);

const lastResort =
  (report: (error: unknown) => void): ErrorRequestHandler =>
  (error, req, res, _next) => {
    const fault = refusalOf(error) ?? faultFrom(error, report);
    if (res.headersSent) res.destroy();
    else refuse(req, res, fault);
  };

/** Express's own refusals, such as a path that cannot be decoded, or a body that is too large. */
function refusalOf(error: unknown): Fault | null {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 0;
  if (status === 413) return new Fault('PAYLOAD_TOO_LARGE', 'Payload Too Large');
  return status >= 400 && status < 500 ? new Fault('BAD_REQUEST', 'Bad Request') : null;
}
