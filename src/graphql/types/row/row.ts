import { add, NOTHING, type Spent } from '../../../domain/money/cost.ts';
import type { TitleReview } from '../../../domain/review/review-input.ts';
import type { RowStatus } from '../../../domain/row-state.ts';
import { getRow } from '../../../services/rows.ts';
import { getWebset } from '../../../services/websets.ts';
import { builder, type Context, wordsEnum } from '../../builder.ts';
import { PageType } from '../cell/evidence.ts';
import { RowValueType } from '../cell/row-value.ts';
import { RowVerdictType } from '../cell/row-verdict.ts';
import { VerdictType } from '../cell/verdict.ts';
import { columnsOf } from '../column/columns.ts';
import { type RowNode, RowType } from '../nouns.ts';
import { CostType } from '../run/cost.ts';

const RowStatusType = wordsEnum<RowStatus>('RowStatus', 'How far a row is.', {
  pending: 'Found and read, not all judged.',
  completed: 'All that its run judges is judged.',
  failed: 'Read, but judging failed.',
});

const TitleReviewType = builder.objectRef<TitleReview>('TitleReview').implement({
  description: 'What a person called a row.',
  fields: (t) => ({
    title: t.exposeString('title', { nullable: true, description: 'The title; null: it was taken back.' }),
    reviewer: t.exposeString('reviewer', {
      nullable: true,
      description: 'The name or mail address of who said it; null for who was not signed in.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the review.' }),
  }),
});

/** A row with what its cells depend on. */
export async function loadRow(context: Context, id: string): Promise<RowNode> {
  const row = await getRow(context, id);
  const webset = await getWebset(context, row.websetId);
  return { row, columns: columnsOf(context, webset), run: webset.run };
}

builder.node(RowType, {
  description: 'One result. The id of a row that was merged into another answers with that one.',
  id: { resolve: ({ row }) => row.id },
  loadWithoutCache: (id: string, context) => loadRow(context, id),
  fields: (t) => ({
    uuid: t.field({ type: 'UUID', description: 'The id in REST.', resolve: ({ row }) => row.id }),
    url: t.string({
      description: 'The address of the result: of several pages the one on the thing’s own site, else the first found.',
      resolve: ({ row }) => row.url,
    }),
    title: t.string({
      description: 'The name of the thing that it is about; a person’s before the one found.',
      resolve: ({ row }) => row.title,
    }),

    foundTitle: t.string({ description: 'The title as it was found.', resolve: ({ row }) => row.foundTitle }),
    titleReviews: t.field({
      type: [TitleReviewType],
      description: 'The titles that people gave it, the newest first; the first counts.',
      resolve: ({ row }) => row.titleReviews(),
    }),
    sources: t.stringList({
      description: 'Every address at which it was found: mirrors, print versions, further pages of a company.',
      resolve: ({ row }) => row.sources(),
    }),
    status: t.field({ type: RowStatusType, description: 'The state it is in.', resolve: ({ row }) => row.status }),
    matchVerdict: t.field({
      type: VerdictType,
      nullable: true,
      description:
        'The verdict over all criteria of the last run that judged it and those that a person judged, a person’s verdict before the reasoner’s; null until all are evaluated.',
      resolve: ({ row }) => row.matchVerdict,
    }),
    noByAnswers: t.boolean({
      description: 'Whether it is no match by answers on other rows alone: nothing on its page says so.',
      resolve: ({ row }) => row.noByAnswers,
    }),
    cost: t.field({
      type: CostType,
      description: 'What the model took to judge it, over the cells of all its pages.',
      resolve: async ({ row }) => {
        const pages = row.pageCount > 1 ? (await row.pages()).map((page) => page.row) : [row];
        const cells = await Promise.all(pages.flatMap((page) => [page.cells.wholeVerdicts(), page.cells.wholeValues()]));
        return cells.flatMap((some): Spent[] => [...some.values()]).reduce<Spent>(add, NOTHING);
      },
    }),
    likelihood: t.float({
      nullable: true,
      description: 'That it meets all criteria and is the right kind of thing, 0 to 1; null until it is scored.',
      resolve: ({ row }) => row.likelihood,
    }),
    wrongKind: t.boolean({
      description: 'Whether a person said that it is another kind of thing than what is looked for.',
      resolve: ({ row }) => row.wrongKind,
    }),
    hidden: t.boolean({ description: 'Whether a person set it aside.', resolve: ({ row }) => row.hidden }),
    note: t.string({
      nullable: true,
      description: 'What a reader should know: that another row names the same public identifier. Null for most.',
      resolve: ({ row }) => row.note,
    }),
    createdAt: t.field({ type: 'DateTime', description: 'Time at which it was found.', resolve: ({ row }) => row.createdAt }),
    updatedAt: t.field({ type: 'DateTime', description: 'Time of the last change.', resolve: ({ row }) => row.updatedAt }),
    page: t.field({
      type: PageType,
      description: 'The page that it was found as, by which it was judged; `pages` has all.',
      resolve: ({ row }) => row.page(),
    }),
    verdicts: t.field({
      type: [RowVerdictType],
      description: 'One a criterion, in the order the criteria were made.',
      resolve: (node) => cellsOf(node).verdicts(),
    }),
    values: t.field({
      type: [RowValueType],
      description: 'One a column, in the order the columns were made.',
      resolve: (node) => cellsOf(node).values(),
    }),
  }),
});

/** The cells of a row, or of one of its pages, each with its criterion or column. */
export const cellsOf = ({ row, columns, run }: RowNode) => ({
  verdicts: async () => {
    const [criteria, cells, reviews] = await Promise.all([columns.criteria(), row.cells.verdicts(), row.reviews.standing()]);
    return criteria.map((criterion) => ({ criterion, cell: cells.get(criterion.id), review: reviews.get(criterion.id), row, run }));
  },
  values: async () => {
    const [enrichments, cells, reviews] = await Promise.all([columns.enrichments(), row.cells.values(), row.valueReviews.standing()]);
    return enrichments.map((enrichment) => ({ enrichment, cell: cells.get(enrichment.id), review: reviews.get(enrichment.id), row, run }));
  },
});
