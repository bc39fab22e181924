import { z } from 'zod';
import { reviewInput } from '../../domain/review/review.ts';
import { hideRow, reviewRow, reviewValue, reviewVerdict } from '../../services/review/reviews.ts';
import { builder, inputOf, withoutNulls } from '../builder.ts';
import { type RowNode, RowType } from '../nouns.ts';
import { loadRow } from '../types/row.ts';
import { VerdictType } from '../types/verdict.ts';

const payload = (name: string, description: string) =>
  builder.objectRef<{ row: RowNode }>(name).implement({
    description: `The answer of ${name[0]?.toLowerCase()}${name.slice(1, -'Payload'.length)}.`,
    fields: (t) => ({ row: t.expose('row', { type: RowType, description }) }),
  });

const PassageInput = builder.inputType('PassageInput', {
  description: 'A part of one block of the canonical text of a row’s page.',
  fields: (t) => ({
    start: t.int({ required: true, description: 'Where it begins, in UTF-16 code units.' }),
    end: t.int({ required: true, description: 'Where it ends, exclusive.' }),
  }),
});

const ReviewVerdictInput = builder.inputType('ReviewVerdictInput', {
  description: 'A person’s verdict on one row and one criterion.',
  fields: (t) => ({
    rowId: t.field({ type: 'UUID', required: true, description: 'Which row.' }),
    criterionId: t.field({ type: 'UUID', required: true, description: 'Which criterion of the same webset.' }),
    verdict: t.field({ type: VerdictType, description: 'The verdict; null, which must be said, takes back the one that stands.' }),
    note: t.string({ description: 'Why, at most 1000 characters.' }),
    passage: t.field({ type: PassageInput, description: 'The sentence of the row’s page that decides; it becomes the evidence.' }),
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
      const { rowId, criterionId, verdict = null, note, passage } = withoutNulls(input, 'verdict');
      await reviewVerdict(context, { rowId, criterionId }, { verdict, ...(note !== undefined && { note }), ...(passage && { passage }) });
      return { row: await loadRow(context, rowId) };
    },
  }),
);

const ReviewRowInput = builder.inputType('ReviewRowInput', {
  description: 'A person’s word on what kind of thing a row is.',
  fields: (t) => ({
    rowId: t.field({ type: 'UUID', required: true, description: 'Which row.' }),
    wrongKind: t.boolean({ required: true, description: 'True: another kind of thing than what is looked for. False takes that back.' }),
  }),
});

const ReviewRowPayload = payload('ReviewRowPayload', 'The row, hidden or shown again.');

builder.mutationField('reviewRow', (t) =>
  t.field({
    type: ReviewRowPayload,
    description:
      'Says that a row is another kind of thing than what is looked for, such as a list of things: it is hidden, and similar rows become less likely. Said already: nothing changes.',
    args: { input: t.arg({ type: ReviewRowInput, required: true, description: 'Which row, and what is said of it.' }) },
    resolve: async (_root, { input: { rowId, wrongKind } }, context) => {
      await reviewRow(context, rowId, wrongKind);
      return { row: await loadRow(context, rowId) };
    },
  }),
);

const ReviewValueInput = builder.inputType('ReviewValueInput', {
  description: 'A person’s value for one row and one column.',
  fields: (t) => ({
    rowId: t.field({ type: 'UUID', required: true, description: 'Which row.' }),
    enrichmentId: t.field({ type: 'UUID', required: true, description: 'Which column of the same webset.' }),
    value: t.string({ description: 'The value, in the column’s format, at most 2000 characters; null: the page gives none.' }),
    passage: t.field({ type: PassageInput, description: 'The sentence of the row’s page that gives it.' }),
    withdraw: t.boolean({ description: 'True takes back what was said before; the value is left out then.' }),
  }),
});

const ReviewValuePayload = payload('ReviewValuePayload', 'The row, with the value that counts.');

builder.mutationField('reviewValue', (t) =>
  t.field({
    type: ReviewValuePayload,
    description:
      'Confirms, corrects or empties a value, which counts instead of the one found and is never overwritten by a run; or takes that back.',
    args: { input: t.arg({ type: ReviewValueInput, required: true, description: 'The value.' }) },
    resolve: async (_root, { input }, context) => {
      const { rowId, enrichmentId, value = null, passage, withdraw } = withoutNulls(input, 'value');
      const said = { value, ...(passage && { passage }), ...(withdraw !== undefined && { withdraw }) };
      await reviewValue(context, { rowId, enrichmentId }, said);
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
