import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Dispatcher } from 'undici';

/** A request to send again and again; `body` is made anew for each. */
export interface Asked {
  path: string;
  body(): string;
}

const CONNECTIONS = 8;
const HEADERS = { 'content-type': 'application/json', accept: 'application/json' };

/**
 * Sends requests over 8 connections for some seconds, one after the other on each; answers how many a second. Throws at the first that is
 * refused.
 */
export async function load(origin: string, { path, body }: Asked, seconds: number): Promise<number> {
  const clients = Array.from({ length: CONNECTIONS }, () => new Client(origin, { pipelining: 1 }));
  const start = performance.now();
  const end = start + seconds * 1000;
  let done = 0;
  const lane = async (client: Client) => {
    while (performance.now() < end) {
      await drop(client, { path, method: 'POST', headers: HEADERS, body: body() });
      done++;
    }
  };
  try {
    await Promise.all(clients.map(lane));
    return done / ((performance.now() - start) / 1000);
  } finally {
    await Promise.all(clients.map((client) => client.destroy()));
    await sleep(50);
  }
}

/** Sends a request and drops what it answers; resolves with the number of bytes at its end. */
export function drop(client: Client, options: Dispatcher.DispatchOptions): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let bytes = 0;
  client.dispatch(options, {
    onRequestStart: () => {},
    onResponseStart: (_controller, status) => {
      if (status !== 200) reject(new Error(`${options.path} answered ${status}`));
    },
    onResponseData: (_controller, chunk) => {
      bytes += chunk.length;
    },
    onResponseEnd: () => resolve(bytes),
    onResponseError: (_controller, error) => reject(error),
  });
  return promise;
}

/** Sends a request once; answers its JSON. */
export async function ask<T>(origin: string, { path, body }: Asked): Promise<T> {
  const response = await fetch(origin + path, { method: 'POST', headers: HEADERS, body: body() });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}

export const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
