import fc from 'fast-check';
import { FAULTS, type FaultCode } from '../../src/domain/errors.ts';
import { DOWNLOAD_MEDIA } from '../../src/rest/download/download.ts';
import { checkAnswer } from '../../test/support/contract.ts';
import { bodies, strangePath, strangeQuery } from './bodies.ts';
import type { Stock } from './stock.ts';
import { type Answer, bent, seldom, strangeHeaders, strangeText, type Wire } from './wire.ts';

/** A way in: what comes in there, and what is wrong with an answer (null: nothing). */
export interface Endpoint {
  name: string;
  requests(stock: Stock): fc.Arbitrary<Wire>;
  faultOf(wire: Wire, answer: Answer): string | null;
}

const methods = (usual: string) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD') },
  );
const leaves = seldom(fc.integer({ min: 0, max: 40 }), null, 25);
const idsOf = ({ kept, missing }: Stock) =>
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...kept) }, { weight: 1, arbitrary: fc.constantFrom(...missing) });

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
const keysOf = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value).sort().join() : typeof value;
const isFault = (code: unknown): code is FaultCode => typeof code === 'string' && Object.hasOwn(FAULTS, code);

const operations = (stock: Stock) => {
  const id = idsOf(stock);
  const any = (name: string, input: Record<string, unknown>, ids: fc.Arbitrary<string> = id) =>
    ids.chain((sessionId) => bent({ sessionId, ...input })).map((body) => ({ name, body }));
  return fc.oneof(
    bent({ originalQuery: 'q', category: 'people', notes: 'n' }).map((body) => ({ name: 'createSession', body })),
    any('startRun', {}),
    any('getSession', {}),
    any('cancelRun', {}),
    any('addCriterion', { label: 'l', description: 'd' }),
    any('addEnrichment', { label: 'l', description: 'd', format: 'number' }),
    any('renameSession', { title: 't' }),
    any('deleteSession', {}, fc.constantFrom(...stock.spare, ...stock.missing)),
    bent({ limit: 5 }).map((body) => ({ name: 'listSessions', body })),
    bent({ sessionIds: [...stock.spare.slice(0, 2), ...stock.missing] }).map((body) => ({ name: 'claimSessions', body })),
    strangePath.map((name) => ({ name, body: {} })),
  );
};

export const rpcEndpoint: Endpoint = {
  name: 'rpc',
  requests: (stock) =>
    fc
      .tuple(
        operations(stock),
        methods('POST'),
        strangeHeaders(stock.cookies),
        fc.constantFrom('', '', '', '/', '?a=b', '?sessionId[]=x'),
        leaves,
      )
      .chain(([{ name, body }, method, headers, tail, leaves]) =>
        bodies(body).map((body) => ({ method, path: `/api/v1/search/${name}${tail}`, headers, body, leaves })),
      ),
  faultOf({ method, path }, { status, text }) {
    if (method === 'HEAD') return text === '' ? null : 'answered HEAD with a body';
    const body = jsonOf(text);
    if (body === undefined) return 'is no JSON';
    if (status === 200) return contractFault(`search.${/search\/(\w+)/.exec(path)?.[1]}`, status, body, 'application/json');
    const { code, message, defined, data } = body as { code?: unknown; message?: unknown; defined?: unknown; data?: { issues?: unknown } };
    if (keysOf(body) !== 'code,defined,message' && keysOf(body) !== 'code,data,defined,message') return `has the keys ${keysOf(body)}`;
    if (!isFault(code) || FAULTS[code].status !== status) return `says ${code} with ${status}`;
    if (typeof message !== 'string' || typeof defined !== 'boolean') return 'has words of another type';
    return data === undefined || Array.isArray(data.issues) ? null : 'has data of another shape';
  },
};

function contractFault(operation: string, status: number, body: unknown, type: string): string | null {
  try {
    checkAnswer(operation, { status, body }, type);
    return null;
  } catch (error) {
    return String(error);
  }
}

/** What a file of a media type begins with. */
const BEGINS: Record<string, string> = { [DOWNLOAD_MEDIA.xlsx]: 'PK', [DOWNLOAD_MEDIA.parquet]: 'PAR1' };

const download = (tree: 'sessions' | 'websets', name: 'export' | 'stream' | 'download', queries: fc.Arbitrary<string>): Endpoint => ({
  name,
  requests: (stock) =>
    fc
      .tuple(
        fc.oneof({ weight: 8, arbitrary: idsOf(stock) }, { weight: 2, arbitrary: strangePath }),
        fc.oneof({ weight: 5, arbitrary: queries }, { weight: 1, arbitrary: strangeQuery }),
        methods('GET'),
        strangeHeaders(stock.cookies),
        name === 'stream' ? seldom(fc.integer({ min: 0, max: 60 }), null, 3) : leaves,
      )
      .map(([id, query, method, headers, leaves]) => {
        const { 'content-type': _, 'content-encoding': __, ...rest } = headers;
        return { method, path: `/api/${tree}/${id}/${name}${query}`, headers: rest, body: null, leaves };
      }),
  faultOf({ method }, { status, headers, text }) {
    const type = String(headers['content-type']).split(';', 1)[0] ?? '';
    if (method === 'HEAD') return text === '' ? null : 'answered HEAD with a body';
    if (status !== 200) {
      const body = jsonOf(text) as { error?: unknown };
      return keysOf(body) === 'error' && typeof body.error === 'string' ? null : 'refuses in another shape';
    }
    if (type === 'text/csv') return /^\ufeff?URL,Title,/.test(text) && text.endsWith('\r\n') ? null : 'is no CSV of ours';
    if (BEGINS[type]) return text.startsWith(BEGINS[type]) ? null : 'is no file of its type';
    const values = type === 'application/x-ndjson' ? text.split('\n').filter(Boolean) : [text];
    for (const value of values) {
      const fault = contractFault(`sessions.${name}`, status, jsonOf(value), type);
      if (fault) return fault;
    }
    return null;
  },
});

