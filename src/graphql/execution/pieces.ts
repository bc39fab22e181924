import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';

/** Answers of so many bytes are written piece by piece. */
export const LONG_ANSWER = 128_000;
/** Characters of JSON in a piece: a text is never parted, so that a piece has one more at most. */
const PIECE = 64_000;

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && typeof (value as { toJSON?: unknown }).toJSON !== 'function';

/** A value as JSON.stringify writes it, in small parts. */
function* partsOf(value: unknown): Generator<string> {
  if (!isContainer(value)) return void (yield JSON.stringify(value) ?? 'null');
  if (Array.isArray(value)) {
    yield '[';
    for (let i = 0; i < value.length; i++) {
      if (i > 0) yield ',';
      yield* partsOf(value[i]);
    }
    return void (yield ']');
  }
  let before = '{';
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    before = ',';
    yield* partsOf(part);
  }
  yield before === '{' ? '{}' : '}';
}

/** A long JSON text in UTF-8, a piece a turn of the event loop, as fast as it is read: others are answered in between. */
export async function* piecesOf(value: unknown): AsyncGenerator<Buffer> {
  let piece = '';
  for (const part of partsOf(value)) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield Buffer.from(piece);
    piece = '';
    await nextTurn();
  }
  yield Buffer.from(piece);
}

/** A result that Yoga writes in pieces: what its `stringify` answers becomes the response's body, which may be a stream. */
export const inPieces = (result: ExecutionResult): ExecutionResult =>
  Object.defineProperty(result, 'stringify', { value: (shown: unknown) => Readable.from(piecesOf(shown), { objectMode: false }) });
