import { isTooLong } from '../address.ts';
import { blockedAddress, isPublicAddress, literalOf } from './address.ts';
import { FetchFailure } from './failure.ts';

const PORTS = new Set([80, 443, 8080, 8443]);

/** A URL that may be asked for. `isPrivate`: the operator named its host and port, so its address is not vetted. */
export interface Target {
  url: URL;
  isPrivate: boolean;
}

/** The operator's list of `host:port`, in the spelling that a URL gives them. Throws on an entry that is not one. */
export function privateHosts(entries: readonly string[]): ReadonlySet<string> {
  return new Set(
    entries.map((entry) => {
      const url = /^[^*@/?#]+:\d{1,5}$/.test(entry) ? URL.parse(`http://${entry}`) : null;
      if (!url) throw new Error(`FETCH_ALLOW_PRIVATE must list host:port, for example 127.0.0.1:8080; "${entry}" is not one`);
      return placeOf(url);
    }),
  );
}

/** Whether a URL may be asked for, as far as it can be told without its addresses. Throws FetchFailure. */
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
