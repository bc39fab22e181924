import type { Span } from '../../../domain/page/evidence.ts';
import { asksOf } from '../../../language/asks/asks.ts';
import type { Question } from '../finding.ts';
import type { KernelRows } from '../learn/learn.ts';
import { learnPassages } from '../learn/passages.ts';
import { type Learnable, type PreparedCriterion, prepareCriterion, prepareKind, withNearness } from '../learn/prepare.ts';
import { NEGATIONS } from '../learn/prior.ts';
import type { Ruled } from '../learn/ruled.ts';
import type { CriterionScore, PageScore, ScoredUnit } from '../score/record.ts';
import { wantedBy } from '../score/score-page.ts';
import { UNASSERTED } from '../score/word-hashes.ts';
import { shipped, type Weights } from '../weights/weights.ts';
import { type Answers, type CellAnswer, clickOf } from './answers.ts';

/** The stored scores of a row's page: for its kind, and for each criterion, null if it is not scored yet. */
export interface ScoredRow {
  page: PageScore;
  criteria: (CriterionScore | null)[];
  /** Whether the page belongs to a collection that a person chose; absent if a search found it. */
  isChosen?: boolean;
}

export interface Asked {
  prepared: PreparedCriterion;
  kernels: KernelRows;
  isScored: boolean[];
  /** The rules' finding for each row. */
  ruled: (Ruled | null)[];
  /** Whether the rules know every usual wording of the criterion: then a page without a finding cannot match by similarity to others. */
  isPlain: boolean;
  /** The criterion relearned from clicked sentences, or null. `isRuled`: the rules quote most of those sentences. */
  again: { prepared: PreparedCriterion; kernels: KernelRows; isRuled: boolean } | null;
}

/** The rows of a run, ready for deciding after each answer. Reuse it between answers: preparing costs most of the time. */
export interface PreparedRun {
  size: number;
  /** By row. */
  isChosen: boolean[];
  weights: Weights;
  kind: Learnable;
  kindKernels: KernelRows;
  criteria: Asked[];
}

const NOT_SCORED: CriterionScore = { v: 1, units: '', count: 0, hits: 0 };
/** The least number of clicked sentences to learn from. */
const CLICKS = 2;

export function prepareRun(
  criteria: readonly Pick<Question, 'label' | 'description'>[],
  rows: readonly ScoredRow[],
  { ruled = [], weights = shipped }: { ruled?: readonly (readonly (Ruled | null)[])[]; weights?: Weights } = {},
): PreparedRun {
  return {
    size: rows.length,
    isChosen: rows.map(({ isChosen = false }) => isChosen),
    weights,
    kind: prepareKind(rows.map(({ page }) => page)),
    kindKernels: new Map(),
    criteria: criteria.map((criterion, i) => ({
      prepared: prepareCriterion(
        wantedBy(criterion),
        rows.map((row) => row.criteria[i] ?? NOT_SCORED),
        { weights, ruled: rows.map((_, row) => ruled[row]?.[i] ?? null) },
      ),
      kernels: new Map(),
      isScored: rows.map((row) => row.criteria[i] !== null),
      ruled: rows.map((_, row) => ruled[row]?.[i] ?? null),
      isPlain: isPlain(criterion),
      again: null,
    })),
  };
}

/** Whether a criterion asks for a licence or a programming language alone. */
function isPlain({ label }: Pick<Question, 'label'>): boolean {
  const asks = asksOf(label, false);
  return asks.length > 0 && asks.every(({ type }) => type === 'licence' || type === 'language');
}

/** Relearns which sentences decide each criterion with clicked sentences, for use by the next decision. It takes longer than deciding. */
export function relearnPassages(run: PreparedRun, answers: Answers): void {
  for (const [i, asked] of run.criteria.entries()) {
    const met = answers.cells.filter(({ criterion, verdict, passage }) => criterion === i && verdict === 'match' && passage !== null);
    const clicks = met.flatMap((answer) => clickOf(asked.prepared, answer));
    asked.again =
      clicks.length < CLICKS
        ? null
        : {
            prepared: withNearness(asked.prepared, learnPassages(asked.prepared, clicks)),
            kernels: new Map(),
            isRuled: isQuoted(asked, met),
          };
  }
}

/** Whether the rules quote the clicked sentence on more than half of the rows where they prove a match. */
function isQuoted({ ruled }: Asked, answers: readonly CellAnswer[]): boolean {
  const both = answers.flatMap(({ row, passage }) => {
    const rule = ruled[row];
    return passage && rule?.verdict === 'match' && rule.evidence ? [{ passage, quote: rule.evidence }] : [];
  });
  return 2 * both.filter(({ passage, quote }) => quote.start < passage.end && quote.end > passage.start).length > both.length;
}

interface At {
  row: number;
  criterion: number;
}

/** The passages of a row that bear most on a criterion, best first; none that is a question. */
export const passagesOf = (run: PreparedRun, at: At, first: number): Span[] =>
  nearestUnits(run, at, first).map(({ start, end }) => ({ start, end }));

function nearestUnits(run: PreparedRun, { row, criterion }: At, first: number): ScoredUnit[] {
  const asked = run.criteria[criterion];
  const { near, units } = asked?.again?.prepared ?? asked?.prepared ?? { near: [], units: [] };
  const asserted = (units[row] ?? []).map((unit, i) => ({ unit, i, g: near[row]?.[i] ?? 0 })).filter(({ unit }) => isAsserted(unit));
  return asserted
    .sort((a, b) => b.g - a.g || a.i - b.i)
    .slice(0, first)
    .map(({ unit }) => unit);
}

/** The number of passages searched for evidence, and its least characters: a heading of one or two words proves little to a reader. */
const LOOKED_AT = 7;
const SENTENCE = 20;

/** The sentence of a row that bears most on a criterion; null if it contains a denial that the criterion does not ask for. */
export function nearestSentenceOf(run: PreparedRun, at: At): Span | null {
  const { again, prepared } = run.criteria[at.criterion] ?? {};
  const units = nearestUnits(run, at, again ? 1 : LOOKED_AT);
  const [first] = units;
  if (!first || (denies(first) && !prepared?.wanted.isDenied)) return null;
  const { start, end } = units.find((unit) => unit.end - unit.start >= SENTENCE && (!denies(unit) || prepared?.wanted.isDenied)) ?? first;
  return { start, end };
}

/** Whether a unit asserts anything: a question proves nothing. */
export const isAsserted = ({ words }: ScoredUnit) => words.at(-1) !== UNASSERTED;

const denies = ({ words }: ScoredUnit) => words.some((hash) => NEGATIONS.has(hash));
