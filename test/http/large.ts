import { connect, type Socket } from 'node:net';
import type { TestService } from '../support/test-service.ts';

type Service = Pick<TestService, 'url'>;

/** A query for 16 MB, twice a hundred times the longest request and notes: more than the kernel takes of a connection. */
const bodyOf = (id: string) =>
  JSON.stringify({
    query:
      'query ($ids: [ID!]!) { a: nodes(ids: $ids) { ...T } b: nodes(ids: $ids) { ...T } } fragment T on Webset { originalQuery notes }',
    variables: { ids: Array(100).fill(Buffer.from(`Webset:${id}`).toString('base64url')) },
  });

/** Asks for a large answer. */
export const ask = ({ url }: Service, id: string, address: string, init: RequestInit = {}) =>
  fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...init.headers },
    body: bodyOf(id),
    signal: init.signal ?? null,
  });

/** Asks for a large answer and leaves it unread. */
export function askUnread({ url }: Service, id: string, address = '203.0.113.1'): Socket {
  const body = bodyOf(id);
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  socket.pause().on('readable', () => {});
  socket.write(
    `POST /graphql HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  return socket;
}
