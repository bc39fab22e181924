import type { Span } from '../../../domain/page/evidence.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import type { Label } from '../learn/gaussian.ts';
import { type Learned, learn } from '../learn/learn.ts';
import { PRIOR } from '../learn/prior.ts';
import { type Answers, type CellAnswer, foreseen, isNoTrusted, isTaught, kindLabels, labelsOf } from './answers.ts';
import { decideRow, type LikelyCell, likelihoodOf } from './decide.ts';
import { type CriterionEstimate, estimate, sigmoid } from './estimate.ts';
import { type Asked, type PreparedRun, passagesOf } from './prepared.ts';

/** 'answered': a person or a model said so. 'learned': from answers. 'likely': from the page alone. 'unsupported': it needs a model or answers. */
export type CellReason = 'answered' | 'learned' | 'likely' | 'unsupported';

export interface CellDecision {
  verdict: Verdict | null;
  reason: CellReason;
  /** Of a match, 0 to 1. */
  probability: number;
  /** The same before it was put right by how earlier ones held: kept with an answer as its `before`. */
  foreseen: number;
  /** What proves a match, or before any answer that it is not so; else null. */
  evidence: Span | null;
  /** The passage that is likest those that were clicked with answers; null where too few were, or where these are mostly those that the rules quote. */
  clicked: Span | null;
}

export interface RowDecision {
  /** That it is the right kind of thing and meets every criterion. */
  likelihood: number;
  /** That it is the right kind of thing. */
  kind: number;
  cells: CellDecision[];
}

export interface RunDecision {
  rows: RowDecision[];
  criteria: CriterionEstimate[];
  /** By criterion: whether its cells are decided by what was learned from answers. */
  isLearned: boolean[];
}

/** So many passages are offered of a cell, and a sentence has so many characters at least. */
const OFFERED = 7;
const SENTENCE = 20;
/** From a learned logit, which is shrunk by what is not known, to a probability; about the same on every source. */
const CALIBRATION = { slope: 6, shift: -0.3 };
const KIND_SLOPE = 5;
/** Decides every row by what is stored of its page and by the answers so far. `required`: by criterion; left out, all are. */
export function decideRun(run: PreparedRun, answers: Answers, required: readonly boolean[] = []): RunDecision {
  const kinds = kindsOf(run, answers);
  const learned = run.criteria.map((asked, i) => learnCell(asked, labelsOf(answers, i)));
  const byCell = new Map(answers.cells.map((answer) => [answer.criterion * run.size + answer.row, answer]));
  const shifts = learned.map((_, i) => estimate.shift(foreseen(answers, i)));
  const hasAnswers = learned.map((_, i) => answers.cells.some(({ criterion }) => criterion === i));
  const isLearned = learned.map((_, i) => isTaught(answers, i));
  const areNosTrusted = learned.map((_, i) => isNoTrusted(foreseen(answers, i)));
  // answers that are too few to decide by rank the rows all the same
  const before = learned.map((found, i) => (hasAnswers[i] && !isLearned[i] ? learnCell(run.criteria[i] as Asked, []) : found));
  const rows = Array.from({ length: run.size }, (_, row): RowDecision => {
    const cells = learned.map(({ logit }, i) => {
      const at = logit[row] ?? 0;
      const z = hasAnswers[i] ? CALIBRATION.slope * at + CALIBRATION.shift : unlearned(run, i, at);
      return {
        foreseen: sigmoid(z),
        p: sigmoid(z + (hasAnswers[i] ? (shifts[i]?.at ?? 0) : 0)),
        answer: byCell.get(i * run.size + row)?.verdict ?? null,
        isLearned: isLearned[i] === true,
        isNoTrusted: areNosTrusted[i] === true,
        isSaid: isSaid(run, i, row),
        contrast: run.criteria[i]?.prepared.against[row]?.strength ?? 0,
        isRequired: required[i] ?? true,
      };
    });
    const kind = kinds[row] ?? 1;
    const verdicts = decideRow({
      kind,
      cells: cells.map((cell, i) => (cell.isLearned ? cell : { ...cell, p: sigmoid(unlearned(run, i, before[i]?.logit[row] ?? 0)) })),
    });
    return {
      likelihood: likelihoodOf({ kind, cells }),
      kind,
      cells: cells.map((cell, i) => cellOf(run, { i, row, verdict: verdicts[i] ?? 'needs_review', ...cell }, byCell)),
    };
  });
  return {
    rows,
    criteria: learned.map((_, i) =>
      estimate.of(
        rows.map(({ cells }) => cells[i] as CellDecision),
        foreseen(answers, i),
      ),
    ),
    isLearned,
  };
}

