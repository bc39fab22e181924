import { z } from 'zod';
import { reviewInput, titleReviewInput } from '../../../domain/review/review-input.ts';
import { setAnswersDeny } from '../../../services/review/learning.ts';
import { hideRow, reviewRow, reviewTitle, reviewValue, reviewVerdict } from '../../../services/review/reviews.ts';
import { builder, inputOf, withoutNulls } from '../../builder.ts';
import { VerdictType } from '../cell/verdict.ts';
import { RowType, WebsetType } from '../nouns.ts';
import { loadRow } from '../row/row.ts';

const PassageInput = builder.inputType('PassageInput', {
  description: 'A part of one block of the canonical text of a row’s page.',
  fields: (t) => ({
    start: t.int({ required: true, description: 'Where it begins, in UTF-16 code units.' }),
    end: t.int({ required: true, description: 'Where it ends, exclusive.' }),
  }),
});

builder.relayMutationField(
  'reviewVerdict',
  {
    description: 'A person’s verdict on one row and one criterion.',
    validate: inputOf(reviewInput.extend({ rowId: z.string(), criterionId: z.string() }), 'verdict'),
    inputFields: (t) => ({
      rowId: t.field({ type: 'UUID', required: true, description: 'The id of the row.' }),
      criterionId: t.field({ type: 'UUID', required: true, description: 'Which criterion of the same webset.' }),
      verdict: t.field({ type: VerdictType, description: 'The verdict; null, which must be named, takes back the one that counts.' }),
      note: t.string({ description: 'Why, at most 1000 characters.' }),
      passage: t.field({ type: PassageInput, description: 'The sentence of the row’s page that decides; it becomes the evidence.' }),
    }),
  },
  {
    description:
      'Sets a person’s verdict, which counts instead of the reasoner’s and is never overwritten by a run; or takes it back. Also while a run is alive, and on what is not judged yet.',
    resolve: async (_root, { input }, context) => {
      const { rowId, criterionId, verdict = null, note, passage } = withoutNulls(input, 'verdict');
      await reviewVerdict(context, { rowId, criterionId }, { verdict, ...(note !== undefined && { note }), ...(passage && { passage }) });
      return { row: await loadRow(context, rowId) };
    },
  },
  {
    description: 'The answer of reviewVerdict.',
    outputFields: (t) => ({ row: t.expose('row', { type: RowType, description: 'The row, its verdicts combined anew.' }) }),
  },
);

builder.relayMutationField(
  'reviewRow',
  {
    description: 'A person’s word on what kind of thing a row is.',
    inputFields: (t) => ({
      rowId: t.field({ type: 'UUID', required: true, description: 'The id of the row.' }),
      wrongKind: t.boolean({ required: true, description: 'True: another kind of thing than what is looked for. False takes that back.' }),
    }),
  },
  {
    description:
      'Says that a row is another kind of thing than what is looked for, such as a list of things: it is hidden, and similar rows become less likely. Said already: nothing changes.',
    resolve: async (_root, { input: { rowId, wrongKind } }, context) => {
      await reviewRow(context, rowId, wrongKind);
      return { row: await loadRow(context, rowId) };
    },
  },
  {
    description: 'The answer of reviewRow.',
    outputFields: (t) => ({ row: t.expose('row', { type: RowType, description: 'The row, hidden or shown again.' }) }),
  },
);

builder.relayMutationField(
  'setAnswersDeny',
  {
    description: 'What answers may decide.',
    inputFields: (t) => ({
      websetId: t.field({ type: 'UUID', required: true, description: 'The id of the webset.' }),
      answersDeny: t.boolean({
        required: true,
        description: 'False: rows that are no match by answers on other rows alone need review. True, as at first: they are no match.',
      }),
    }),
  },
  {
    description: 'Says whether answers decide other rows to be no match, and has all rows decided again. Said already: nothing changes.',
    resolve: async (_root, { input: { websetId, answersDeny } }, context) => ({
      webset: await setAnswersDeny(context, websetId, answersDeny),
    }),
  },
  {
    description: 'The answer of setAnswersDeny.',
    outputFields: (t) => ({ webset: t.expose('webset', { type: WebsetType, description: 'The webset.' }) }),
  },
);

