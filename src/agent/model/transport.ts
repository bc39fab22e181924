import { Agent, fetch as send } from 'undici';
import { openJsonMeter } from '../json-meter.ts';

const BYTES_MAX = 2 * 1024 * 1024;
/** Bytes read of a refusal, which may be the page of a proxy. */
const REFUSAL_BYTES = 16 * 1024;

/**
 * The `fetch` for calls of models: no time limit but the call's signal (local models take minutes), no redirects (they would carry the key
 * elsewhere), answers of at most 2 MB. Dispose to close its connections.
 */
export function openTransport(): { fetch: typeof globalThis.fetch } & AsyncDisposable {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, connections: 64, keepAliveTimeout: 4_000 });
  const ask = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { method, headers, body, signal } = init;
    const response = await send(String(input instanceof Request ? input.url : input), {
      method: method ?? 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      body: typeof body === 'string' ? body : null,
      signal: signal ?? null,
      redirect: 'manual',
      dispatcher,
    });
    const chunks: Uint8Array[] = [];
    let size = 0;
    const meter = openJsonMeter();
    for await (const chunk of response.body ?? []) {
      size += (chunk as Uint8Array).byteLength;
      chunks.push(chunk as Uint8Array);
      if (!response.ok) {
        if (size < REFUSAL_BYTES) continue;
        break;
      }
      if (size > BYTES_MAX) throw new RangeError('its answer is larger than 2 MB');
      const beyond = meter(chunk as Uint8Array);
      if (beyond) throw new RangeError(beyond);
    }
    const { status, statusText } = response;
    return new Response(
      status === 204 || status === 304 ? null : response.ok ? Buffer.concat(chunks) : Buffer.concat(chunks).subarray(0, REFUSAL_BYTES),
      {
        status,
        statusText,
        headers: [...response.headers],
      },
    );
  };
  return { fetch: ask, [Symbol.asyncDispose]: () => dispatcher.destroy() };
}
