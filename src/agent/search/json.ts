import { openJsonMeter, SERVICE_BOUNDS } from '../json-meter.ts';

const MAX_BYTES = 2 * 1024 * 1024;

/** The body of a provider's answer. Throws RangeError past `maxBytes` (decoded; 2 MB by default), and when `meter` finds too much. */
export async function readText(
  response: Response,
  maxBytes = MAX_BYTES,
  meter: (piece: Uint8Array) => string | null = () => null,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // leaving the loop cancels the body
    if (size > maxBytes) throw new RangeError(`its answer is larger than ${maxBytes / 1024 / 1024} MB`);
    const beyond = meter(chunk);
    if (beyond) throw new RangeError(beyond);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The body of a provider's answer as JSON. Throws RangeError past 2 MB (decoded) or the JSON bounds, SyntaxError when it is not JSON. */
export const readJson = async (response: Response): Promise<unknown> =>
  JSON.parse(await readText(response, MAX_BYTES, openJsonMeter(SERVICE_BOUNDS)));
