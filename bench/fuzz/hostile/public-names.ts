import type { LookupAddress } from 'node:dns';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';

// Loaded before the service by `node --import`: names of ours have public addresses, so that they are strangers' hosts.
// A connection to one, over https as well, reaches a server on this machine. Other names and addresses are unchanged.

const PORT = Number(process.env.PUBLIC_WEB_PORT);
const NAMES = (process.env.PUBLIC_WEB_NAMES ?? '').split(',');
const NETWORK = '44.0.0.'; // nothing is ever sent to it

const addressOf = (name: string): LookupAddress[] | null =>
  NAMES.includes(name) ? [{ address: `${NETWORK}${1 + NAMES.indexOf(name)}`, family: 4 }] : null;

const lookup = dns.promises.lookup;
dns.promises.lookup = ((name: string, options: dns.LookupAllOptions) =>
  Promise.resolve(addressOf(name) ?? lookup(name, options))) as typeof dns.promises.lookup;

type Connect = (options: net.TcpSocketConnectOpts, ...more: unknown[]) => net.Socket;

/** Connects to this machine where a name of ours is asked for, once the service's own look-up has let it. */
const connecting =
  (real: Connect, event?: 'secureConnect'): Connect =>
  (options, ...more) => {
    if (!NAMES.includes(options?.host ?? '')) return real(options, ...more);
    const socket = new net.Socket();
    if (event) socket.once('connect', () => socket.emit(event));
    options.lookup?.(options.host as string, { all: true }, (error) => {
      if (error) socket.destroy(error);
      else socket.connect(PORT, '127.0.0.1');
    });
    return socket;
  };

net.connect = connecting(net.connect as Connect) as typeof net.connect;
tls.connect = connecting(tls.connect as unknown as Connect, 'secureConnect') as unknown as typeof tls.connect;
syncBuiltinESMExports();
