/** The validators that a server sent, and the address that they belong to. */
export interface Validators {
  url: string;
  etag: string | null;
  lastModified: string | null;
}

export interface Freshness {
  /** Whether the answer may be reused at all; if false, not even its validators are. */
  isStorable: boolean;
  /** Milliseconds since the epoch; the time of the answer when it is not fresh at all. */
  freshUntil: number;
  etag: string | null;
  lastModified: string | null;
}

/** The part of Headers that is used. */
interface Header {
  get(name: string): string | null;
}

const HEURISTIC_SHARE = 0.1;
const HEURISTIC_MAX_MS = 24 * 3_600_000;
const YEAR_MS = 365 * 24 * 3_600_000;

/**
 * How long an answer may be reused (RFC 9111, 4.2, shared cache): s-maxage, else max-age, else Expires, else a tenth of the document's age
 * (24 h at most). With redirects, the least fresh hop decides.
 */
export function freshnessOf(headers: Header, now: number, hops: readonly Freshness[] = []): Freshness {
  const control = directivesOf(headers.get('cache-control'));
  const isStorable =
    !control.has('no-store') && !control.has('private') && headers.get('vary')?.trim() !== '*' && hops.every((hop) => hop.isStorable);
  const lifeMs = explicitMs(headers, control, now) ?? heuristicMs(headers, now);
  const until = isStorable && !control.has('no-cache') ? now + lifeMs - ageMs(headers) : now;
  return {
    isStorable,
    freshUntil: Math.max(now, Math.min(until, ...hops.map(({ freshUntil }) => freshUntil))),
    etag: headers.get('etag'),
    lastModified: timeOf(headers.get('last-modified')) === null ? null : headers.get('last-modified'),
  };
}

/** A redirect: a permanent one is reusable unless its headers forbid it, any other only while its headers allow it (RFC 9110, 15.4). */
export function hopOf(status: number, headers: Header, now: number): Freshness {
  const hop = freshnessOf(headers, now);
  const isSilent = explicitMs(headers, directivesOf(headers.get('cache-control')), now) === null;
  const isPermanent = status === 301 || status === 308;
  if (!isSilent || !hop.isStorable || directivesOf(headers.get('cache-control')).has('no-cache')) return hop;
  return { ...hop, freshUntil: isPermanent ? now + YEAR_MS : now };
}

/** The declared lifetime; null when there is none. An unreadable one counts as expired. */
function explicitMs(headers: Header, control: ReadonlyMap<string, string>, now: number): number | null {
  const maxAge = control.get('s-maxage') ?? control.get('max-age');
  if (maxAge !== undefined) return /^\d+$/.test(maxAge) ? Math.min(Number(maxAge) * 1000, YEAR_MS) : 0;
  const expires = headers.get('expires');
  if (expires === null) return null;
  const at = timeOf(expires);
  return at === null ? 0 : Math.min(YEAR_MS, Math.max(0, at - (timeOf(headers.get('date')) ?? now)));
}

function heuristicMs(headers: Header, now: number): number {
  const changed = timeOf(headers.get('last-modified'));
  if (changed === null) return 0;
  const age = (timeOf(headers.get('date')) ?? now) - changed;
  return Math.min(HEURISTIC_MAX_MS, Math.max(0, age * HEURISTIC_SHARE));
}

/** How long the answer has been in caches (Age). */
const ageMs = (headers: Header) => {
  const age = headers.get('age')?.trim() ?? '';
  return /^\d+$/.test(age) ? Number(age) * 1000 : 0;
};

/** `max-age=60, no-cache="set-cookie"`; of a repeated directive the lower value counts. */
function directivesOf(header: string | null): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of (header ?? '').slice(0, 4000).matchAll(/([\w-]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,]*)))?/g)) {
    const value = quoted ?? plain;
    const known = found.get(name.toLowerCase());
    if (known === undefined || !(Number(known) <= Number(value))) found.set(name.toLowerCase(), value);
  }
  return found;
}

/** An HTTP date (RFC 9110, 5.6.7) in milliseconds; null for anything else: "0" and "-1" are common. */
function timeOf(text: string | null): number | null {
  if (text === null || !/^[A-Za-z]{3,9},? /.test(text.trim())) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
