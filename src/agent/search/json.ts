const MAX_BYTES = 2 * 1024 * 1024;

/** The body of a provider's answer as JSON. Throws RangeError past 2 MB (decoded), SyntaxError when it is not JSON. */
export async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new RangeError('its answer is larger than 2 MB'); // leaving the loop cancels the body
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
