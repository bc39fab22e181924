import { importInput, type LineOutcome, type LineReport } from '../../../domain/list/import.ts';
import type { Run } from '../../../domain/run-state.ts';
import { openWebsetOnce } from '../../../services/open.ts';
import { countImportedLines, findLastImport, importRows, listImportedLines, resumeImport } from '../../../services/run/import.ts';
import { builder, withoutNulls, wordsEnum } from '../../builder.ts';
import { FormatType } from '../column/enrichment.ts';
import { PAGE_DEFAULT, PAGE_MAX, sliceOf } from '../connection/slice.ts';
import { RunType, WebsetType } from '../nouns.ts';
import { checked } from '../view/arrange.ts';

const LineOutcomeType = wordsEnum<LineOutcome>('LineOutcome', 'What became of a line of a list.', {
  waiting: 'It was not worked on yet; where its run has ended, the next one goes on with it (`resumeImport`).',
  row: 'It became a row.',
  duplicate: 'Its row was there already, or comes from an earlier line.',
  unresolved: 'It has no address, and nothing that was found is called so.',
  unreadable: 'Its page could not be read.',
});

const LineType = builder.objectRef<LineReport>('ImportedLine').implement({
  description: 'A line of a list, and what became of it.',
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'Its number in the list, from 1, the head counted.' }),
    address: t.exposeString('address', { nullable: true, description: 'The address that it gives.' }),
    name: t.exposeString('name', { nullable: true, description: 'The name that it gives.' }),
    outcome: t.expose('outcome', { type: LineOutcomeType, description: 'What became of it.' }),
    rowId: t.expose('rowId', { type: 'UUID', nullable: true, description: 'The id of its row.' }),
    title: t.exposeString('title', { nullable: true, description: 'What its row is called.' }),
    duplicateOf: t.exposeInt('duplicateOf', {
      nullable: true,
      description: 'The first line that its row comes from; null: the row was there already.',
    }),
    why: t.exposeString('why', { nullable: true, description: 'Why there is no row, or none to be seen, in words.' }),
    note: t.exposeString('note', { nullable: true, description: 'Which of its values were left out and why, and how it was found.' }),
  }),
});

const CountType = builder.objectRef<{ outcome: LineOutcome; count: number }>('LineCount').implement({
  description: 'How many lines have an outcome.',
  fields: (t) => ({
    outcome: t.expose('outcome', { type: LineOutcomeType, description: 'What became of them.' }),
    count: t.exposeInt('count', { description: 'How many they are.' }),
  }),
});

const ImportType = builder.objectRef<Run>('RunImport').implement({
  description: 'The list whose things a run makes rows of.',
  fields: (t) => ({
    counts: t.field({
      type: [CountType],
      description: 'How many lines have each outcome; outcomes of no line are left out.',
      resolve: (run, _args, context) => countImportedLines(context, run),
    }),
    lines: t.field({
      type: [LineType],
      description: 'Its lines in their order.',
      args: {
        first: t.arg.int({ description: `How many, at most ${PAGE_MAX}; ${PAGE_DEFAULT} if left out.` }),
        after: t.arg.int({ description: 'Only those after the line of this number.' }),
        outcome: t.arg({ type: LineOutcomeType, description: 'Only those of this outcome.' }),
      },
      resolve: (run, { first, after, outcome }, context) => {
        const slice = sliceOf(context, { first }, Number);
        const limit = 'first' in slice ? slice.first : 0;
        return listImportedLines(context, run, { limit, after: after ?? 0, outcome: outcome ?? null });
      },
    }),
  }),
});

builder.objectField(RunType, 'imported', (t) =>
  t.field({
    type: ImportType,
    nullable: true,
    description: 'The list that it was started with; null of any other run.',
    resolve: (run) => (run.mode === 'import' ? run : null),
  }),
);

builder.objectField(WebsetType, 'lastImport', (t) =>
  t.field({
    type: RunType,
    nullable: true,
    description: 'The last run that was started with a list; null where there was none.',
    resolve: (webset, _args, context) => findLastImport(context, webset),
  }),
);

const ImportedValuesInput = builder.inputType('ImportedValuesInput', {
  description: 'A column of a list whose texts are values of a column of the webset: of one that is there, or of a new one.',
  fields: (t) => ({
    column: t.int({ required: true, description: 'The column of the list, counted from 1.' }),
    enrichmentId: t.field({ type: 'UUID', description: 'The column of the webset.' }),
    label: t.string({ description: 'What a new column is called.' }),
    format: t.field({ type: FormatType, description: 'What the values of a new column are; text if left out.' }),
  }),
});

builder.relayMutationField(
  'importRows',
  {
    description: 'A list, and what its columns say; they are counted from 1.',
    inputFields: (t) => ({
      websetId: t.field({ type: 'UUID', required: true, description: 'The id of the webset.' }),
      list: t.string({
        required: true,
        description: 'A CSV, or names or addresses line by line: 900,000 characters and 5,000 lines at most.',
      }),
      separator: t.string({
        description:
          'What parts its cells: a comma, a semicolon, a tab or a vertical bar; found out if left out. Empty: a line is one cell.',
      }),
      hasHead: t.boolean({ description: 'Whether its first line heads the columns.' }),
      addresses: t.int({ description: 'The column of the addresses of the things’ pages.' }),
      names: t.int({
        description:
          'The column of the things’ names. Lines without an address are found by them, in what the webset searches; other rows are called so.',
      }),
      values: t.field({
        type: [ImportedValuesInput],
        description:
          'Columns whose texts are kept as values, with the judge `imported`: at most 80. A text that is not of its column’s format is left out.',
      }),
    }),
  },
  {
    description:
      'Makes rows of the things of a list, in a run that reads each thing’s page and judges it. BAD_REQUEST for a list without lines or with more than a run may read, and for columns of another webset; CONFLICT while a run is alive; TOO_MANY_REQUESTS beyond the hourly limit.',
    resolve: async (_root, { input: { websetId, ...list } }, context) => {
      await openWebsetOnce(context, websetId); // who may not open it hears nothing of what is wrong
      const values = list.values?.map((one) => withoutNulls(one));
      return { webset: await importRows(context, websetId, checked(importInput, { ...list, values })) };
    },
  },
  {
    description: 'The answer of importRows.',
    outputFields: (t) => ({ webset: t.expose('webset', { type: WebsetType, description: 'The webset, with the run that was started.' }) }),
  },
);

builder.relayMutationField(
  'resumeImport',
  {
    description: 'Whose list to go on with.',
    inputFields: (t) => ({ websetId: t.field({ type: 'UUID', required: true, description: 'The id of the webset.' }) }),
  },
  {
    description:
      'Goes on with the lines that the last list’s run left, in a run of its own. BAD_REQUEST where no line is left; CONFLICT while a run is alive; TOO_MANY_REQUESTS beyond the hourly limit.',
    resolve: async (_root, { input }, context) => ({ webset: await resumeImport(context, input.websetId) }),
  },
  {
    description: 'The answer of resumeImport.',
    outputFields: (t) => ({ webset: t.expose('webset', { type: WebsetType, description: 'The webset, with the run that was started.' }) }),
  },
);
