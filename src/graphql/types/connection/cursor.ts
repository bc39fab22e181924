import { createHash } from 'node:crypto';
import { Fault } from '../../../domain/errors.ts';
import { websetId } from '../../../domain/webset-state.ts';
import type { FormattedSort, RowPlace } from '../../../services/rows.ts';

const encode = (text: string) => Buffer.from(text).toString('base64url');
const decode = (cursor: string) => Buffer.from(cursor, 'base64url').toString();
/** Postgres does not know how JavaScript writes years beyond 9999. */
const END = Date.parse('+010000-01-01T00:00:00Z');
const foreign = () => new Fault('BAD_REQUEST', 'This is no cursor of this connection');

/** What a cursor is made for: the order found, by likelihood, or a sort. */
export type CursorOrder = 'found' | 'likelihood' | FormattedSort;

/** Says of a sort's cursor which sort it is of, without its ids; and what keys it has. */
function tagOf({ descending = false, format, ...by }: FormattedSort): { tag: string; keys: RegExp } {
  const tag = createHash('sha256')
    .update(`${by.field ?? by.criterionId ?? by.enrichmentId} ${descending} ${format}`)
    .digest('hex')
    .slice(0, 8);
  const isRank = by.field === 'verdict' || by.criterionId !== undefined;
  return { tag, keys: isRank ? /^[0-3]$/ : format === 'number' ? /^-?\d{1,40}(?:\.\d{1,40})?$/ : /^[^\0]{0,4000}$/su };
}

/** A row's place as an opaque keyset cursor. */
export function cursorOf({ position, likelihood, key, isSuggested }: RowPlace, order: CursorOrder): string {
  if (order === 'found') return encode(`row:${position}`);
  if (order === 'likelihood') return encode(`likely:${likelihood ?? ''}:${position}`);
  return encode(`sorted:${tagOf(order).tag}:${position}:${key == null ? '' : `${isSuggested ? '~' : '='}${key}`}`);
}

const LIKELY = /^likely:((?:[01](?:\.\d{1,20})?(?:e-\d{1,3})?)?):(\d+)$/;
const FOUND = /^row:()(\d+)$/;

/** The place that a cursor names. Throws BAD_REQUEST when it is no cursor of ours, or of another order. */
export const rowPlace =
  (order: CursorOrder) =>
  (cursor: string): RowPlace => {
    if (typeof order === 'object') return sortedPlace(decode(cursor), order);
    const [, likely, digits] = (order === 'likelihood' ? LIKELY : FOUND).exec(decode(cursor)) ?? [];
    return { position: positionOf(digits), likelihood: likely ? Number(likely) : null };
  };

function sortedPlace(text: string, sort: FormattedSort): RowPlace {
  const { tag, keys } = tagOf(sort);
  const [, its, digits, said = ''] = /^sorted:([\da-f]{8}):(\d+):([=~].*)?$/su.exec(text) ?? [];
  const key = said === '' ? null : said.slice(1);
  if (its !== tag || (key !== null && !keys.test(key))) throw foreign();
  return { position: positionOf(digits), likelihood: null, key, isSuggested: said.startsWith('~') };
}

function positionOf(digits: string | undefined): number {
  const position = Number(digits);
  if (!Number.isSafeInteger(position)) throw foreign();
  return position;
}

/** A webset's place among its owner's as an opaque keyset cursor. */
export const websetCursor = ({ createdAt, id }: { createdAt: Date; id: string }) => encode(`webset:${createdAt.getTime()}:${id}`);

/** The place that a cursor names. Throws BAD_REQUEST when it is no cursor of ours. */
export function websetPlace(cursor: string): { createdAt: Date; id: string } {
  const [, ms, id] = /^webset:(\d{1,15}):([^:]+)$/.exec(decode(cursor)) ?? [];
  const createdAt = new Date(Number(ms));
  if (!(createdAt.getTime() < END) || id === undefined || !websetId.safeParse(id).success) throw foreign();
  return { createdAt, id };
}
