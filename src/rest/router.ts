import express, { type ErrorRequestHandler, type Request, type Response, type Router } from 'express';
import { Fault, type Issue, invalidInput, websetNotFound } from '../domain/errors.ts';
import type { Context } from '../graphql/builder.ts';
import { faultFrom } from '../graphql/errors.ts';
import type { Gateway } from '../graphql/yoga.ts';
import { bodyFault, bodyOf, readBody } from './body.ts';
import { createDownload } from './download/download.ts';
import type { ThreadLimit } from './download/thread-limit.ts';
import { isUndecodable, refusePlain, refuseRpc } from './errors.ts';
import { createDocuments, type Documents } from './execute.ts';
import { exportSession } from './export.ts';
import { operationNamed } from './rpc.ts';
import { sendPieces } from './send.ts';
import { type StreamTimes, streamSession } from './stream.ts';

/** What the REST endpoints need from their server. */
export interface RestDeps {
  gateway: Gateway;
  contextOf(req: Request): Promise<Context>;
  /** Called with bugs; refusals are none. */
  report(error: unknown): void;
  bodyLimit: number;
  stream: StreamTimes;
  threads: ThreadLimit;
}

const notFound = () => new Fault('NOT_FOUND', 'Not Found');
const wrongMethod = () => new Fault('METHOD_NOT_SUPPORTED', 'Method Not Supported');

/** The REST endpoints, mounted at /api: the JSON operations, export, stream and download. */
export function createRest(deps: RestDeps): Router {
  const documents = createDocuments(deps.gateway);
  const router = express.Router({ caseSensitive: true });
  router.use('/v1', createRpc(deps, documents));
  router.use(createDownloads(deps, documents));
  return router;
}

function createRpc({ contextOf, bodyLimit, report }: RestDeps, documents: Documents): Router {
  const router = express.Router({ caseSensitive: true });
  router.all(
    '/search/:operation',
    (req: Request<{ operation: string }>, res, next) => {
      if (!operationNamed(req.params.operation)) refuseRpc(res, notFound(), false);
      else if (req.method !== 'POST') refuseRpc(res.set('Allow', 'POST'), wrongMethod());
      else next();
    },
    readBody(bodyLimit),
    async (req: Request<{ operation: string }>, res) => {
      const operation = operationNamed(req.params.operation);
      if (!operation) return refuseRpc(res, notFound(), false);
      const input = operation.input.safeParse(bodyOf(req.body, req.headers['content-type']));
      if (!input.success) return refuseRpc(res, invalidInput(input.error.issues as Issue[]));
      const caller = await contextOf(req);
      const answer = await operation.answer(documents, caller, input.data);
      if (!(Symbol.asyncIterator in answer)) return void res.json(answer);
      await sendPieces(req, res, { pieces: answer, answer: caller.answer, headers: { 'Content-Type': 'application/json; charset=utf-8' } });
    },
  );
  router.use((_req, res) => refuseRpc(res, notFound(), false));
  router.use(lastResort(report, (res, error) => refuseRpc(res, bodyFault(error) ?? faultFrom(error, report))));
  return router;
}

function createDownloads({ contextOf, report, stream, threads }: RestDeps, documents: Documents): Router {
  const router = express.Router({ caseSensitive: true });
  const download = createDownload(documents, threads);
  const byShare = async (req: Request) => ({ ...(await contextOf(req)), shareId: String(req.params.id) });
  router.get('/sessions/:id/export', (req, res) => exportSession(documents, () => contextOf(req), req, res));
  router.get('/sessions/:id/stream', (req, res) => streamSession(documents, () => contextOf(req), req, res, stream));
  router.get('/websets/:id/download', (req, res) => download(() => contextOf(req), req, res));
  router.get('/shares/:id/export', (req, res) => exportSession(documents, () => byShare(req), req, res));
  router.get('/shares/:id/download', (req, res) => download(() => byShare(req), req, res));
  router.all(
    ['/sessions/:id/export', '/sessions/:id/stream', '/websets/:id/download', '/shares/:id/export', '/shares/:id/download'],
    (_req, res) => refusePlain(res.set('Allow', 'GET, HEAD'), wrongMethod()),
  );
  router.use(['/sessions', '/websets', '/shares'], (_req, res) => refusePlain(res, notFound()));
  router.use(
    lastResort(report, (res, error, req) => refuseDownload(req, res, isUndecodable(error) ? websetNotFound() : faultFrom(error, report))),
  );
  return router;
}

/**
 * Each endpoint's own statuses: an unavailable database is 500 for export and download, 502 for the stream,
 * which answers 404 for what is not the caller's.
 */
function refuseDownload(req: Request, res: Response, fault: Fault): void {
  const isStream = /\/stream\/?$/.test(req.path);
  if (fault.code === 'SERVICE_UNAVAILABLE') refusePlain(res, fault, isStream ? 502 : 500);
  else refusePlain(res, fault.code === 'FORBIDDEN' && isStream ? websetNotFound() : fault);
}

const lastResort =
  (report: (error: unknown) => void, refuse: (res: Response, error: unknown, req: Request) => void): ErrorRequestHandler =>
  (error, req, res, _next) => {
    if (!res.headersSent) return refuse(res, error, req);
    const cutByIt = res.errored === error && !(error instanceof Fault); // a Fault was reported where it was made
    if (!res.closed || cutByIt) report(error);
    res.destroy();
  };
