import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { until } from '../support/until.ts';

/** The servers' ends of connections on which a request was begun, by their clients' ports. */
const ends = new Map<number, Socket>();
/** The requests that are not answered yet: their server's port and their path. */
const open = new Set<{ port: number | undefined; path: string }>();

// published by Node for each request that a server of this process begins
subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  const { socket, url = '' } = request;
  const [from, begun] = [socket.remotePort ?? 0, { port: socket.localPort, path: url }];
  ends.set(from, socket);
  open.add(begun);
  response.once('close', () => open.delete(begun));
});

/** Resolves when a connection is closed, also by a reset. */
export const isClosed = (socket: Socket): Promise<unknown> => new Promise((closed) => socket.once('close', closed));

/** The server's end of a client's connection, once a request is begun on it and all is read that the client wrote. */
export async function readAll(client: Socket): Promise<Socket> {
  const end = () => ends.get(client.localPort ?? 0);
  await until(() => (end()?.bytesRead ?? 0) >= client.bytesWritten);
  return end() as Socket;
}

/** Sends a request, has it read, and leaves; resolves once the server knows that. */
export async function leave(client: Socket, request: string): Promise<void> {
  client.on('error', () => {}).write(request);
  const end = await readAll(client);
  client.destroy();
  await until(() => end.closed);
}

/** How many requests a server has begun and not answered, whose paths begin so. */
export const unanswered = (serverUrl: string, path = '/'): number =>
  [...open].filter((begun) => begun.port === Number(new URL(serverUrl).port) && begun.path.startsWith(path)).length;
