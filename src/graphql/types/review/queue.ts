import { z } from 'zod';
import type { QueueOrder } from '../../../domain/review/review-queue.ts';
import { type Proof, type ReviewItem, reviewQueue } from '../../../services/review/queue.ts';
import { builder, wordsEnum } from '../../builder.ts';
import { EvidenceType } from '../cell/evidence.ts';
import { columnsOf } from '../column/columns.ts';
import { CriterionType, type PlacedCriterion, type RowNode, RowType, WebsetType } from '../nouns.ts';

const QUEUE_MAX = 50;
const PASSAGES = 7;

interface Cell {
  item: ReviewItem;
  criterion: PlacedCriterion;
}

const ReviewCellType = builder.objectRef<Cell>('ReviewCell').implement({
  description: 'One criterion of a row to review.',
  fields: (t) => ({
    criterion: t.expose('criterion', { type: CriterionType, description: 'The criterion.' }),
    likelihood: t.float({
      nullable: true,
      description: 'That it is met, 0 to 1, as the service has it; null where it has no idea.',
      resolve: async ({ item, criterion }) => (await item.row.cells.verdicts()).get(criterion.id)?.probability,
    }),
    passages: t.field({
      type: [EvidenceType],
      description: 'The sentences of the page that speak for or against it, the best first.',
      args: {
        first: t.arg.int({
          defaultValue: PASSAGES,
          description: 'The most to return, up to 7.',
          validate: { schema: z.int().min(0).max(PASSAGES) },
        }),
      },
      resolve: async ({ item, criterion }, { first }): Promise<Proof[]> => (await item.passages(criterion.id)).slice(0, first ?? PASSAGES),
    }),
  }),
});

const ReviewItemType = builder.objectRef<{ row: RowNode; item: ReviewItem }>('ReviewItem').implement({
  description: 'A row to review.',
  fields: (t) => ({
    row: t.expose('row', { type: RowType, description: 'The row.' }),
    cells: t.field({
      type: [ReviewCellType],
      description: 'One a criterion, in the order the criteria were made.',
      resolve: async ({ row, item }) => (await row.columns.criteria()).map((criterion) => ({ item, criterion })),
    }),
  }),
});

const QueueOrderType = wordsEnum<QueueOrder>('QueueOrder', 'The order of rows to review.', {
  TEACHING:
    'Those whose answers teach most first: four spread over the ranking, then those nearest their decision. Answers that are being learned are waited for, up to two seconds.',
  LIKELIHOOD: 'The likeliest to meet all criteria first; rows that are not scored yet last.',
});

builder.objectField(WebsetType, 'reviewQueue', (t) =>
  t.field({
    type: [ReviewItemType],
    description:
      'Rows to answer, by default those whose answers teach most. Rows that were reviewed or hidden are left out. Asked for one at a time, a row that was offered and left comes after the others for ten minutes.',
    args: {
      criterionId: t.arg({ type: 'UUID', description: 'Only rows without an answer on this criterion; else without any.' }),
      orderBy: t.arg({ type: QueueOrderType, defaultValue: 'TEACHING', description: 'The order of the rows.' }),
      first: t.arg.int({
        defaultValue: 10,
        description: 'The most to return, up to 50.',
        validate: { schema: z.int().min(0).max(QUEUE_MAX) },
      }),
    },
    resolve: async (webset, { criterionId, first, orderBy }, context) => {
      const items = await reviewQueue(context, webset, {
        first: first ?? 10,
        criterionId: criterionId ?? null,
        order: orderBy ?? 'TEACHING',
      });
      const columns = columnsOf(context, webset);
      return items.map((item) => ({ item, row: { row: item.row, columns, run: webset.run } }));
    },
  }),
);
