import { type MergeEntry, mergeInput, type SuggestionReason, splitInput } from '../../../domain/review/merge.ts';
import { mergeRows, type SuggestedMerge, splitRows, suggestMerges } from '../../../services/review/merges.ts';
import type { LoadedPage } from '../../../services/rows.ts';
import { builder, inputOf, withoutNulls, wordsEnum } from '../../builder.ts';
import { PageType } from '../cell/evidence.ts';
import { RowValueType } from '../cell/row-value.ts';
import { RowVerdictType } from '../cell/row-verdict.ts';
import { type RowNode, RowType } from '../nouns.ts';
import { cellsOf, loadRow } from '../row/row.ts';

const MergeActionType = wordsEnum('MergeAction', 'What became of a row beside another.', {
  merge: 'It was merged into the other.',
  split: 'It was split off the other.',
});

const MergeReasonType = wordsEnum('MergeReason', 'Why a row was merged into another or split off it.', {
  identifier: 'Both pages are proved to be of one public identifier.',
  site: 'Both pages stand on a company’s own registrable domain.',
  words: 'Both have nearly the same title and words.',
  person: 'A person did it.',
});

const RowMergeType = builder.objectRef<MergeEntry>('RowMerge').implement({
  description: 'An entry of the history of a row’s merges.',
  fields: (t) => ({
    rowId: t.expose('rowId', { type: 'UUID', description: 'The id of the row that was merged or split off: `splitRows` takes it.' }),
    action: t.expose('action', { type: MergeActionType, description: 'What was done.' }),
    reason: t.expose('reason', { type: MergeReasonType, description: 'What speaks for it.' }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'The identifier or the domain that proves it; of a person’s, the reason in words.',
    }),
    reviewer: t.exposeString('reviewer', {
      nullable: true,
      description: 'The name of the person, or the mail address; null for a run, somebody not signed in, or whose account is gone.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the entry.' }),
  }),
});

const RowPageType = builder.objectRef<{ page: LoadedPage; node: RowNode }>('RowPage').implement({
  description: 'One of the pages of a row, with what that page alone says.',
  fields: (t) => ({
    rowId: t.field({
      type: 'UUID',
      description: 'The id of the row that it was found as: `splitRows` takes it.',
      resolve: ({ page }) => page.row.id,
    }),
    page: t.field({ type: PageType, description: 'The page.', resolve: ({ page }) => page.row.page() }),
    merge: t.field({
      type: RowMergeType,
      nullable: true,
      description: 'Why it is a page of this row; null for the row’s own page.',
      resolve: ({ page }) => page.merge,
    }),
    verdicts: t.field({
      type: [RowVerdictType],
      description: 'The verdicts of this page alone, one a criterion, in the order the criteria were made.',
      resolve: ({ node }) => cellsOf(node).verdicts(),
    }),
    values: t.field({
      type: [RowValueType],
      description: 'The values of this page alone, one a column, in the order the columns were made.',
      resolve: ({ node }) => cellsOf(node).values(),
    }),
  }),
});

const SuggestionReasonType = wordsEnum<SuggestionReason>('MergeSuggestionReason', 'What two pages claim that makes one thing of them.', {
  identifier: 'They name the same public identifier.',
  website: 'They state the same site, or one is on the site that the other states.',
  name: 'They are about things of the same name.',
});

const SuggestedMergeType = builder.objectRef<SuggestedMerge & { node: RowNode }>('SuggestedMerge').implement({
  description: 'A row that may be of the same thing: claims, which nothing proves, for a person to decide.',
  fields: (t) => ({
    row: t.field({ type: RowType, description: 'The other row.', resolve: ({ node }) => node }),
    reason: t.expose('reason', { type: SuggestionReasonType, description: 'What both claim.' }),
    note: t.exposeString('note', { description: 'The identifier, the domain or the name.' }),
  }),
});

builder.objectFields(RowType, (t) => ({
  suggestedMerges: t.field({
    type: [SuggestedMergeType],
    description: 'Rows that may be of the same thing, at most ten. Rows that a person split from it are left out.',
    resolve: async ({ row, ...shared }, _args, context) =>
      (await suggestMerges(context, row)).map((one) => ({ ...one, node: { ...shared, row: one.row } })),
  }),
  pageCount: t.int({ description: 'How many pages it has: 1 for most.', resolve: ({ row }) => row.pageCount }),
  pages: t.field({
    type: [RowPageType],
    description:
      'Its pages: its own first, then those merged into it, in the order found. The strongest verdict of all of them counts, and `needs_review` where one page claims what another denies.',
    resolve: async (node) => (await node.row.pages()).map((page) => ({ page, node: { ...node, row: page.row } })),
  }),
  merges: t.field({
    type: [RowMergeType],
    description: 'What was merged into it and split off again, the newest first, at most 100.',
    resolve: ({ row }) => row.merges(),
  }),
}));

builder.relayMutationField(
  'mergeRows',
  {
    description: 'The rows that are of one thing.',
    validate: inputOf(mergeInput),
    inputFields: (t) => ({
      rowIds: t.field({ type: ['UUID'], required: true, description: 'The ids of two to 100 rows of one webset.' }),
      note: t.string({ description: 'Why, at most 1000 characters.' }),
    }),
  },
  {
    description:
      'Merges rows into the one that was found first, which shows all their pages and answers for their ids from then on; also while a run is alive. Merged already: nothing changes. A hidden row: CONFLICT.',
    resolve: async (_root, { input }, context) => ({ row: await loadRow(context, await mergeRows(context, withoutNulls(input))) }),
  },
  {
    description: 'The answer of mergeRows.',
    outputFields: (t) => ({ row: t.expose('row', { type: RowType, description: 'The row that shows all pages.' }) }),
  },
);

builder.relayMutationField(
  'splitRows',
  {
    description: 'Rows that are of other things than those that they were merged into.',
    validate: inputOf(splitInput),
    inputFields: (t) => ({
      rowIds: t.field({
        type: ['UUID'],
        required: true,
        description: 'The ids by which they were found: those of `Row.pages` or of what `mergeRows` merged. One to 100, of one webset.',
      }),
      note: t.string({ description: 'Why, at most 1000 characters.' }),
    }),
  },
  {
    description:
      'Lists rows by themselves again, each as it was before and with what had been merged into it: the undo of mergeRows. No run merges them again. Listed already: nothing changes.',
    resolve: async (_root, { input }, context) => {
      const { rowIds, note } = withoutNulls(input);
      const id = await splitRows(context, { rowIds, note });
      const rows = await Promise.all([...new Set(rowIds)].map((rowId) => loadRow(context, rowId)));
      return { row: await loadRow(context, id), rows };
    },
  },
  {
    description: 'The answer of splitRows.',
    outputFields: (t) => ({
      row: t.expose('row', { type: RowType, description: 'The row that they were a part of, or that was listed already.' }),
      rows: t.expose('rows', { type: [RowType], description: 'The rows by themselves, in the order asked.' }),
    }),
  },
);
