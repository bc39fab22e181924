import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { bucketOf } from './client.ts';

export interface ConnectionLimits {
  /** Connections of one address, and of all. */
  perAddress: number;
  all: number;
  /** Whether an address is that of a trusted proxy, whose connections carry many callers. */
  isProxy(address: string): boolean;
}

interface Connection {
  socket: Socket;
  group: Set<Connection>;
  /** The request that is being answered. */
  at: IncomingMessage | null;
  /** Whether a whole request has come on it. */
  proved: boolean;
}

/** Requests of one connection that are not answered yet: a client that waits for each answer has one, and for a moment two. */
const UNANSWERED = 4;

/**
 * Closes a connection that sends more than four requests ahead of their answers (pipelining). Node reads on while none is answered,
 * and each request takes 10 kB from its head on: one connection could send 100,000.
 */
export function limitPipelining(handler: RequestListener, unanswered = UNANSWERED): RequestListener {
  const held = new WeakMap<Socket, number>();
  return (req, res) => {
    const { socket } = req;
    if (socket.destroyed) return; // it was parsed before
    const count = (held.get(socket) ?? 0) + 1;
    if (count > unanswered) return closeUnparsed(socket);
    held.set(socket, count);
    res.once('close', () => held.set(socket, (held.get(socket) ?? 1) - 1));
    handler(req, res);
  };
}

// Nothing that Node documents stops its parser within one read, which brings up to 2,500 requests: after `destroy`, `pause` or
// `maxRequestsPerSocket` it makes and aborts each one: 15 to 55 ms a connection instead of 0.6, and `npm run bench -- fuzz flood` fails.

/** Closes a connection. Its parser stops at the next head, where the undocumented callback answers 2; without that the rest is dropped. */
function closeUnparsed(socket: Socket & { parser?: { onIncoming?: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => 2;
  socket.destroy();
}

/** Bounds the connections of a server. Beyond a bound the least useful one is closed (`leastUseful`). */
export function limitConnections(server: Server, { perAddress, all, isProxy }: ConnectionLimits): void {
  const groups = new Map<string, Set<Connection>>(); // oldest first
  const every = new Set<Connection>();
  const known = new WeakMap<Socket, Connection>();

  server.on('connection', (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined) return void socket.destroy();
    const key = isProxy(address) ? 'proxies' : bucketOf(address);
    const group = groups.get(key) ?? new Set();
    const connection: Connection = { socket, group, at: null, proved: false };
    if (group.size >= perAddress && key !== 'proxies') (leastUseful(group) ?? connection).socket.destroy();
    else if (every.size >= all) (leastUseful(every) ?? connection).socket.destroy();
    if (socket.destroyed) return;
    groups.set(key, group.add(connection));
    every.add(connection);
    known.set(socket, connection);
    socket.once('close', () => {
      every.delete(connection);
      group.delete(connection);
      if (group.size === 0) groups.delete(key);
    });
  });
  server.on('request', (req, res) => {
    const connection = known.get(req.socket);
    if (!connection) return;
    connection.at = req;
    res.once('close', () => {
      connection.proved ||= req.complete;
      connection.at = null;
    });
  });
}

/** The oldest without a whole request, else the oldest that is idle. Undefined where each is answering one: then the new one is closed. */
function leastUseful(connections: ReadonlySet<Connection>): Connection | undefined {
  let idle: Connection | undefined;
  for (const connection of connections) {
    if (connection.socket.destroyed) continue;
    const { at, proved } = connection;
    if (!proved && (at === null || !at.complete)) return connection;
    if (at === null) idle ??= connection;
  }
  return idle;
}
