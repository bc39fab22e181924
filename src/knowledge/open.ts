import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isMainThread, workerData } from 'node:worker_threads';
import { brotliDecompress, brotliDecompressSync } from 'node:zlib';

// The knowledge of words and places, independent of pages: arrays that bench/knowledge writes, loaded once per process and shared by its
// threads.

export type Arrays = Record<string, Uint8Array | Uint16Array | Uint32Array | Int16Array>;
const FILES = ['words', 'places', 'software'] as const;
type Name = (typeof FILES)[number];
/** The files as shared memory: threads copy nothing. */
export type Shared = Record<Name, SharedArrayBuffer>;

const TYPES = { Uint8Array, Uint16Array, Uint32Array, Int16Array } as unknown as Record<
  'Uint8Array' | 'Uint16Array' | 'Uint32Array' | 'Int16Array',
  new (
    buffer: SharedArrayBuffer,
    from: number,
    length: number,
  ) => Arrays[string]
>;

const fileOf = (name: Name) => new URL(`data/${name}.br`, import.meta.url);

function shared(raw: Buffer): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(raw.length);
  new Uint8Array(buffer).set(raw);
  return buffer;
}

const read = (name: Name) => shared(brotliDecompressSync(readFileSync(fileOf(name))));

const opened = new Map<Name, Arrays>();
const buffers = new Map<Name, SharedArrayBuffer>();

function bufferOf(name: Name): SharedArrayBuffer {
  const started = isMainThread ? undefined : (workerData as { knowledge?: Shared } | null)?.knowledge?.[name];
  const buffer = buffers.get(name) ?? started ?? read(name);
  buffers.set(name, buffer);
  return buffer;
}

const decompress = promisify(brotliDecompress);
let opening: Promise<unknown> | undefined;

/** Reads all files asynchronously before they are needed. Rejects if a file cannot be read; the next call tries again. */
export const openKnowledge = (): Promise<unknown> => {
  opening ??= Promise.all(FILES.map(open)).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
};

async function open(name: Name): Promise<void> {
  if (buffers.has(name)) return;
  const raw = await decompress(await readFile(fileOf(name)));
  if (!buffers.has(name)) buffers.set(name, shared(raw));
}

/** For a thread's `workerData.knowledge`, so that it does not read the files again. */
export const sharedKnowledge = (): Shared => Object.fromEntries(FILES.map((name) => [name, bufferOf(name)])) as Shared;

/** The arrays of a file. */
export function arraysOf(name: Name): Arrays {
  const known = opened.get(name);
  if (known) return known;
  const buffer = bufferOf(name);
  const size = new Uint32Array(buffer, 0, 1)[0] ?? 0;
  const head = JSON.parse(Buffer.from(new Uint8Array(buffer, 4, size)).toString()) as Record<
    string,
    { type: keyof typeof TYPES; from: number; length: number }
  >;
  const arrays = Object.fromEntries(
    Object.entries(head).map(([key, { type, from, length }]) => [key, new TYPES[type](buffer, 4 + size + from, length)]),
  );
  opened.set(name, arrays);
  return arrays;
}

/** A sorted list of texts with binary search. */
export class Texts {
  private readonly bytes: Buffer;
  private readonly at: Uint32Array;
  constructor(bytes: Uint8Array, at: Uint32Array) {
    this.at = at;
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  get length(): number {
    return this.at.length - 1;
  }
  text(i: number): string {
    return this.bytes.toString('utf8', this.at[i], this.at[i + 1]);
  }
  /** The index of the first equal text; -1 if there is none. */
  find(text: string): number {
    const wanted = Buffer.from(text);
    let [low, high] = [0, this.length];
    while (low < high) {
      const mid = (low + high) >> 1;
      if (this.bytes.compare(wanted, 0, wanted.length, this.at[mid], this.at[mid + 1]) < 0) low = mid + 1;
      else high = mid;
    }
    return low < this.length && this.bytes.compare(wanted, 0, wanted.length, this.at[low], this.at[low + 1]) === 0 ? low : -1;
  }
}
