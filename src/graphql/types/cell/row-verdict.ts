import { cellState, missingNote } from '../../../domain/cell.ts';
import { NOTHING } from '../../../domain/money/cost.ts';
import { effectiveVerdict } from '../../../domain/review/review-input.ts';
import type { Run } from '../../../domain/run-state.ts';
import { whyOf, whyText } from '../../../domain/why.ts';
import { type LoadedRow, type LoadedVerdict, proofOf, type StandingReview } from '../../../services/rows.ts';
import { builder } from '../../builder.ts';
import { CriterionType, type PlacedCriterion } from '../nouns.ts';
import { CostType } from '../run/cost.ts';
import { CellStateType, JudgeType, VerdictReasonType, WhyType } from './cell-enums.ts';
import { EarlierVerdictType } from './earlier.ts';
import { EvidenceType } from './evidence.ts';
import { VerdictReviewType, VerdictType } from './verdict.ts';

/** A cell with its row and the latest run. Its review comes with it: a promise for each field took longer than reading the reviews. */
interface VerdictCell {
  criterion: PlacedCriterion;
  cell: LoadedVerdict | undefined;
  review: StandingReview | undefined;
  row: LoadedRow;
  run: Run | null;
}

// by whom, when and at what cost is read on first use, once for the whole page of rows
const wholeVerdict = async ({ cell, criterion, row }: VerdictCell) =>
  cell ? (await row.cells.wholeVerdicts()).get(criterion.id) : undefined;

export const RowVerdictType = builder.objectRef<VerdictCell>('RowVerdict').implement({
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
      description: 'The verdict that counts: the person’s if there is one, else the reasoner’s.',
      resolve: ({ cell, review }) => effectiveVerdict(review, cell),
    }),
    review: t.field({
      type: VerdictReviewType,
      nullable: true,
      description: 'The person’s verdict that counts; null without one.',
      resolve: ({ review }) => review,
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
      resolve: ({ cell, review }) => {
        const isByPerson = review?.verdict != null;
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
      resolve: ({ cell, review }) => proofOf(review) ?? proofOf(cell),
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
