import { Agent, type OutgoingHttpHeaders, request } from 'node:http';

export interface Answered {
  status: number;
  text: string;
  cookies: string[];
}

export interface Caller extends Disposable {
  /** A POST with a JSON body. Rejects when the connection breaks or nothing comes within 30 s. */
  post(path: string, body: object, headers?: OutgoingHttpHeaders): Promise<Answered>;
}

/** A caller at a loopback address of its own: the service counts it apart from the others. */
export function openCaller(url: string, localAddress: string, connections = 20): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  return {
    post(path, body, headers = {}) {
      const { promise, resolve, reject } = Promise.withResolvers<Answered>();
      const text = JSON.stringify(body);
      const options = { agent, hostname, port, path, localAddress, method: 'POST', timeout: 30_000 };
      const req = request(
        { ...options, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers } },
        (res) => {
          const pieces: Buffer[] = [];
          let bytes = 0;
          res.on('data', (piece: Buffer) => {
            bytes += piece.length;
            if (bytes < 1_000_000) pieces.push(piece); // of an endless answer the start is enough
          });
          res.once('error', reject);
          res.once('end', () =>
            resolve({ status: res.statusCode ?? 0, text: Buffer.concat(pieces).toString(), cookies: res.headers['set-cookie'] ?? [] }),
          );
        },
      );
      req.once('timeout', () => req.destroy(new Error('no answer within 30 s')));
      req.once('error', reject);
      req.end(text);
      return promise;
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}
