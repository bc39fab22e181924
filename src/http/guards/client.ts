import { isIP, isIPv4 } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/** A caller's address; the proxy's own, where a trusted proxy passes something that is no address. */
export const addressOf = (req: Request): string | undefined =>
  [req.ip, req.socket.remoteAddress].find((ip) => ip !== undefined && isIP(ip) > 0);

/**
 * The bucket in which a caller's requests are counted: the IPv4 address, or the /64 of an IPv6 address, since a household has a whole one.
 * A socket that was reset has no address; those are one bucket.
 */
export function clientOf(req: Request): string {
  const address = addressOf(req);
  return address === undefined ? 'gone' : bucketOf(address);
}

/** `::ffff:192.0.2.1` is 192.0.2.1; `2001:db8:1:2:3::4` is `2001:db8:1:2::/64`. */
export function bucketOf(address: string): string {
  if (isIPv4(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
