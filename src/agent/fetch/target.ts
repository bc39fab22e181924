import { isTooLong } from '../address.ts';
import { blockedAddress, isPublicAddress, literalOf } from './address.ts';
import { FetchFailure } from './fetch-failure.ts';

const PORTS = new Set([80, 443, 8080, 8443]);

/** A URL that may be requested. `isPrivate`: the operator listed its host and port, so its address is not vetted. */
export interface Target {
  url: URL;
  isPrivate: boolean;
}

/** The operator's `host:port` list as URLs spell them. Throws on an invalid entry. */
export function privateHosts(entries: readonly string[]): ReadonlySet<string> {
  return new Set(
    entries.map((entry) => {
      const url = /^[^*@/?#]+:\d{1,5}$/.test(entry) ? URL.parse(`http://${entry}`) : null;
      if (!url) throw new Error(`FETCH_ALLOW_PRIVATE must list host:port, for example 127.0.0.1:8080; "${entry}" is not one`);
      return placeOf(url);
    }),
  );
}

/** A URL that may be requested, as far as the URL alone shows. Throws FetchFailure. */
export function targetOf(text: string, allowPrivate: ReadonlySet<string>, base?: string): Target {
  if (isTooLong(text, base)) throw new FetchFailure('bad_url', 'The address is too long');
  const url = URL.parse(text, base);
  if (!url) throw new FetchFailure('bad_url', `${text} is not an address`);
  if (!/^https?:$/.test(url.protocol)) throw new FetchFailure('bad_url', `Only http and https are fetched, not ${url.protocol}`);
  if (url.username !== '' || url.password !== '')
    throw new FetchFailure('bad_url', 'An address with a user name or password in it is not fetched');
  url.hash = '';

  if (allowPrivate.has(placeOf(url))) return { url, isPrivate: true };
  if (!PORTS.has(portOf(url)))
    throw new FetchFailure('bad_url', `Port ${portOf(url)} is not fetched from, unless FETCH_ALLOW_PRIVATE=${placeOf(url)} is set`);
  const literal = literalOf(url.hostname);
  if (literal !== null && !isPublicAddress(literal)) throw blockedAddress(placeOf(url));
  return { url, isPrivate: false };
}

const portOf = ({ port, protocol }: URL) => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));

const placeOf = (url: URL) => `${url.hostname}:${portOf(url)}`;
