import { cellState, missingNote } from '../../domain/cell.ts';
import { NOTHING } from '../../domain/money/cost.ts';
import { effectiveVerdict, type ValueReview } from '../../domain/review/review.ts';
import type { Run } from '../../domain/run.ts';
import { whyOf, whyText } from '../../domain/why.ts';
import { type LoadedRow, type LoadedSuggestion, type LoadedValue, type LoadedVerdict, proofOf } from '../../services/rows.ts';
import { builder } from '../builder.ts';
import { CriterionType, EnrichmentType, type PlacedCriterion, type PlacedEnrichment } from '../nouns.ts';
import { CostType } from '../types/cost.ts';
import { EvidenceType } from '../types/evidence.ts';
import { VerdictReviewType, VerdictType } from '../types/verdict.ts';
import { CellStateType, JudgeType, ValueReasonType, VerdictReasonType, WhyType } from './cell-enums.ts';
import { EarlierValueType, EarlierVerdictType } from './earlier.ts';

/** What a cell is told by besides itself: its row and the webset's latest run. */
interface Surroundings {
  row: LoadedRow;
  run: Run | null;
}

// by whom, when and at what cost is read for the whole page of rows when somebody asks
const wholeVerdict = async ({ cell, criterion, row }: { cell: unknown; criterion: PlacedCriterion; row: LoadedRow }) =>
  cell ? (await row.cells.wholeVerdicts()).get(criterion.id) : undefined;
const wholeValue = async ({ cell, enrichment, row }: { cell: unknown; enrichment: PlacedEnrichment; row: LoadedRow }) =>
  cell ? (await row.cells.wholeValues()).get(enrichment.id) : undefined;

export const RowVerdictType = builder
  .objectRef<{ criterion: PlacedCriterion; cell: LoadedVerdict | undefined } & Surroundings>('RowVerdict')
  .implement({
    description: 'What was found out about one row and one criterion. Until it is evaluated, `state` and `note` say why it is not.',
    fields: (t) => ({
      criterion: t.expose('criterion', { type: CriterionType, description: 'The criterion.' }),
      verdict: t.field({
        type: VerdictType,
        nullable: true,
        description: 'The reasoner’s verdict, whatever people say; null also when judging failed.',
        resolve: ({ cell }) => cell?.verdict,
      }),
      effective: t.field({
        type: VerdictType,
        nullable: true,
        description: 'The verdict that counts: the person’s where one stands, else the reasoner’s.',
        resolve: async ({ cell, criterion, row }) => effectiveVerdict((await row.reviews.standing()).get(criterion.id), cell),
      }),
      review: t.field({
        type: VerdictReviewType,
        nullable: true,
        description: 'The verdict of a person that stands; null without one.',
        resolve: async ({ criterion, row }) => (await row.reviews.standing()).get(criterion.id),
      }),
      reviews: t.field({
        type: [VerdictReviewType],
        description: 'All that people said, the newest first, at most 100.',
        resolve: async ({ criterion, row }) => (await row.reviews.history()).get(criterion.id) ?? [],
      }),
      earlier: t.field({
        type: [EarlierVerdictType],
        description: 'The verdicts before it was judged again, the newest first, at most ten.',
        resolve: async ({ criterion, row }) => (await row.earlier.verdicts()).get(criterion.id) ?? [],
      }),
      reason: t.field({
        type: VerdictReasonType,
        nullable: true,
        description: 'Reason for the verdict.',
        resolve: ({ cell }) => cell?.reason,
      }),
      state: t.field({
        type: CellStateType,
        description: 'The state it is in.',
        resolve: ({ cell, criterion, run, row }) => cellState({ cell, asked: criterion, run, row }),
      }),
      attempts: t.int({
        description: 'How often it was judged, failures included.',
        resolve: async (at) => (await wholeVerdict(at))?.attempts ?? 0,
      }),
      why: t.field({
        type: WhyType,
        nullable: true,
        description: 'Which rule decided the verdict that counts, in a sentence; null of one that is not evaluated.',
        resolve: async ({ cell, criterion, row }) => {
          const isByPerson = (await row.reviews.standing()).get(criterion.id)?.verdict != null;
          return cell && { code: whyOf(cell, isByPerson), text: whyText(cell, isByPerson) };
        },
      }),
      note: t.string({
        nullable: true,
        description: 'The reason in the reasoner’s own words, null where it said none; of a missing one, why it is missing.',
        resolve: async (at) => {
          const { cell, criterion, run, row } = at;
          return cell ? ((await wholeVerdict(at))?.note ?? null) : missingNote({ cell, asked: criterion, run, row });
        },
      }),
      evidence: t.field({
        type: EvidenceType,
        nullable: true,
        description:
          'The words that prove it: the sentence that a person chose, else the reasoner’s; null where silence or no proof decided.',
        resolve: async ({ cell, criterion, row }) => proofOf((await row.reviews.standing()).get(criterion.id)) ?? proofOf(cell),
      }),
      probability: t.float({
        nullable: true,
        description: 'That the criterion is met, 0 to 1, by the learner; null where nothing was learned.',
        resolve: ({ cell }) => cell?.probability,
      }),
      answers: t.int({
        description: 'Of how many answers on its criterion the verdict was learned.',
        resolve: ({ cell }) => cell?.answers ?? 0,
      }),
      judge: t.field({ type: JudgeType, nullable: true, description: 'What or who judged.', resolve: ({ cell }) => cell?.judge }),
      cost: t.field({
        type: CostType,
        description: 'Its share of what the model took.',
        resolve: async (at) => (await wholeVerdict(at)) ?? NOTHING,
      }),
      judgedAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'Time of the verdict.',
        resolve: async (at) => (await wholeVerdict(at))?.judgedAt,
      }),
      runId: t.field({
        type: 'UUID',
        nullable: true,
        description: 'The id of the run it belongs to.',
        resolve: async (at) => (await wholeVerdict(at))?.runId,
      }),
    }),
  });

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

export const RowValueType = builder
  .objectRef<{ enrichment: PlacedEnrichment; cell: LoadedValue | undefined } & Surroundings>('RowValue')
  .implement({
    description: 'What was found for one row and one column. Until it was looked for, `state` and `note` say why it was not.',
    fields: (t) => ({
      enrichment: t.expose('enrichment', { type: EnrichmentType, description: 'The column.' }),
      value: t.string({
        nullable: true,
        description:
          'The value that counts, in the column’s format: the person’s where one stands, else the one found; null when there is none.',
        resolve: async ({ cell, enrichment, row }) => {
          const review = (await row.valueReviews.standing()).get(enrichment.id);
          return review ? review.value : cell?.value;
        },
      }),
      review: t.field({
        type: ValueReviewType,
        nullable: true,
        description: 'The value of a person that stands; null without one.',
        resolve: async ({ enrichment, row }) => (await row.valueReviews.standing()).get(enrichment.id),
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
        resolve: async ({ enrichment, row, cell }) => {
          if (cell?.value || (await row.valueReviews.standing()).has(enrichment.id)) return null;
          return (await row.suggestions()).get(enrichment.id);
        },
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
        resolve: async ({ cell, enrichment, row }) => proofOf((await row.valueReviews.standing()).get(enrichment.id)) ?? proofOf(cell),
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
