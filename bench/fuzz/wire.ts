import { Agent, type IncomingMessage, request } from 'node:http';
import fc from 'fast-check';

/** A request as it goes over the wire; `leaves`: ms after which the client goes, whatever comes. */
export interface Wire {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  leaves: number | null;
}

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
  /** The client went before the end. */
  left: boolean;
}

const HANGS_MS = 20_000;

/** A client of its own connections. Throws when no answer comes within `hangsMs`, 20 s, or the connection breaks. */
export function openSender(url: string, connections: number, hangsMs = HANGS_MS) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  const send = ({ method, path, headers, body, leaves }: Wire): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const framed = body === null || 'transfer-encoding' in headers ? headers : { ...headers, 'content-length': String(body.length) };
    const req = request({ agent, hostname, port, method, path, headers: framed }, async (res) => {
      let text = '';
      const answer = (left: boolean) => ({ status: res.statusCode ?? 0, headers: res.headers, text, left });
      try {
        for await (const chunk of res.setEncoding('utf8')) text += chunk;
        resolve(answer(false));
      } catch (error) {
        if (gone) resolve(answer(true));
        else reject(error);
      }
    });
    let gone = false;
    const go = (why: Error | null) => {
      gone = why === null;
      req.destroy(why ?? undefined);
      if (gone) resolve({ status: 0, headers: {}, text: '', left: true });
    };
    const timer = setTimeout(() => go(leaves === null ? new Error(`no answer within ${hangsMs / 1000} s`) : null), leaves ?? hangsMs);
    req.on('error', (error) => {
      if (!gone) reject(error);
    });
    req.end(body ?? undefined);
    return promise.finally(() => clearTimeout(timer));
  };
  return { send, [Symbol.dispose]: () => agent.destroy() };
}

/** Texts that break things: controls, directions, other planes, halves of characters, words that objects know, long ones. */
export const strangeText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    '\ufeff',
    '😀'.repeat(81),
    '__proto__',
    'constructor',
    'toString',
  ),
  fc.constantFrom(
    "'; drop table webset; --",
    '{{7*7}}',
    '<script>',
    '%s%n',
    '../../etc/passwd',
    '=cmd()',
    '\r\nX-Injected: 1',
    'null',
    'NaN',
  ),
  fc.constantFrom(81, 121, 501, 5000, 100_000).map((length) => 'x'.repeat(length)),
);

/** Any JSON value, deep ones too. */
export const strangeValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: strangeText },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, -(2 ** 53), 1e-320, [], {}, [[]], '5', [null]) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(50, 2000).map(nested) },
);

function nested(depth: number): unknown {
  let value: unknown = null;
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

/** An object of which fields are left out, replaced or added. */
export const bent = (whole: Record<string, unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(whole) },
    {
      weight: 6,
      arbitrary: fc
        .array(
          fc.tuple(fc.constantFrom(...Object.keys(whole), 'more', '__proto__', 'constructor'), fc.option(strangeValue, { nil: undefined })),
          {
            minLength: 1,
            maxLength: 3,
          },
        )
        .map((changes) => Object.fromEntries([...Object.entries(whole), ...changes].filter(([, value]) => value !== undefined))),
    },
    { weight: 1, arbitrary: strangeValue },
  );

/** Once in `times` what is strange, else what is usual. */
export const seldom = <T, U>(strange: fc.Arbitrary<T>, usual: U, times: number): fc.Arbitrary<T | U> =>
  fc.oneof({ weight: 1, arbitrary: strange as fc.Arbitrary<T | U> }, { weight: times - 1, arbitrary: fc.constant<T | U>(usual) });

/** Header values that Node's client can send. */
const headerText = fc
  .string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
    maxLength: 60,
  })
  .map((text) => text.trim());

const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  '',
];
const ACCEPTS = [
  '*/*',
  'application/json',
  'text/html',
  'text/event-stream',
  'multipart/mixed',
  'application/graphql-response+json',
  'image/png',
  ';;q=x',
];

/** Headers as strangers send them; most requests bring few of them. */
export function strangeHeaders(cookies: readonly string[]): fc.Arbitrary<Record<string, string>> {
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => seldom(arbitrary, undefined, 8);
  return fc
    .record({
      'content-type': fc.oneof(
        { weight: 12, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: fc.constantFrom(...CONTENT_TYPES) },
        { weight: 1, arbitrary: headerText },
      ),
      'content-encoding': maybe(fc.constantFrom('gzip', 'br', 'deflate', 'zip', 'identity')),
      accept: maybe(fc.oneof(fc.constantFrom(...ACCEPTS), headerText)),
      'accept-encoding': maybe(fc.constantFrom('gzip', 'br', '*', 'x')),
      cookie: maybe(
        fc.oneof(
          fc.constantFrom(...cookies),
          fc.constantFrom(...cookies).map((cookie) => `${cookie}x`),
          headerText.map((text) => `__Secure-app.session_token=${text}`),
          headerText,
        ),
      ),
      origin: seldom(fc.constantFrom('null', 'https://evil.example', ''), undefined, 30),
      'sec-fetch-site': seldom(fc.constantFrom('same-origin', 'cross-site', 'x'), undefined, 30),
      range: fc.constantFrom(undefined, undefined, undefined, 'bytes=0-1', 'x'),
      'if-none-match': fc.constantFrom(undefined, undefined, '*', '"x"'),
      'x-http-method-override': fc.constantFrom(undefined, undefined, 'DELETE'),
      'x-forwarded-for': fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom('junk', '', '1.2.3.4, junk', '::ffff:1.2.3.4', 'fe80::1%eth0')),
      'x-forwarded-host': fc.constantFrom(undefined, undefined, 'evil.example'),
      'x-webset-address': fc.constantFrom(undefined, undefined, '9.9.9.9'),
    })
    .map((headers) => Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))));
}

/** Signs that something inside showed: a trace, a file, a statement, the driver. */
const INSIDE =
  /\n\s+at |node_modules|\.ts:\d+|postgres:\/\/|SQLSTATE|\bselect .+ from |insert into |ECONN|TypeError|ReferenceError|RangeError|Cannot read prop/i;

/** What is wrong with an answer at whatever endpoint; null when nothing is. `sent`: what the client itself said may come back. */
export function faultOf({ status, headers, text }: Answer, sent: string): string | null {
  if (status >= 500) return `status ${status}`;
  const sign = INSIDE.exec(text);
  if (sign && !sent.includes(sign[0].trim())) return `shows what is inside: ${JSON.stringify(sign[0])}`;
  if (
    headers['x-content-type-options'] !== 'nosniff' ||
    !headers['content-security-policy'] ||
    headers['referrer-policy'] !== 'no-referrer'
  )
    return 'lacks the headers of every answer';
  if (headers['x-injected'] !== undefined) return 'took a header from a text';
  return Object.keys(headers).some((name) => name.startsWith('access-control')) ? 'allows another origin' : null;
}
