import { z } from 'zod';
import type { RowSort, ValueCondition, VerdictCondition } from '../../../domain/view/arrangement.ts';
import { type View, type ViewColumn, type ViewFilter, viewContentsInput, viewNameInput } from '../../../domain/view/view.ts';
import { openWebsetOnce } from '../../../services/open.ts';
import { createView, deleteView, listViewRows, listViews, openView, updateView } from '../../../services/views.ts';
import { builder } from '../../builder.ts';
import { VerdictType } from '../cell/verdict.ts';
import { WebsetType } from '../nouns.ts';
import { checked, RowSortInput, SortFieldType, ValueConditionInput, VerdictConditionInput } from './arrange.ts';

const RowSortType = builder.objectRef<RowSort>('RowSort').implement({
  description: 'What the rows of a view are sorted by: one of a field, a criterion and a column.',
  fields: (t) => ({
    field: t.field({ type: SortFieldType, nullable: true, description: 'A field that every row has.', resolve: ({ field }) => field }),
    criterionId: t.field({
      type: 'UUID',
      nullable: true,
      description: 'A criterion of the webset.',
      resolve: ({ criterionId }) => criterionId,
    }),
    enrichmentId: t.field({
      type: 'UUID',
      nullable: true,
      description: 'A column of the webset.',
      resolve: ({ enrichmentId }) => enrichmentId,
    }),
    descending: t.boolean({ description: 'Whether it is the other way round.', resolve: ({ descending }) => descending ?? false }),
  }),
});

const VerdictConditionType = builder.objectRef<VerdictCondition>('VerdictCondition').implement({
  description: 'A condition of a view on the verdict of one criterion.',
  fields: (t) => ({
    criterionId: t.expose('criterionId', { type: 'UUID', description: 'A criterion of the webset.' }),
    is: t.field({ type: [VerdictType], nullable: true, description: 'It is one of these.', resolve: ({ is }) => is && [...is] }),
    isNot: t.field({
      type: [VerdictType],
      nullable: true,
      description: 'It is none of these, or there is none.',
      resolve: ({ isNot }) => isNot && [...isNot],
    }),
  }),
});

const ValueConditionType = builder.objectRef<ValueCondition>('ValueCondition').implement({
  description: 'Conditions of a view on the value in one column.',
  fields: (t) => ({
    enrichmentId: t.expose('enrichmentId', { type: 'UUID', description: 'A column of the webset.' }),
    contains: t.string({ nullable: true, description: 'A text that it contains.', resolve: ({ contains }) => contains }),
    empty: t.boolean({ nullable: true, description: 'Whether there is no value.', resolve: ({ empty }) => empty }),
    min: t.float({ nullable: true, description: 'The least number that it may be.', resolve: ({ min }) => min }),
    max: t.float({ nullable: true, description: 'The largest number that it may be.', resolve: ({ max }) => max }),
    from: t.string({ nullable: true, description: 'The earliest date that it may be.', resolve: ({ from }) => from }),
    to: t.string({ nullable: true, description: 'The latest date that it may be.', resolve: ({ to }) => to }),
  }),
});

const ViewFilterType = builder.objectRef<ViewFilter>('ViewFilter').implement({
  description: 'Conditions that the rows of a view meet, as in RowFilter.',
  fields: (t) => ({
    matchVerdict: t.field({
      type: [VerdictType],
      nullable: true,
      description: 'The verdict over all criteria is one of these.',
      resolve: ({ matchVerdict }) => matchVerdict && [...matchVerdict],
    }),
    noByAnswers: t.boolean({
      nullable: true,
      description: 'Only rows that are no match by answers on other rows alone, or only the others.',
      resolve: ({ noByAnswers }) => noByAnswers,
    }),
    text: t.string({ nullable: true, description: 'What the title, the address or a value contains.', resolve: ({ text }) => text }),
    title: t.string({ nullable: true, description: 'What the title contains.', resolve: ({ title }) => title }),
    verdicts: t.field({
      type: [VerdictConditionType],
      description: 'Conditions on verdicts.',
      resolve: ({ verdicts }) => [...(verdicts ?? [])],
    }),
    values: t.field({ type: [ValueConditionType], description: 'Conditions on values.', resolve: ({ values }) => [...(values ?? [])] }),
  }),
});

