import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import type { GatewayDeps } from './gateway-deps.ts';
import { limitConnections, limitPipelining } from './guards/connections.ts';
import { close, listen, watchSockets } from './listen.ts';

const CONNECTIONS = { perAddress: 2000, all: 10_000 };

/**
 * The gateway on a port. `shutdown` ends the streams and lets requests finish; /readyz answers 503 meanwhile. Connections that
 * are left after 5 s are cut. It may be called again.
 */
export interface OpenServer extends AsyncDisposable {
  url: string;
  port: number;
  shutdown(): Promise<void>;
}

/** Opens the endpoints on a host and port (0: any that is free). Throws an error for people when the address cannot be had. */
export async function openServer(deps: GatewayDeps, host: string, port: number): Promise<OpenServer> {
  const patience = deps.base.patience.connections;
  const stopping = new AbortController();
  const app = createApp(deps, stopping.signal);
  const server = await listen(limitPipelining(app), host, port, patience);
  const isProxy = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  limitConnections(server, { ...(deps.settings.connections ?? CONNECTIONS), isProxy: (address) => isProxy(address, 0) });
  const sockets = watchSockets(server);
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  let closed: Promise<void> | undefined;
  const shutdown = () => {
    stopping.abort();
    closed ??= close(server, sockets, patience);
    return closed;
  };
  return { url: `http://${name}:${address.port}`, port: address.port, shutdown, [Symbol.asyncDispose]: shutdown };
}