/** What a page does not say proves no absence: before an answer that is never likelier than not. */
const unlearned = ({ criteria }: PreparedRun, criterion: number, logit: number) =>
  criteria[criterion]?.prepared.wanted.isDenied ? Math.min(0, logit) : logit;

const SAID = PRIOR.indexOf('labelFull');
const isSaid = ({ criteria }: PreparedRun, criterion: number, row: number) => criteria[criterion]?.prepared.prior[row]?.[SAID] === 1;

function kindsOf(run: PreparedRun, answers: Answers): number[] {
  const wrong = new Set(answers.wrongKind);
  if (wrong.size === 0) return Array.from({ length: run.size }, () => 1);
  const labels = kindLabels(answers);
  const { logit } = learn(run.kind, labels, run.kindKernels);
  const known = new Map(labels.map(({ row, y }) => [row, y]));
  return Array.from(logit, (x, row) => known.get(row) ?? sigmoid(KIND_SLOPE * x));
}

/** Of the passages learned once and twice the logits are averaged: the second alone can lose rows. */
function learnCell({ prepared, kernels, again }: Asked, labels: readonly Label[]): Pick<Learned, 'logit'> {
  const first = learn(prepared, labels, kernels);
  if (!again) return first;
  const second = learn(again.prepared, labels, again.kernels);
  return { logit: first.logit.map((x, row) => (x + (second.logit[row] ?? 0)) / 2) };
}

interface Drafted extends LikelyCell {
  i: number;
  row: number;
  verdict: Verdict;
  foreseen: number;
}

function cellOf(
  run: PreparedRun,
  { i, row, verdict, p, isLearned, foreseen }: Drafted,
  byCell: ReadonlyMap<number, CellAnswer>,
): CellDecision {
  const answer = byCell.get(i * run.size + row);
  const again = run.criteria[i]?.again;
  const [likest = null] = again ? passagesOf(run, { row, criterion: i }, 1) : [];
  const base = { probability: p, foreseen, clicked: again?.isRuled ? null : likest };
  if (answer) return { ...base, verdict: answer.verdict, reason: 'answered', evidence: answer.passage };
  if (!run.criteria[i]?.isScored[row]) return { ...base, verdict: null, reason: 'unsupported', evidence: null };
  const best =
    verdict === 'match'
      ? (likest ?? tellingOf(passagesOf(run, { row, criterion: i }, OFFERED)))
      : verdict === 'no_match' && !isLearned
        ? againstOf(run, { row, criterion: i })
        : null;
  // a match without a sentence that says it is none
  if (verdict === 'match' && !best) return { ...base, verdict: 'needs_review', reason: 'unsupported', evidence: null };
  const reason = isLearned ? 'learned' : best ? 'likely' : 'unsupported';
  return { ...base, verdict, reason, evidence: best };
}

/** What stands in the place of what is asked. */
function againstOf({ criteria }: PreparedRun, { row, criterion }: { row: number; criterion: number }): Span | null {
  const { against, units } = criteria[criterion]?.prepared ?? { against: [], units: [] };
  const found = units[row]?.[against[row]?.unit ?? -1];
  return found ? { start: found.start, end: found.end } : null;
}

/** Of the best passages the first that is a sentence: a heading of a word or two proves little to who reads it. */
const tellingOf = (passages: Span[]) => passages.find(({ start, end }) => end - start >= SENTENCE) ?? passages[0] ?? null;
