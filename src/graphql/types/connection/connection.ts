import { countRows, pageRows } from '../../../services/rows.ts';
import { builder, wordsEnum } from '../../builder.ts';
import { VerdictType } from '../cell/verdict.ts';
import { columnsOf } from '../column/columns.ts';
import { RowType, WebsetType } from '../nouns.ts';
import { conditionsOn, RowSortInput, sortOn, ValueConditionInput, VerdictConditionInput } from '../view/arrange.ts';
import { cursorOf, rowPlace } from './cursor.ts';
import { connectionOf, sliceOf } from './slice.ts';

const RowFilter = builder.inputType('RowFilter', {
  description: 'Conditions that listed rows meet.',
  fields: (t) => ({
    matchVerdict: t.field({ type: [VerdictType], description: 'Only rows whose verdict over all criteria is one of these.' }),
    noByAnswers: t.boolean({ description: 'Only rows that are no match by answers on other rows alone, or only the others.' }),
    changedSince: t.field({ type: 'DateTime', description: 'Only rows that changed then or later: what to fetch again after an event.' }),
    hidden: t.boolean({ description: 'True: only the rows that were hidden. Else only the others.' }),
    text: t.string({ description: 'Only rows whose title, address or values contain this, whatever its case; at most 200 characters.' }),
    title: t.string({ description: 'Only rows whose title contains this, whatever its case; at most 200 characters.' }),
    verdicts: t.field({ type: [VerdictConditionInput], description: 'Conditions on verdicts, at most 10, all of which hold.' }),
    values: t.field({ type: [ValueConditionInput], description: 'Conditions on values, at most 10, all of which hold.' }),
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
        sort: t.arg({
          type: RowSortInput,
          description:
            'What the rows are sorted by, before orderBy. What is only suggested in a column comes after its values, what has nothing last.',
        }),
        filter: t.arg({ type: RowFilter, description: 'Conditions that the rows meet.' }),
      },
      resolve: async (webset, { filter, orderBy, sort, ...args }, context) => {
        const columns = columnsOf(context, webset);
        const sorted = sort ? await sortOn(columns, sort) : undefined;
        const byLikelihood = orderBy === 'LIKELIHOOD';
        const order = sorted ?? (byLikelihood ? 'likelihood' : 'found');
        const { matchVerdict = null, noByAnswers = null, hidden, changedSince = null, ...asked } = filter ?? {};
        const matching = {
          matchVerdict,
          noByAnswers,
          hidden: hidden ?? false,
          changedSince,
          conditions: await conditionsOn(columns, asked),
        };
        const slice = sliceOf(context, args, rowPlace(order));
        const page = await pageRows(context, webset, { ...slice, ...matching, byLikelihood, sort: sorted });
        const edges = page.rows.map((row) => ({ cursor: cursorOf(row, order), node: { row, columns, run: webset.run } }));
        return { ...connectionOf(edges, page), count: () => countRows(context, webset, matching) };
      },
    },
    {
      name: 'RowConnection',
      description: 'A page of rows.',
      fields: (t) => ({ totalCount: t.int({ description: 'How many rows there are on all pages.', resolve: ({ count }) => count() }) }),
    },
    { name: 'RowEdge', description: 'A row and its place.' },
  ),
);
