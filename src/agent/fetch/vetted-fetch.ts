import { Agent, fetch as undiciFetch } from 'undici';
import { openJsonMeter } from '../json-meter.ts';
import { lookupBy, type Resolve, resolveBySystem, vetted } from './address.ts';
import { asFetchFailure } from './exchange.ts';
import { FetchFailure } from './failure.ts';
import { privateHosts, targetOf } from './target.ts';

const MB = 1024 * 1024;

export interface VettedFetchOptions {
  /** host:port, spelled as in a URL: the only addresses that are asked without being public. */
  allowPrivate: readonly string[];
  /** Of one answer, decoded. */
  maxBytes: number;
  /** How names become addresses; the system's way by default. */
  resolve?: Resolve;
}

/** Hears how the body of an answer ends. */
export interface BodyEnds {
  ended(): void;
  failed(error: Error): void;
}

/**
 * A `fetch` for libraries that ask a service in JSON: to public addresses only (and those of `allowPrivate`), the address that was vetted is the one
 * that is connected to, redirects are answered as they come, bodies are streamed and end with an error past `maxBytes` and the bounds of JSON. Throws FetchFailure, or the
 * reason of the signal.
 */
export function openVettedFetch({ allowPrivate, maxBytes, resolve = resolveBySystem }: VettedFetchOptions) {
  const allowed = privateHosts(allowPrivate);
  const agents = {
    public: new Agent({ connect: { lookup: lookupBy(vetted(resolve)) } }),
    private: new Agent({ connect: { lookup: lookupBy(resolve) } }),
  };

  return async (address: string | URL, init: RequestInit, ends: BodyEnds): Promise<Response> => {
    const { url, isPrivate } = targetOf(String(address), allowed);
    try {
      const response = await undiciFetch(url, {
        method: init.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init.headers)),
        body: typeof init.body === 'string' ? init.body : null,
        signal: init.signal ?? null,
        redirect: 'manual',
        dispatcher: isPrivate ? agents.private : agents.public,
      });
      const body = response.body ? (response.body as ReadableStream<Uint8Array>).pipeThrough(bounded(maxBytes, ends)) : null;
      return new Response(body, { status: response.status, headers: [...response.headers] });
    } catch (error) {
      init.signal?.throwIfAborted();
      throw asFetchFailure(error, url.host);
    }
  };
}

/** Counts what comes out of the decoder, so that a small answer cannot unpack into a large one, nor hold more JSON than a schema goes through at once. */
function bounded(maxBytes: number, ends: BodyEnds) {
  let size = 0;
  const meter = openJsonMeter();
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      const beyond = size > maxBytes ? `its answer is larger than ${maxBytes / MB} MB` : meter(chunk);
      if (beyond === null) return controller.enqueue(chunk);
      const error = new FetchFailure('too_large', beyond);
      ends.failed(error);
      controller.error(error);
    },
    flush: () => ends.ended(),
  });
}
