import { add, NOTHING, type Spent } from '../../domain/money/cost.ts';
import type { RowStatus } from '../../domain/row.ts';
import { getRow } from '../../services/rows.ts';
import { getWebset } from '../../services/websets.ts';
import { builder, type Context, wordsEnum } from '../builder.ts';
import { RowValueType, RowVerdictType } from '../cell/cell.ts';
import { type RowNode, RowType } from '../nouns.ts';
import { columnsOf } from './columns.ts';
import { CostType } from './cost.ts';
import { PageType } from './evidence.ts';
import { VerdictType } from './verdict.ts';

const RowStatusType = wordsEnum<RowStatus>('RowStatus', 'How far a row is.', {
  pending: 'Found and read, not all judged.',
  completed: 'All that its run judges is judged.',
  failed: 'Read, but judging failed.',
});

/** A row with what its cells are told by. */
export async function loadRow(context: Context, id: string): Promise<RowNode> {
  const row = await getRow(context, id);
  const webset = await getWebset(context, row.websetId);
  return { row, columns: columnsOf(context, webset), run: webset.run };
}

builder.node(RowType, {
  description: 'One result.',
  id: { resolve: ({ row }) => row.id },
  loadWithoutCache: (id: string, context) => loadRow(context, id),
  fields: (t) => ({
    uuid: t.field({ type: 'UUID', description: 'The id in REST.', resolve: ({ row }) => row.id }),
    url: t.string({ description: 'The address of the result.', resolve: ({ row }) => row.url }),
    title: t.string({ description: 'The title of the page.', resolve: ({ row }) => row.title }),
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
    cost: t.field({
      type: CostType,
      description: 'What the model took to judge it, over its cells.',
      resolve: async ({ row }) => {
        const [verdicts, values] = await Promise.all([row.cells.wholeVerdicts(), row.cells.wholeValues()]);
        return [...verdicts.values(), ...values.values()].reduce<Spent>(add, NOTHING);
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
      description: 'What whoever reads it should know: that another row names the same public identifier. Null for most.',
      resolve: ({ row }) => row.note,
    }),
    createdAt: t.field({ type: 'DateTime', description: 'Time at which it was found.', resolve: ({ row }) => row.createdAt }),
    updatedAt: t.field({ type: 'DateTime', description: 'Time of the last change.', resolve: ({ row }) => row.updatedAt }),
    page: t.field({
      type: PageType,
      description: 'The page it was judged by.',
      resolve: ({ row }) => row.page(),
    }),
    verdicts: t.field({
      type: [RowVerdictType],
      description: 'One a criterion, in the order the criteria were made.',
      resolve: async ({ row, columns, run }) => {
        const cells = await row.cells.verdicts();
        const criteria = await columns.criteria();
        return criteria.map((criterion) => ({ criterion, cell: cells.get(criterion.id), row, run }));
      },
    }),
    values: t.field({
      type: [RowValueType],
      description: 'One a column, in the order the columns were made.',
      resolve: async ({ row, columns, run }) => {
        const cells = await row.cells.values();
        const enrichments = await columns.enrichments();
        return enrichments.map((enrichment) => ({ enrichment, cell: cells.get(enrichment.id), row, run }));
      },
    }),
  }),
});
