import { cellState, missingNote } from '../../../domain/cell.ts';
import { NOTHING } from '../../../domain/money/cost.ts';
import type { ValueReview } from '../../../domain/review/review-input.ts';
import type { Run } from '../../../domain/run-state.ts';
import { type LoadedRow, type LoadedSuggestion, type LoadedValue, proofOf, type StandingValue } from '../../../services/rows.ts';
import { builder } from '../../builder.ts';
import { EnrichmentType, type PlacedEnrichment } from '../nouns.ts';
import { CostType } from '../run/cost.ts';
import { CellStateType, JudgeType, ValueReasonType } from './cell-enums.ts';
import { EarlierValueType } from './earlier.ts';
import { EvidenceType } from './evidence.ts';

/** A cell with its row and the latest run; the review comes with it, as that of a verdict does. */
interface ValueCell {
  enrichment: PlacedEnrichment;
  cell: LoadedValue | undefined;
  review: StandingValue | undefined;
  row: LoadedRow;
  run: Run | null;
}

const wholeValue = async ({ cell, enrichment, row }: ValueCell) => (cell ? (await row.cells.wholeValues()).get(enrichment.id) : undefined);

const ValueReviewType = builder.objectRef<ValueReview>('ValueReview').implement({
  description: 'What a person said of one row and one column.',
  fields: (t) => ({
    value: t.exposeString('value', { nullable: true, description: 'The value; null: the page gives none.' }),
    withdrawn: t.exposeBoolean('withdrawn', { description: 'Whether it takes back what was said before.' }),
    reviewer: t.exposeString('reviewer', {
      nullable: true,
      description: 'The name of the person, or the mail address; null for somebody not signed in, or whose account is gone.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the entry.' }),
  }),
});

const SuggestedValueType = builder.objectRef<LoadedSuggestion>('SuggestedValue').implement({
  description: 'A candidate for a value, for a person to confirm.',
  fields: (t) => ({
    value: t.exposeString('value', { description: 'The candidate, in the column’s format.' }),
    likelihood: t.exposeFloat('likelihood', { description: 'That it is right, 0 to 1.' }),
    evidence: t.field({
      type: EvidenceType,
      nullable: true,
      description: 'The words it was taken from.',
      resolve: (cell) => proofOf(cell),
    }),
  }),
});

export const RowValueType = builder.objectRef<ValueCell>('RowValue').implement({
  description: 'What was found for one row and one column. Until it was looked for, `state` and `note` say why it was not.',
  fields: (t) => ({
    enrichment: t.expose('enrichment', { type: EnrichmentType, description: 'The column.' }),
    value: t.string({
      nullable: true,
      description:
        'The value that counts, in the column’s format: the person’s if there is one, else the one found; null when there is none.',
      resolve: ({ cell, review }) => (review ? review.value : cell?.value),
    }),
    review: t.field({
      type: ValueReviewType,
      nullable: true,
      description: 'The person’s value that counts; null without one.',
      resolve: ({ review }) => review,
    }),
    reviews: t.field({
      type: [ValueReviewType],
      description: 'All that people said, the newest first, at most 100.',
      resolve: async ({ enrichment, row }) => (await row.valueReviews.history()).get(enrichment.id) ?? [],
    }),
    earlier: t.field({
      type: [EarlierValueType],
      description: 'What was found before it was looked for again, the newest first, at most ten.',
      resolve: async ({ enrichment, row }) => (await row.earlier.values()).get(enrichment.id) ?? [],
    }),
    suggestion: t.field({
      type: SuggestedValueType,
      nullable: true,
      description:
        'The best candidate where no value is sure enough; null with a value, or without a candidate that is worth a look. Never in REST or exports.',
      resolve: async ({ enrichment, row, cell, review }) => (cell?.value || review ? null : (await row.suggestions()).get(enrichment.id)),
    }),
    reason: t.field({
      type: ValueReasonType,
      nullable: true,
      description: 'Why there is none, or how it was got.',
      resolve: ({ cell }) => cell?.reason,
    }),
    state: t.field({
      type: CellStateType,
      description: 'The state it is in.',
      resolve: ({ cell, enrichment, run, row }) => cellState({ cell, asked: enrichment, run, row }),
    }),
    attempts: t.int({
      description: 'How often it was judged, failures included.',
      resolve: async (at) => (await wholeValue(at))?.attempts ?? 0,
    }),
    note: t.string({
      nullable: true,
      description: 'The reason in words; of a missing one, why it is missing.',
      resolve: async (at) => {
        const { cell, enrichment, run, row } = at;
        return cell ? ((await wholeValue(at))?.note ?? null) : missingNote({ cell, asked: enrichment, run, row });
      },
    }),
    evidence: t.field({
      type: EvidenceType,
      nullable: true,
      description: 'The words it was taken from: the sentence that a person chose, else those of the value found.',
      resolve: ({ cell, review }) => proofOf(review) ?? proofOf(cell),
    }),
    judge: t.field({ type: JudgeType, nullable: true, description: 'What or who extracted it.', resolve: ({ cell }) => cell?.judge }),
    cost: t.field({
      type: CostType,
      description: 'Its share of what the model took.',
      resolve: async (at) => (await wholeValue(at)) ?? NOTHING,
    }),
    judgedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the value.',
      resolve: async (at) => (await wholeValue(at))?.judgedAt,
    }),
    runId: t.field({
      type: 'UUID',
      nullable: true,
      description: 'The id of the run it belongs to.',
      resolve: async (at) => (await wholeValue(at))?.runId,
    }),
  }),
});
