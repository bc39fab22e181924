import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { PATIENCE, type Patience } from '../domain/work/patience.ts';

/** Serves requests at an address. Throws an error for people when it is taken or not ours. */
export function listen(
  handler: RequestListener,
  host: string,
  port: number,
  patience: Patience['connections'] = PATIENCE.connections,
): Promise<Server> {
  const { promise, resolve, reject } = Promise.withResolvers<Server>();
  const { headMs, requestMs, stillMs } = patience;
  const server = createServer({ headersTimeout: headMs, requestTimeout: requestMs, connectionsCheckingInterval: 1000 }, handler);
  server.timeout = stillMs; // an answer that is not read is held in memory
  server.on('timeout', closeUnlessRead);
  server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
  server.listen(port, host, () => {
    server.removeAllListeners('error');
    resolve(server);
  });
  return promise;
}

/** Ends a connection that was still for too long, unless something lies in it: Node runs its timers, late ones too, before it reads. */
function closeUnlessRead(socket: Socket): void {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') return new Error(`Port ${port} on ${host} is taken: stop what uses it or set PORT to another`);
  if (error.code === 'EACCES') return new Error(`Port ${port} may not be used by this account: set PORT to one above 1023`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Error(`${host} is no address of this machine: set HOST to one`);
  return error;
}

/** Closes a server, its connections with their answers; those without a request at once. */
export const closeServer = (server: Server) => close(server, watchSockets(server));

/**
 * Closes a server: connections without a request at once (those that never sent one too), the others with their answer. While requests of
 * before are at work others are still answered, one a connection.
 */
export async function close(
  server: Server,
  sockets: Sockets,
  { openMs, forcedMs }: Patience['connections'] = PATIENCE.connections,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const start = performance.now();
  const before = [...sockets.busy];
  for (const socket of sockets.idle) socket.destroy();
  server.prependListener('request', (_req, res) => void res.setHeader('Connection', 'close'));
  let isListening = true;
  const sweep = () => {
    const mayListen = performance.now() - start < openMs && before.some((socket) => sockets.busy.has(socket));
    for (const socket of mayListen ? before : [...sockets.idle, ...before]) if (!sockets.busy.has(socket)) socket.destroy();
    if (mayListen || !isListening) return;
    isListening = false;
    server.close(() => resolve());
  };
  sweep();
  const sweeper = setInterval(sweep, 50);
  const forced = setTimeout(() => server.closeAllConnections(), forcedMs);
  await promise;
  clearInterval(sweeper);
  clearTimeout(forced);
}

/** The connections of a server, by whether they have a request at work. */
export interface Sockets {
  idle: Set<Socket>;
  busy: Set<Socket>;
}

export function watchSockets(server: Server): Sockets {
  const idle = new Set<Socket>();
  const busy = new Set<Socket>();
  server.on('connection', (socket) => {
    idle.add(socket);
    socket.once('close', () => {
      idle.delete(socket);
      busy.delete(socket);
    });
  });
  server.on('request', ({ socket }, res) => {
    idle.delete(socket);
    busy.add(socket);
    res.once('close', () => {
      busy.delete(socket);
      if (!socket.destroyed) idle.add(socket);
    });
  });
  return { idle, busy };
}
