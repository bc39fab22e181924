import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createApp } from './app.ts';
import type { World } from './world.ts';

const FORCED_MS = 10_000;

/** The gateway on a port. `shutdown` ends the streams, lets requests finish, and cuts off after 10 s what is left; it may be called again. */
export interface OpenGateway extends AsyncDisposable {
  url: string;
  port: number;
  shutdown(): Promise<void>;
}

/** Opens the doors on a host and port (0: any that is free). Throws an error for people when the address cannot be had. */
export async function openGateway(world: World, host: string, port: number): Promise<OpenGateway> {
  const stopping = new AbortController();
  const server = await listen(createApp(world, stopping.signal), host, port);
  const idle = watchIdle(server);
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  let closed: Promise<void> | undefined;
  const shutdown = () => {
    stopping.abort();
    closed ??= close(server, idle);
    return closed;
  };
  return { url: `http://${name}:${address.port}`, port: address.port, shutdown, [Symbol.asyncDispose]: shutdown };
}

/** Serves requests at an address. Throws an error for people when it is taken or not ours. */
export function listen(handler: RequestListener, host: string, port: number): Promise<Server> {
  const { promise, resolve, reject } = Promise.withResolvers<Server>();
  const server = createServer(handler);
  server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
  server.listen(port, host, () => {
    server.removeAllListeners('error');
    resolve(server);
  });
  return promise;
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') return new Error(`Port ${port} on ${host} is taken: stop what uses it or set PORT to another`);
  if (error.code === 'EACCES') return new Error(`Port ${port} may not be used by this account: set PORT to one above 1023`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Error(`${host} is no address of this machine: set HOST to one`);
  return error;
}

/** Closes a server, its connections with their answers; those without a request at once. */
export const closeServer = (server: Server) => close(server, watchIdle(server));

/** Closes a server: connections without a request at once (those that never sent one too), the others with their answer. */
async function close(server: Server, idle: () => Iterable<Socket>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  const closeIdle = () => {
    for (const socket of idle()) socket.destroy();
  };
  closeIdle();
  const sweep = setInterval(closeIdle, 50);
  const forced = setTimeout(() => server.closeAllConnections(), FORCED_MS);
  await promise;
  clearInterval(sweep);
  clearTimeout(forced);
}

/** Tells which connections of a server have no request at work. */
function watchIdle(server: Server): () => Iterable<Socket> {
  const idle = new Set<Socket>();
  server.on('connection', (socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
  });
  server.on('request', ({ socket }, res) => {
    idle.delete(socket);
    res.once('close', () => socket.destroyed || idle.add(socket));
  });
  return () => idle;
}
