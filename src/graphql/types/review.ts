import { z } from 'zod';
import { reviewInput } from '../../domain/review.ts';
import { hideRow, reviewVerdict } from '../../services/reviews.ts';
import { builder, given, inputOf } from '../builder.ts';
import { type RowNode, RowType } from '../nouns.ts';
import { loadRow } from './row.ts';
import { VerdictType } from './verdict.ts';

const payload = (name: string, description: string) =>
  builder.objectRef<{ row: RowNode }>(name).implement({
    description: `The answer of ${name[0]?.toLowerCase()}${name.slice(1, -'Payload'.length)}.`,
    fields: (t) => ({ row: t.expose('row', { type: RowType, description }) }),
  });

const ReviewVerdictInput = builder.inputType('ReviewVerdictInput', {
  description: 'A person’s verdict on one row and one criterion.',
  fields: (t) => ({
    rowId: t.field({ type: 'UUID', required: true, description: 'Which row.' }),
    criterionId: t.field({ type: 'UUID', required: true, description: 'Which criterion of the same webset.' }),
    verdict: t.field({ type: VerdictType, description: 'The verdict; null, which must be said, takes back the one that stands.' }),
    note: t.string({ description: 'Why, at most 1000 characters.' }),
  }),
});

const ReviewVerdictPayload = payload('ReviewVerdictPayload', 'The row, its verdicts combined anew.');

builder.mutationField('reviewVerdict', (t) =>
  t.field({
    type: ReviewVerdictPayload,
    description:
      'Sets a person’s verdict, which counts instead of the reasoner’s and is never overwritten by a run; or takes it back. Also while a run is alive, and on what is not judged yet.',
    args: {
      input: t.arg({
        type: ReviewVerdictInput,
        required: true,
        description: 'The verdict.',
        validate: inputOf(reviewInput.extend({ rowId: z.string(), criterionId: z.string() }), 'verdict'),
      }),
    },
    resolve: async (_root, { input }, context) => {
      const { rowId, criterionId, verdict = null, note } = given(input, 'verdict');
      await reviewVerdict(context, { rowId, criterionId }, { verdict, ...(note !== undefined && { note }) });
      return { row: await loadRow(context, rowId) };
    },
  }),
);

const HideRowInput = builder.inputType('HideRowInput', {
  description: 'Which row to set aside.',
  fields: (t) => ({ rowId: t.field({ type: 'UUID', required: true, description: 'Which row.' }) }),
});

const HideRowPayload = payload('HideRowPayload', 'The row, hidden.');

builder.mutationField('hideRow', (t) =>
  t.field({
    type: HideRowPayload,
    description:
      'Sets a row aside: lists, counts, exports and a run’s target leave it out, and no run finds it again. Hidden already: nothing changes.',
    args: { input: t.arg({ type: HideRowInput, required: true, description: 'Which row.' }) },
    resolve: async (_root, { input: { rowId } }, context) => {
      await hideRow(context, rowId, true);
      return { row: await loadRow(context, rowId) };
    },
  }),
);

const ShowRowInput = builder.inputType('ShowRowInput', {
  description: 'Which row to show again.',
  fields: (t) => ({ rowId: t.field({ type: 'UUID', required: true, description: 'Which row.' }) }),
});

const ShowRowPayload = payload('ShowRowPayload', 'The row, among the others again.');

builder.mutationField('showRow', (t) =>
  t.field({
    type: ShowRowPayload,
    description: 'Shows a hidden row again. Shown already: nothing changes.',
    args: { input: t.arg({ type: ShowRowInput, required: true, description: 'Which row.' }) },
    resolve: async (_root, { input: { rowId } }, context) => {
      await hideRow(context, rowId, false);
      return { row: await loadRow(context, rowId) };
    },
  }),
);
