/** Arrays by name, put behind one another with a head that says where each is. */
export type Arrays = Record<string, Uint8Array | Uint16Array | Uint32Array | Int16Array>;

/** Lists as one array and where each begins. */
export function listsOf(lists: readonly (readonly number[])[]): { at: Uint32Array; of: Uint32Array } {
  const at = new Uint32Array(lists.length + 1);
  lists.forEach((list, i) => {
    at[i + 1] = (at[i] ?? 0) + list.length;
  });
  return { at, of: Uint32Array.from(lists.flat()) };
}

/** Texts as UTF-8 and where each begins. */
export function textsOf(texts: readonly string[]): { at: Uint32Array; of: Uint8Array } {
  const encoded = texts.map((text) => Buffer.from(text));
  const { at } = listsOf(encoded.map((bytes) => [...bytes]));
  return { at, of: Buffer.concat(encoded) };
}

/** The file: the length of the head as four bytes, the head as JSON, and the arrays, each from a multiple of four bytes on. */
export function packed(arrays: Arrays): Buffer {
  const head: Record<string, { type: string; from: number; length: number }> = {};
  const bodies: Buffer[] = [];
  let from = 0;
  for (const [name, array] of Object.entries(arrays)) {
    const bytes = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
    head[name] = { type: array.constructor === Buffer ? 'Uint8Array' : array.constructor.name, from, length: array.length };
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
    bytes.copy(padded);
    bodies.push(padded);
    from += padded.length;
  }
  const json = JSON.stringify(head);
  const first = Buffer.alloc(4 + Math.ceil(json.length / 4) * 4, ' ');
  first.writeUInt32LE(first.length - 4);
  first.write(json, 4);
  return Buffer.concat([first, ...bodies]);
}
