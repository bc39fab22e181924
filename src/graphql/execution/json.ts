import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters of JSON that are written between two turns of the event loop. */
const PIECE = 64_000;

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && typeof (value as { toJSON?: unknown }).toJSON !== 'function';

/** The characters of a value as JSON without its escapes; the count stops once it is over `most`. */
export function lengthOf(value: unknown, most: number): number {
  let length = 0;
  const add = (part: unknown): void => {
    if (typeof part === 'string') length += part.length + 3;
    else if (typeof part !== 'object' || part === null) length += 6;
    else if (Array.isArray(part)) {
      length += 2;
      for (let i = 0; i < part.length && length <= most; i++) add(part[i]);
    } else {
      length += 2;
      for (const key in part) {
        length += key.length + 4;
        add((part as Record<string, unknown>)[key]);
        if (length > most) return;
      }
    }
  };
  add(value);
  return length;
}

/** A value as JSON in pieces: whole items of lists, which JSON.stringify writes far faster than a loop over their values. */
function* piecesOf(value: unknown): Generator<string> {
  if (!isContainer(value) || lengthOf(value, PIECE) <= PIECE) return void (yield JSON.stringify(value) ?? 'null');
  if (!Array.isArray(value)) {
    let before = '{';
    for (const [key, part] of Object.entries(value)) {
      if (part === undefined) continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* piecesOf(part);
      before = ',';
    }
    return void (yield before === '{' ? '{}' : '}');
  }
  let before = '[';
  let from = 0;
  let length = 0;
  for (let at = 0; at <= value.length; at++) {
    const next = at < value.length ? lengthOf(value[at], PIECE) : 0;
    if (at > from && (at === value.length || length + next > PIECE)) {
      yield before + JSON.stringify(value.slice(from, at)).slice(1, -1);
      before = ',';
      from = at;
      length = 0;
    }
    if (next > PIECE) {
      yield before;
      yield* piecesOf(value[at]);
      before = ',';
      from = at + 1;
    } else length += next;
  }
  yield before === '[' ? '[]' : ']';
}

/** A value as JSON in UTF-8, cut once it is over `most` bytes. Others are answered between two pieces. */
export async function jsonInTurns(value: unknown, most = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let piece = '';
  let bytes = 0;
  const end = () => {
    const written = Buffer.from(piece);
    pieces.push(written);
    bytes += written.length;
    piece = '';
  };
  for (const part of piecesOf(value)) {
    if (piece.length + part.length > PIECE) {
      end();
      if (bytes > most) break;
      await nextTurn();
    }
    piece += part;
  }
  end();
  return Buffer.concat(pieces);
}
