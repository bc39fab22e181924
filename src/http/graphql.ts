import type { Request, RequestHandler, Response } from 'express';
import { Fault } from '../domain/errors.ts';
import type { Context } from '../graphql/builder.ts';
import type { Gateway } from '../graphql/yoga.ts';
import { refuse } from './guards/refuse.ts';
import { cutUnread } from './guards/slow-clients.ts';

/** The header that names the share by which a request comes. */
const SHARE_HEADER = 'Webset-Share';
const JSON_TYPE = /^application\/(graphql\+)?json\s*(;|$)/i;

/** GraphQL over HTTP at /graphql. Only JSON bodies: forms and plain texts can be sent from any page without asking. */
export const serveGraphQL =
  (gateway: Gateway, contextOf: (req: Request) => Promise<Context>, unreadSeconds: number): RequestHandler =>
  async (req, res) => {
    if (req.method !== 'GET' && req.method !== 'POST')
      return refuse(req, res.set('Allow', 'GET, POST'), new Fault('METHOD_NOT_SUPPORTED', 'GraphQL is served by GET and POST'));
    if (req.method === 'POST' && !JSON_TYPE.test(req.headers['content-type'] ?? ''))
      return refuse(req, res, new Fault('UNSUPPORTED_MEDIA_TYPE', 'Send the request as application/json'));
    for (const name of ['variables', 'extensions'])
      if (req.method === 'GET' && !isJson(req.query[name])) return refuse(req, res, new Fault('BAD_REQUEST', `${name} must be JSON`));
    res.set('X-Accel-Buffering', 'no');
    if (req.headers.accept?.includes('text/event-stream')) {
      cutUnread(res, unreadSeconds);
      sendByTurn(res);
    }
    await gateway(req, res, { enter: async () => ({ ...(await contextOf(req)), shareId: req.get(SHARE_HEADER) ?? null }) });
  };

/** Sends what is written within one turn of the event loop at once: an event that is written in two halves costs one system call. */
function sendByTurn(res: Response): void {
  const write = res.write.bind(res) as (...args: unknown[]) => boolean;
  res.write = (...args: unknown[]) => {
    const { socket } = res;
    if (socket && socket.writableCorked === 0) {
      socket.cork();
      setImmediate(() => socket.uncork());
    }
    return write(...args);
  };
}

/** Whether a query parameter is absent, empty or JSON. */
function isJson(text: unknown): boolean {
  try {
    return text === undefined || text === '' || (typeof text === 'string' && JSON.parse(text) !== undefined);
  } catch {
    return false;
  }
}
