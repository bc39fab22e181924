import { Fault } from '../domain/errors.ts';
import type { Webset } from '../domain/webset.ts';
import { listCriteria, listEnrichments } from '../services/columns.ts';
import { countRows, pageRows } from '../services/rows.ts';
import { builder, type Context } from './builder.ts';
import { VerdictType } from './cell.ts';
import { cursorOf, positionOf } from './cursor.ts';
import { type RowNode, RowType, WebsetType } from './nouns.ts';

export const PAGE_MAX = 100;
export const PAGE_DEFAULT = 20;
const TRUSTED_PAGE_MAX = 500;

/** The columns of a webset, read once for all rows that share them. */
export function columnsOf(context: Context, webset: Webset): RowNode['columns'] {
  // async, so that a true promise is kept: drizzle's queries are thenables that run anew each time they are awaited
  return {
    criteria: once(async () => listCriteria(context, webset)),
    enrichments: once(async () => listEnrichments(context, webset)),
  };
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

const RowFilter = builder.inputType('RowFilter', {
  description: 'Which rows to list.',
  fields: (t) => ({
    matchVerdict: t.field({ type: [VerdictType], description: 'Only rows whose verdict over all criteria is one of these.' }),
  }),
});

interface Slice {
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}

/** The wanted page in positions. Throws BAD_REQUEST for sizes out of bounds, both ends at once, or a foreign cursor. */
function sliceOf({ first, last, after, before }: Slice, max: number) {
  if (first != null && last != null) throw new Fault('BAD_REQUEST', 'Ask for `first` or `last`, not both');
  for (const [name, size] of Object.entries({ first, last }))
    if (size != null && (size < 0 || size > max)) throw new Fault('BAD_REQUEST', `\`${name}\` must be from 0 to ${max}`);
  return {
    ...(last != null ? { last } : { first: first ?? PAGE_DEFAULT }),
    ...(after != null && { after: positionOf(after) }),
    ...(before != null && { before: positionOf(before) }),
  };
}

builder.objectField(WebsetType, 'rows', (t) =>
  t.connection(
    {
      type: RowType,
      description: 'The results, in the order found.',
      args: { filter: t.arg({ type: RowFilter, description: 'Which rows.' }) },
      resolve: async (webset, { filter, ...args }, context) => {
        const slice = sliceOf(args, context.trusted ? TRUSTED_PAGE_MAX : PAGE_MAX);
        const matching = { matchVerdict: filter?.matchVerdict ?? null };
        const page = await pageRows(context, webset, { ...slice, ...matching });
        const columns = columnsOf(context, webset);
        const edges = page.rows.map((row) => ({ cursor: cursorOf(row.position), node: { row, columns, run: webset.run } }));
        return {
          edges,
          pageInfo: {
            hasNextPage: page.hasNextPage,
            hasPreviousPage: page.hasPreviousPage,
            startCursor: edges[0]?.cursor ?? null,
            endCursor: edges.at(-1)?.cursor ?? null,
          },
          count: () => countRows(context, webset, matching),
        };
      },
    },
    {
      name: 'RowConnection',
      description: 'A page of rows.',
      fields: (t) => ({ totalCount: t.int({ description: 'How many rows there are on all pages.', resolve: ({ count }) => count() }) }),
    },
    { name: 'RowEdge', description: 'A row and where it stands.' },
  ),
);