builder.relayMutationField(
  'reviewTitle',
  {
    description: 'A person’s title for one row.',
    validate: inputOf(z.object({ rowId: z.string(), title: titleReviewInput }), 'title'),
    inputFields: (t) => ({
      rowId: t.field({ type: 'UUID', required: true, description: 'The id of the row.' }),
      title: t.string({
        description: 'What it is called, 1 to 300 characters; null, which must be said, takes back what was said before.',
      }),
    }),
  },
  {
    description:
      'Corrects the title of a row, which goes before the one found wherever the row is shown or exported, and is never overwritten by a run; or takes that back.',
    resolve: async (_root, { input: { rowId, title = null } }, context) => {
      await reviewTitle(context, rowId, title);
      return { row: await loadRow(context, rowId) };
    },
  },
  {
    description: 'The answer of reviewTitle.',
    outputFields: (t) => ({ row: t.expose('row', { type: RowType, description: 'The row, with the title that counts.' }) }),
  },
);

builder.relayMutationField(
  'reviewValue',
  {
    description: 'A person’s value for one row and one column.',
    inputFields: (t) => ({
      rowId: t.field({ type: 'UUID', required: true, description: 'The id of the row.' }),
      enrichmentId: t.field({ type: 'UUID', required: true, description: 'Which column of the same webset.' }),
      value: t.string({ description: 'The value, in the column’s format, at most 2000 characters; null: the page gives none.' }),
      passage: t.field({ type: PassageInput, description: 'The sentence of the row’s page that gives it.' }),
      withdraw: t.boolean({ description: 'True takes back what was said before; the value is left out then.' }),
    }),
  },
  {
    description:
      'Confirms, corrects or empties a value, which counts instead of the one found and is never overwritten by a run; or takes that back.',
    resolve: async (_root, { input }, context) => {
      const { rowId, enrichmentId, value = null, passage, withdraw } = withoutNulls(input, 'value');
      const said = { value, ...(passage && { passage }), ...(withdraw !== undefined && { withdraw }) };
      await reviewValue(context, { rowId, enrichmentId }, said);
      return { row: await loadRow(context, rowId) };
    },
  },
  {
    description: 'The answer of reviewValue.',
    outputFields: (t) => ({ row: t.expose('row', { type: RowType, description: 'The row, with the value that counts.' }) }),
  },
);

builder.relayMutationField(
  'hideRow',
  {
    description: 'The row to set aside.',
    inputFields: (t) => ({ rowId: t.field({ type: 'UUID', required: true, description: 'The id of the row.' }) }),
  },
  {
    description:
      'Sets a row aside: lists, counts, exports and a run’s target leave it out, and no run finds it again. Hidden already: nothing changes.',
    resolve: async (_root, { input: { rowId } }, context) => {
      await hideRow(context, rowId, true);
      return { row: await loadRow(context, rowId) };
    },
  },
  {
    description: 'The answer of hideRow.',
    outputFields: (t) => ({ row: t.expose('row', { type: RowType, description: 'The row, hidden.' }) }),
  },
);

builder.relayMutationField(
  'showRow',
  {
    description: 'The row to show again.',
    inputFields: (t) => ({ rowId: t.field({ type: 'UUID', required: true, description: 'The id of the row.' }) }),
  },
  {
    description: 'Shows a hidden row again. Shown already: nothing changes.',
    resolve: async (_root, { input: { rowId } }, context) => {
      await hideRow(context, rowId, false);
      return { row: await loadRow(context, rowId) };
    },
  },
  {
    description: 'The answer of showRow.',
    outputFields: (t) => ({ row: t.expose('row', { type: RowType, description: 'The row, among the others again.' }) }),
  },
);
