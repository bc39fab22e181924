import type { Span } from '../../../domain/page/evidence.ts';
import type { AnswerCounts, LearningEstimate } from '../../../domain/review/learning.ts';
import type { PoolOptions } from '../../thread-pool.ts';
import { openPool } from '../../thread-pool.ts';
import { askedBy } from '../columns/asked.ts';
import { decideColumn, type ReadValue, type ValueDecision } from '../columns/decide.ts';
import type { ConfirmedValue } from '../columns/picks.ts';
import type { ColumnScore } from '../columns/score-column.ts';
import { type Answers, countAnswers } from '../decide/answers.ts';
import { decideWebset, type RowDecision } from '../decide/decide-webset.ts';
import { isWeak, keyOf, type ModelCell, withModel } from '../decide/model-answers.ts';
import { type PreparedRun, passagesOf, prepareRun, relearnPassages, type ScoredRow } from '../decide/prepared.ts';
import type { ColumnQuestion, Question } from '../finding.ts';
import type { Ruled } from '../learn/ruled.ts';

/** The scored rows of a webset. All lists are in row order, their inner lists in the order of the criteria. */
export interface LearnRows {
  criteria: Pick<Question, 'label' | 'description'>[];
  rows: ScoredRow[];
  ruled: (Ruled | null)[][];
  columns: { asked: Omit<ColumnQuestion, 'id'>; scores: (ColumnScore | null)[] }[];
}

/** `key` and `stamp` identify rows that were sent before. Without `load`, the reply is `missing` if they are no longer cached. */
export interface LearnInput {
  key: string;
  stamp: string;
  load: LearnRows | null;
  /** Answers of people. */
  answers: Answers;
  /** A model's verdicts in row order. */
  model: ModelCell[];
  /** By criterion: whether a row must match it. */
  required: boolean[];
  /** By column. */
  confirmed: ConfirmedValue[][];
  /** By column and row: the value that the rules read. */
  read: ReadValue[][];
  /** Whether to relearn from clicked sentences which sentences decide; this is slower. */
  again: boolean;
  /** Rows for which the best passages are returned. */
  passages: number[];
}

export interface Decided {
  rows: RowDecision[];
  /** For each requested row, by criterion. */
  passages: Span[][][];
  estimates: LearningEstimate[];
  /** By criterion: the number of answers of people and of those of a model that are learned from. */
  answers: number[];
  columns: ValueDecision[][];
}

export type LearnAnswer = Decided | 'missing';

/** Learns and decides in a thread of its own, which caches the prepared rows of recent websets. */
export interface Learner extends AsyncDisposable {
  decide(input: LearnInput, signal: AbortSignal): Promise<LearnAnswer>;
}

const PASSAGES = 7;

export function openLearner(options: Omit<PoolOptions, 'name' | 'entry' | 'threads'>): Learner {
  const pool = openPool<LearnInput, LearnAnswer>({
    ...options,
    threads: 1, // the cache of prepared rows is in that thread
    name: 'learner',
    entry: new URL('./learner-thread.ts', import.meta.url),
  });
  return { decide: (input, signal) => pool.ask(input, signal), [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose]() };
}

/** The cached prepared rows of a webset. */
export interface CachedRows extends Pick<LearnRows, 'columns'> {
  stamp: string;
  prepared: PreparedRun;
}

export const prepareRows = (stamp: string, { criteria, rows, ruled, columns }: LearnRows): CachedRows => ({
  stamp,
  columns,
  prepared: prepareRun(criteria, rows, { ruled }),
});

const besides = (all: AnswerCounts, some: AnswerCounts): AnswerCounts => ({ yes: all.yes - some.yes, no: all.no - some.no });

/** Decides every row of a cached webset from its scores, the rules' findings and the answers. */
export function decideRows(
  { prepared, columns }: CachedRows,
  { answers: people, model: said, required, confirmed, read, again, passages }: LearnInput,
): Decided {
  const answered = new Set(people.cells.map(keyOf));
  const model = said.filter((cell) => !answered.has(keyOf(cell)));
  const isModelWeak = isWeak(
    said,
    prepared.criteria.map(({ ruled }) => ruled),
  );
  const answers = withModel(people, model, { criteria: prepared.criteria.length, isWeak: isModelWeak });
  if (again) relearnPassages(prepared, answers);
  const decision = decideWebset(prepared, answers, { required, model, isModelWeak });
  return {
    rows: decision.rows,
    passages: passages.map((row) => decision.criteria.map((_, criterion) => passagesOf(prepared, { row, criterion }, PASSAGES))),
    estimates: decision.criteria.map((of, i) => ({ ...of, byModel: besides(countAnswers(answers, i), countAnswers(people, i)) })),
    answers: prepared.criteria.map((_, i) => answers.cells.filter(({ criterion }) => criterion === i).length),
    columns: columns.map(({ asked, scores }, i) =>
      decideColumn(askedBy(asked), scores, { confirmed: confirmed[i] ?? [], read: read[i] ?? [] }),
    ),
  };
}
