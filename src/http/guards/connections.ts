import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { bucketOf } from './client.ts';

export interface ConnectionLimits {
  /** Connections of one address, and of all. */
  perAddress: number;
  all: number;
  /** Whether an address is that of a trusted proxy, whose connections are many callers'. */
  isProxy(address: string): boolean;
}

interface Connection {
  socket: Socket;
  group: Set<Connection>;
  /** The request that it is at. */
  at: IncomingMessage | null;
  /** Whether a request came whole on it before. */
  proved: boolean;
}

/**
 * Bounds the connections of a server. Beyond a bound one of them goes: the oldest on which no request came whole yet, else the oldest that is
 * idle; where all have a request at work it is the new one.
 */
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
    if (group.size >= perAddress && key !== 'proxies') (goner(group) ?? connection).socket.destroy();
    else if (every.size >= all) (goner(every) ?? connection).socket.destroy();
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

function goner(connections: ReadonlySet<Connection>): Connection | undefined {
  let idle: Connection | undefined;
  for (const connection of connections) {
    if (connection.socket.destroyed) continue;
    const { at, proved } = connection;
    if (!proved && (at === null || !at.complete)) return connection;
    if (at === null) idle ??= connection;
  }
  return idle;
}