const ViewColumnType = builder.objectRef<ViewColumn>('ViewColumn').implement({
  description: 'How a view shows one column: one of a field, a criterion and an enrichment.',
  fields: (t) => ({
    field: t.field({ type: SortFieldType, nullable: true, description: 'A field that every row has.', resolve: ({ field }) => field }),
    criterionId: t.field({
      type: 'UUID',
      nullable: true,
      description: 'A criterion of the webset.',
      resolve: ({ criterionId }) => criterionId,
    }),
    enrichmentId: t.field({
      type: 'UUID',
      nullable: true,
      description: 'A column of the webset.',
      resolve: ({ enrichmentId }) => enrichmentId,
    }),
    width: t.int({
      nullable: true,
      description: 'How wide it is, in CSS pixels; null: as the app shows it.',
      resolve: ({ width }) => width,
    }),
    pinned: t.boolean({ description: 'Whether it stays in sight while others are scrolled.', resolve: ({ pinned }) => pinned ?? false }),
    hidden: t.boolean({ description: 'Whether it is left out.', resolve: ({ hidden }) => hidden ?? false }),
  }),
});

const ViewType = builder.objectRef<View>('View').implement({
  description: 'A way to look at a webset, saved with it: which rows, in which order, and which columns.',
  fields: (t) => ({
    uuid: t.expose('id', { type: 'UUID', description: 'The id, also for `view=` of exports and downloads.' }),
    name: t.exposeString('name', { description: 'The name, unique among the views of the webset.' }),
    sort: t.field({
      type: RowSortType,
      nullable: true,
      description: 'What the rows are sorted by; null: in the order found.',
      resolve: ({ sort }) => sort,
    }),
    filter: t.field({ type: ViewFilterType, description: 'Conditions that the rows meet.', resolve: ({ filter }) => filter }),
    columns: t.field({
      type: [ViewColumnType],
      description:
        'The columns from left to right; those that are not named come after them. Columns that were removed are left out, also of the sort and the filter.',
      resolve: ({ columns }) => [...columns],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of its creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
});

builder.objectFields(WebsetType, (t) => ({
  views: t.field({
    type: [ViewType],
    description: 'Its saved views, in the order made.',
    resolve: (webset, _args, context) => listViews(context, webset),
  }),
  viewRows: t.field({
    type: 'JSON',
    description:
      'The ids of all shown rows, or of those that a view shows, in its order, as a list: for exports. NOT_FOUND when there is no such view.',
    args: {
      view: t.arg({ type: 'UUID', description: 'The id of the view; all shown rows if left out.' }),
      matchesFirst: t.arg.boolean({ description: 'Whether rows that no view sorts come by their verdicts, matches first.' }),
    },
    resolve: (webset, { view, matchesFirst }, context) => listViewRows(context, webset, { view, matchesFirst: matchesFirst ?? false }),
  }),
}));

const ViewFilterInput = builder.inputType('ViewFilterInput', {
  description: 'Conditions that the rows of a view meet, as in RowFilter.',
  fields: (t) => ({
    matchVerdict: t.field({ type: [VerdictType], description: 'The verdict over all criteria is one of these.' }),
    noByAnswers: t.boolean({ description: 'Only rows that are no match by answers on other rows alone, or only the others.' }),
    text: t.string({ description: 'What the title, the address or a value contains, at most 200 characters.' }),
    title: t.string({ description: 'What the title contains, at most 200 characters.' }),
    verdicts: t.field({ type: [VerdictConditionInput], description: 'Conditions on verdicts, at most 10.' }),
    values: t.field({ type: [ValueConditionInput], description: 'Conditions on values, at most 10.' }),
  }),
});

const ViewColumnInput = builder.inputType('ViewColumnInput', {
  description: 'How a view shows one column: one of a field, a criterion and an enrichment.',
  fields: (t) => ({
    field: t.field({ type: SortFieldType, description: 'A field that every row has.' }),
    criterionId: t.field({ type: 'UUID', description: 'A criterion of the webset.' }),
    enrichmentId: t.field({ type: 'UUID', description: 'A column of the webset.' }),
    width: t.int({ description: 'How wide it is, in CSS pixels, 20 to 2000.' }),
    pinned: t.boolean({ description: 'Whether it stays in sight while others are scrolled.' }),
    hidden: t.boolean({ description: 'Whether it is left out.' }),
  }),
});

const ViewContentsInput = builder.inputType('ViewContentsInput', {
  description: 'Which rows a view shows, in which order, and which columns.',
  fields: (t) => ({
    sort: t.field({ type: RowSortInput, description: 'What the rows are sorted by; in the order found when left out.' }),
    filter: t.field({ type: ViewFilterInput, description: 'Conditions that the rows meet.' }),
    columns: t.field({ type: [ViewColumnInput], description: 'The columns from left to right.' }),
  }),
});

const newView = z.object({ name: viewNameInput, contents: viewContentsInput });
const viewChange = newView.partial();

builder.relayMutationField(
  'createView',
  {
    description: 'A view to save.',
    inputFields: (t) => ({
      websetId: t.field({ type: 'UUID', required: true, description: 'The id of the webset.' }),
      name: t.string({ required: true, description: 'The name, 1 to 80 characters, unique among the views of the webset.' }),
      contents: t.field({ type: ViewContentsInput, required: true, description: 'What it shows.' }),
    }),
  },
  {
    description: 'Saves a way to look at a webset. CONFLICT when the name is taken, or there are 50 already.',
    resolve: async (_root, { input: { websetId, ...made } }, context) => {
      await openWebsetOnce(context, websetId); // who may not open it hears nothing of what is wrong
      const { name, contents } = checked(newView, made);
      return { view: await createView(context, websetId, name, contents) };
    },
  },
  {
    description: 'The answer of createView.',
    outputFields: (t) => ({ view: t.expose('view', { type: ViewType, description: 'The new view.' }) }),
  },
);

builder.relayMutationField(
  'updateView',
  {
    description: 'What to change of a view; an absent field stays as it is.',
    inputFields: (t) => ({
      viewId: t.field({ type: 'UUID', required: true, description: 'The id of the view.' }),
      name: t.string({ description: 'The new name, 1 to 80 characters.' }),
      contents: t.field({ type: ViewContentsInput, description: 'What it shows, all of it anew.' }),
    }),
  },
  {
    description: 'Renames a view, or saves what it shows anew. CONFLICT when the name is taken.',
    resolve: async (_root, { input: { viewId, ...change } }, context) => {
      await openView(context, viewId);
      return { view: await updateView(context, viewId, checked(viewChange, change)) };
    },
  },
  {
    description: 'The answer of updateView.',
    outputFields: (t) => ({ view: t.expose('view', { type: ViewType, description: 'The view as it is now.' }) }),
  },
);

builder.relayMutationField(
  'deleteView',
  {
    description: 'The view to remove.',
    inputFields: (t) => ({ viewId: t.field({ type: 'UUID', required: true, description: 'The id of the view.' }) }),
  },
  {
    description: 'Removes a view; the rows and columns stay.',
    resolve: async (_root, { input: { viewId } }, context) => {
      await deleteView(context, viewId);
      return { viewId };
    },
  },
  {
    description: 'The answer of deleteView.',
    outputFields: (t) => ({ viewId: t.expose('viewId', { type: 'UUID', description: 'The UUID of what is no more.' }) }),
  },
);