export const exportEndpoint = download(
  'sessions',
  'export',
  fc.constantFrom(
    '',
    '?format=csv',
    '?format=json',
    '?format=',
    '?format=xml',
    '?format=csv&format=json',
    '?format[]=csv',
    '?FORMAT=csv',
    '?bom=1',
    '?format=json&details=1',
    '?details=1',
    '?verdict=match',
    '?verdict=%00&bom=2',
  ),
);

export const downloadEndpoint = download(
  'websets',
  'download',
  fc.constantFrom(
    '',
    '?format=xlsx',
    '?format=parquet',
    '?format=xlsx&verdict=match',
    '?format=csv',
    '?format=xlsx&format=xlsx',
    '?verdict=match',
  ),
);

export const streamEndpoint = download(
  'sessions',
  'stream',
  fc.oneof(
    fc.constantFrom('', '?startIndex=', '?startIndex=-1', '?startIndex=1.5', '?startIndex=9007199254740993', '?startIndex=1&startIndex=2'),
    fc.nat().map((n) => `?startIndex=${n}`),
    fc.integer({ min: 0, max: 3 }).map((n) => `?startIndex=${n}`),
  ),
);

const accounts = fc.oneof(
  bent({
    email: 'new@example.org',
    password: 'a long password',
    name: 'n',
    image: 'https://example.org/i.png',
    callbackURL: '/x',
    rememberMe: true,
  }).map((body) => ({ path: 'sign-up/email', body })),
  bent({ email: 'ann@example.org', password: 'not it at all', rememberMe: false, callbackURL: '//evil.example' }).map((body) => ({
    path: 'sign-in/email',
    body,
  })),
  bent({}).map((body) => ({ path: 'sign-out', body })),
  bent({ currentPassword: 'x', newPassword: 'another password', revokeOtherSessions: true }).map((body) => ({
    path: 'change-password',
    body,
  })),
  bent({ password: 'not it at all', token: 'x', callbackURL: 'https://evil.example' }).map((body) => ({ path: 'delete-user', body })),
  fc.constant({ path: 'get-session', body: null }),
  fc
    .tuple(fc.oneof(strangePath, fc.constantFrom('update-user', 'list-sessions', 'sign-in/social', 'error', 'ok')), fc.constant({}))
    .map(([path, body]) => ({ path, body })),
);

const pages = fc.tuple(
  fc.constantFrom('login', 'sign-up', 'account', 'nothing'),
  fc.oneof(
    strangeQuery,
    strangeText.map((text) => `?next=${encodeURIComponent(text.toWellFormed().slice(0, 1000))}`),
  ),
);

export const authEndpoint: Endpoint = {
  name: 'auth',
  requests: (stock) =>
    fc.oneof(
      {
        weight: 9,
        arbitrary: fc
          .tuple(accounts, methods('POST'), strangeHeaders(stock.cookies), leaves)
          .chain(([{ path, body }, method, headers, leaves]) =>
            bodies(body).map((body) => {
              const read = path === 'get-session' && method === 'POST';
              return { method: read ? 'GET' : method, path: `/api/auth/${path}`, headers, body: read ? null : body, leaves };
            }),
          ),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(pages, methods('GET'), strangeHeaders(stock.cookies))
          .map(([[page, query], method, headers]) => ({ method, path: `/auth/${page}${query}`, headers, body: null, leaves: null })),
      },
    ),
  faultOf({ method, path }, { status, headers, text }) {
    if (method === 'HEAD' || status === 304) return text === '' ? null : `answered ${method} ${status} with a body`;
    if (path.startsWith('/auth/') && status === 200) return text.startsWith('<!doctype html>') ? null : 'is no page of ours';
    const body = jsonOf(text);
    if (body === undefined) return `is no JSON: ${text.slice(0, 80)}`;
    if (status < 300) return null;
    if (status < 400) return `leads elsewhere: ${headers.location}`;
    const { code, message, error } = (body ?? {}) as { code?: unknown; message?: unknown; error?: unknown };
    if (!path.startsWith('/api/auth/') && keysOf(body) === 'error') return typeof error === 'string' ? null : 'refuses in another shape';
    return typeof code === 'string' && typeof message === 'string' ? null : `refuses in another shape: ${text.slice(0, 120)}`;
  },
};
