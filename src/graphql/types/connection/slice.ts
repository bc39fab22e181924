import { Fault } from '../../../domain/errors.ts';
import type { Context } from '../../builder.ts';

export const PAGE_MAX = 100;
export const PAGE_DEFAULT = 20;
export const TRUSTED_PAGE_MAX = 500;

interface Args {
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}

/** The page that a connection is asked for. Throws BAD_REQUEST for sizes out of bounds, both ends at once, or a foreign cursor. */
export function sliceOf<P>({ trusted }: Context, { first, last, after, before }: Args, placeOf: (cursor: string) => P) {
  const max = trusted ? TRUSTED_PAGE_MAX : PAGE_MAX;
  if (first != null && last != null) throw new Fault('BAD_REQUEST', 'Ask for `first` or `last`, not both');
  for (const [name, size] of Object.entries({ first, last }))
    if (size != null && (size < 0 || size > max)) throw new Fault('BAD_REQUEST', `\`${name}\` must be from 0 to ${max}`);
  return {
    ...(last != null ? { last } : { first: first ?? PAGE_DEFAULT }),
    ...(after != null && { after: placeOf(after) }),
    ...(before != null && { before: placeOf(before) }),
  };
}

/** A page in the Relay connection's words. */
export const connectionOf = <N>(edges: { cursor: string; node: N }[], more: { hasNextPage: boolean; hasPreviousPage: boolean }) => ({
  edges,
  pageInfo: {
    hasNextPage: more.hasNextPage,
    hasPreviousPage: more.hasPreviousPage,
    startCursor: edges[0]?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
  },
});
