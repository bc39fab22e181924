import { Fault } from '../../domain/errors.ts';
import { websetId } from '../../domain/webset.ts';
import type { RowPlace } from '../../services/rows.ts';

const encode = (text: string) => Buffer.from(text).toString('base64url');
const decode = (cursor: string) => Buffer.from(cursor, 'base64url').toString();
/** Postgres does not know how JavaScript writes years beyond 9999. */
const END = Date.parse('+010000-01-01T00:00:00Z');
const foreign = () => new Fault('BAD_REQUEST', 'This is no cursor of this connection');

/** A row's place as an opaque keyset cursor: in the order found, or by likelihood. */
export const cursorOf = ({ position, likelihood }: RowPlace, byLikelihood: boolean) =>
  encode(byLikelihood ? `likely:${likelihood ?? ''}:${position}` : `row:${position}`);

/** The place that a cursor names. Throws BAD_REQUEST when it is no cursor of ours. */
export const rowPlace =
  (byLikelihood: boolean) =>
  (cursor: string): RowPlace => {
    const shape = byLikelihood ? /^likely:((?:[01](?:\.\d{1,20})?(?:e-\d{1,3})?)?):(\d+)$/ : /^row:()(\d+)$/;
    const [, likely, digits] = shape.exec(decode(cursor)) ?? [];
    const position = Number(digits);
    if (!Number.isSafeInteger(position)) throw foreign();
    return { position, likelihood: likely ? Number(likely) : null };
  };

/** A webset's place among its owner's as an opaque keyset cursor. */
export const websetCursor = ({ createdAt, id }: { createdAt: Date; id: string }) => encode(`webset:${createdAt.getTime()}:${id}`);

/** The place that a cursor names. Throws BAD_REQUEST when it is no cursor of ours. */
export function websetPlace(cursor: string): { createdAt: Date; id: string } {
  const [, ms, id] = /^webset:(\d{1,15}):([^:]+)$/.exec(decode(cursor)) ?? [];
  const createdAt = new Date(Number(ms));
  if (!(createdAt.getTime() < END) || id === undefined || !websetId.safeParse(id).success) throw foreign();
  return { createdAt, id };
}
