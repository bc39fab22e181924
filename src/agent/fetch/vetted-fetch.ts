import { Agent, fetch as undiciFetch } from 'undici';
import { openJsonMeter } from '../json-meter.ts';
import { lookupBy, type Resolve, resolveBySystem, vetted } from './address.ts';
import { asFetchFailure } from './exchange.ts';
import { FetchFailure } from './fetch-failure.ts';
import { privateHosts, targetOf } from './target.ts';

const MB = 1024 * 1024;

export interface VettedFetchOptions {
  /** `host:port` as in a URL: addresses that may be requested although they are not public. */
  allowPrivate: readonly string[];
  /** Of one decoded answer. */
  maxBytes: number;
  /** Resolves host names; by default the system does. */
  resolve?: Resolve;
}

/** Called at the end of an answer's body. */
export interface BodyEnds {
  ended(): void;
  failed(error: Error): void;
}

/**
 * A `fetch` for libraries that call a JSON service: public addresses (and `allowPrivate`) only, connections go to the vetted address,
 * redirects are not followed, bodies are bounded. Throws FetchFailure or the signal's reason.
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

/** Counts decoded bytes and JSON values, so that a small answer can neither unpack into a large one nor overload a schema. */
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
