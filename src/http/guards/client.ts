import { isIP, isIPv4 } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/** The address that a caller has: behind a proxy that passes garbage on, the proxy's own. */
export const addressOf = (req: Request): string | undefined =>
  [req.ip, req.socket.remoteAddress].find((ip) => ip !== undefined && isIP(ip) > 0);

/**
 * The bucket that a caller's requests are counted in: the IPv4 address, or an IPv6 address's /64, since a household holds all of one. A socket
 * that was reset has no address any more; those who leave so are counted together.
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
