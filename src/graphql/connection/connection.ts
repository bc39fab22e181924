import { countRows, pageRows } from '../../services/rows.ts';
import { builder, wordsEnum } from '../builder.ts';
import { RowType, WebsetType } from '../nouns.ts';
import { columnsOf } from '../types/columns.ts';
import { VerdictType } from '../types/verdict.ts';
import { cursorOf, rowPlace } from './cursor.ts';
import { connectionOf, sliceOf } from './slice.ts';

const RowFilter = builder.inputType('RowFilter', {
  description: 'Conditions that listed rows meet.',
  fields: (t) => ({
    matchVerdict: t.field({ type: [VerdictType], description: 'Only rows whose verdict over all criteria is one of these.' }),
    changedSince: t.field({ type: 'DateTime', description: 'Only rows that changed then or later: what to fetch again after an event.' }),
    hidden: t.boolean({ description: 'True: only the rows that were hidden. Else only the others.' }),
  }),
});

const RowOrderType = wordsEnum<'FOUND' | 'LIKELIHOOD'>('RowOrder', 'The order of rows.', {
  FOUND: 'In the order found.',
  LIKELIHOOD: 'The likeliest to meet all criteria first; rows that are not scored yet last.',
});

builder.objectField(WebsetType, 'rows', (t) =>
  t.connection(
    {
      type: RowType,
      description: 'The results; without those that were hidden, unless the filter asks for them.',
      args: {
        orderBy: t.arg({ type: RowOrderType, defaultValue: 'FOUND', description: 'The order of the rows.' }),
        filter: t.arg({ type: RowFilter, description: 'Conditions that the rows meet.' }),
      },
      resolve: async (webset, { filter, orderBy, ...args }, context) => {
        const byLikelihood = orderBy === 'LIKELIHOOD';
        const matching = {
          matchVerdict: filter?.matchVerdict ?? null,
          hidden: filter?.hidden ?? false,
          changedSince: filter?.changedSince ?? null,
        };
        const page = await pageRows(context, webset, { ...sliceOf(context, args, rowPlace(byLikelihood)), ...matching, byLikelihood });
        const columns = columnsOf(context, webset);
        const edges = page.rows.map((row) => ({ cursor: cursorOf(row, byLikelihood), node: { row, columns, run: webset.run } }));
        return { ...connectionOf(edges, page), count: () => countRows(context, webset, matching) };
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
