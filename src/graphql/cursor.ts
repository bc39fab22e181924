import { Fault } from '../domain/errors.ts';

const PREFIX = 'row:';

/** A row's place as an opaque keyset cursor. */
export const cursorOf = (position: number) => Buffer.from(PREFIX + position).toString('base64url');

/** The place that a cursor names. Throws BAD_REQUEST when it is no cursor of ours. */
export function positionOf(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString();
  const position = Number(text.slice(PREFIX.length));
  if (!/^row:\d+$/.test(text) || !Number.isSafeInteger(position)) throw new Fault('BAD_REQUEST', 'This is no cursor of this connection');
  return position;
}
