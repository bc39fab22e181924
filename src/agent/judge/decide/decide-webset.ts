import type { LearningEstimate } from '../../../domain/review/learning.ts';
import type { Label } from '../learn/gaussian.ts';
import { type Learned, learn } from '../learn/learn.ts';
import { type Answers, foreseen, isTaught, kindLabels, labelsOf, mayDeny } from './answers.ts';
import type { DecidedCell, KnownCell } from './cell.ts';
import { decideRow } from './decide-row.ts';
import { estimate, sigmoid } from './estimate.ts';
import { isLeftOpen, keyOf, type ModelCell } from './model-answers.ts';
import { type Asked, nearestSentenceOf, type PreparedRun, passagesOf } from './prepared.ts';
import { taughtSentences } from './taught.ts';

export interface RowDecision {
  /** The probability that the row is the right kind of thing and meets every required criterion. */
  likelihood: number;
  cells: DecidedCell[];
}

export interface WebsetDecision {
  rows: RowDecision[];
  criteria: LearningEstimate[];
}

/** Maps a learned logit, which uncertainty shrinks, to that of a probability. The fit is about the same for every source. */
const CALIBRATION = { slope: 6, shift: -0.3 };
const KIND_SLOPE = 5;
const NO_SENTENCES: ReturnType<typeof taughtSentences> = new Map();

interface Besides {
  /** By criterion; every criterion is required by default. */
  required?: readonly boolean[];
  /** All verdicts of a model, whether or not they are learned from. */
  model?: readonly ModelCell[];
  /** Whether the model leaves open most of the cells that the rules prove. */
  isModelWeak?: boolean;
}

/** Decides every row from the stored scores of its page and the answers of people and of a model. */
export function decideWebset(
  run: PreparedRun,
  answers: Answers,
  { required = [], model = [], isModelWeak = false }: Besides = {},
): WebsetDecision {
  const kinds = kindsOf(run, answers);
  const modelAt = new Map(model.map((cell) => [keyOf(cell), { ...cell, isWeak: isModelWeak && isLeftOpen(cell) }]));
  const cells = run.criteria.map((_, i) => cellsOf(run, i, answers, { isRequired: required[i] ?? true, modelAt }));
  const rows = Array.from({ length: run.size }, (_, row) =>
    decideRow({ kind: kinds[row] ?? 1, cells: cells.flatMap((of) => of[row] ?? []) }),
  );
  const wrong = new Set(answers.wrongKind);
  const things = rows.filter((_, row) => !wrong.has(row));
  return {
    rows,
    criteria: run.criteria.map((_, i) =>
      estimate.of(
        things.map(({ cells }) => cells[i] as DecidedCell),
        foreseen(answers, i),
      ),
    ),
  };
}

/** Returns the inputs to the decision of each row's cell for one criterion. */
function cellsOf(
  run: PreparedRun,
  criterion: number,
  answers: Answers,
  { isRequired, modelAt }: { isRequired: boolean; modelAt: ReadonlyMap<string, KnownCell['model']> },
): KnownCell[] {
  const asked = run.criteria[criterion] as Asked;
  const own = new Map(answers.cells.flatMap((answer) => (answer.criterion === criterion ? [[answer.row, answer] as const] : [])));
  const seen = foreseen(answers, criterion);
  const isLearned = isTaught(answers, criterion);
  // answers too few to decide cells still rank the rows
  const { logit, likest: neighbours } = learnCell(asked, labelsOf(answers, criterion));
  const taught = isLearned ? taughtSentences(asked, [...own.values()]) : NO_SENTENCES;
  const { at: shift } = estimate.shift(seen);
  const common = { isRequired, isLearned, isPlain: asked.isPlain, mayDeny: mayDeny(answers, criterion) };
  return Array.from({ length: run.size }, (_, row): KnownCell => {
    const at = logit[row] ?? 0;
    const z = own.size > 0 ? CALIBRATION.slope * at + CALIBRATION.shift : unlearned(asked, at);
    const [likest = null] = asked.again ? passagesOf(run, { row, criterion }, 1) : [];
    return {
      ...common,
      answer: own.get(row) ?? null,
      model: modelAt.get(keyOf({ row, criterion })) ?? null,
      isChosen: run.isChosen[row] === true,
      isScored: asked.isScored[row] === true,
      rule: asked.ruled[row] ?? null,
      p: sigmoid(z + (own.size > 0 ? shift : 0)),
      foreseen: sigmoid(z),
      clicked: asked.again?.isRuled ? null : likest,
      sentence: () => nearestSentenceOf(run, { row, criterion }),
      taught: taught.get(row) ?? null,
      likest: neighbours[row] ?? null,
    };
  });
}

/** Silence proves no absence: before any answer, an absence is at most as likely as not. */
const unlearned = ({ prepared }: Asked, logit: number) => (prepared.wanted.isDenied ? Math.min(0, logit) : logit);

function kindsOf(run: PreparedRun, answers: Answers): number[] {
  const wrong = new Set(answers.wrongKind);
  if (wrong.size === 0) return Array.from({ length: run.size }, () => 1);
  const labels = kindLabels(answers);
  const { logit } = learn(run.kind, labels, run.kindKernels);
  const known = new Map(labels.map(({ row, y }) => [row, y]));
  return Array.from(logit, (x, row) => known.get(row) ?? sigmoid(KIND_SLOPE * x));
}

/** Averages the logits before and after learning from clicked sentences: the second alone can lose rows. */
function learnCell({ prepared, kernels, again }: Asked, labels: readonly Label[]): Pick<Learned, 'logit' | 'likest'> {
  const first = learn(prepared, labels, kernels);
  if (!again) return first;
  const second = learn(again.prepared, labels, again.kernels);
  return { logit: first.logit.map((x, row) => (x + (second.logit[row] ?? 0)) / 2), likest: second.likest };
}
