import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../ports.ts';
import { FetchFailure } from './fetch-failure.ts';

/** All addresses of a host name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** Asks the system, except for names that RFC 6761 reserves as invalid, on which some systems hang. */
export const resolveBySystem: Resolve = async (hostname) => {
  if (/(?:^|\.)invalid\.?$/i.test(hostname)) throw Object.assign(new Error(`There is no ${hostname}`), { code: 'ENOTFOUND' });
  return lookup(hostname, { all: true, verbatim: true });
};

/** The part of IPv6 that is allocated for the public internet (RFC 4291, IANA's registry). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** A public address on which Azure serves settings and secrets to its machines. */
const AZURE_HOST = '168.63.129.16';

/** Whether an IP address (without brackets) is public unicast. An IPv4 address within an IPv6 one is judged by itself. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address); // unwraps ::ffff:a.b.c.d
  if (parsed.range() !== 'unicast') return false;
  if (parsed.toString() === AZURE_HOST) return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
}

/** The host of a URL as an IP address; null for a name. The WHATWG parser has already normalized 0x7f.1 and 2130706433. */
export function literalOf(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? bare : null;
}

/** A lookup for sockets, which may ask for one address or for all. An error of `resolve` becomes the socket's error. */
export function lookupBy(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const wanted =
          options.family === 4 || options.family === 6 ? addresses.filter(({ family }) => family === options.family) : addresses;
        const [first] = wanted;
        if (!first) callback(new FetchFailure('network', `${hostname} has no address`), '', 0);
        else if (options.all) callback(null, wanted);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, '', 0),
    );
  };
}

/**
 * Resolves to public addresses only; a single other address fails. The socket connects to the addresses vetted here, which prevents DNS
 * rebinding (OWASP API7:2023).
 */
export const vetted =
  (resolve: Resolve): Resolve =>
  async (hostname) => {
    const addresses = await resolve(hostname);
    if (addresses.every(({ address }) => isPublicAddress(address))) return addresses;
    throw blockedAddress(hostname);
  };

const REMEMBERED = 1000;

/**
 * Caches resolved addresses for `ms`, so that politeness counts the address that is then connected to. An IP literal is its own address.
 */
export function remembering(resolve: Resolve, clock: Pick<Clock, 'now'>, ms: number): Resolve {
  const known = new Map<string, { addresses: Promise<LookupAddress[]>; until: number }>();
  return (hostname) => {
    const literal = literalOf(hostname);
    if (literal !== null) return Promise.resolve([{ address: literal, family: literal.includes(':') ? 6 : 4 }]);
    const found = known.get(hostname);
    if (found && found.until > clock.now()) return found.addresses;
    if (known.size >= REMEMBERED) known.clear();
    const addresses = resolve(hostname);
    known.set(hostname, { addresses, until: clock.now() + ms });
    addresses.catch(() => known.delete(hostname));
    return addresses;
  };
}

/** `place`: a host, with its port where known. */
export const blockedAddress = (place: string) =>
  new FetchFailure(
    'blocked_address',
    `${place} is not a public address: FETCH_ALLOW_PRIVATE names the private ones that may be fetched, as host:port`,
  );
