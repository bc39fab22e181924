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

/** The rows of a webset as they were scored; all lists are in the order of the rows, and within in the order of the criteria. */
export interface LearnRows {
  criteria: Pick<Question, 'label' | 'description'>[];
  rows: ScoredRow[];
  ruled: (Ruled | null)[][];
  columns: { asked: Omit<ColumnQuestion, 'id'>; scores: (ColumnScore | null)[] }[];
}

/** `key` and `stamp` name rows that were sent before; without `load`, and when they are not kept any more, the answer is `missing`. */
export interface LearnInput {
  key: string;
  stamp: string;
  load: LearnRows | null;
  /** Of people. */
  answers: Answers;
  /** What a model said, in the order of the rows. */
  model: ModelCell[];
  /** By criterion: whether a row needs it to match. */
  required: boolean[];
  /** By column. */
  confirmed: ConfirmedValue[][];
  /** By column and row: what the rules read. */
  read: ReadValue[][];
  /** Relearns which sentences decide from those that people chose; slower. */
  again: boolean;
  /** Rows whose best passages are wanted. */
  passages: number[];
}

export interface Decided {
  rows: RowDecision[];
  /** Of the rows asked for: by criterion. */
  passages: Span[][][];
  estimates: LearningEstimate[];
  /** By criterion: answers of people, and of a model that teach. */
  answers: number[];
  columns: ValueDecision[][];
}

export type LearnAnswer = Decided | 'missing';

/** Learns and decides in a thread of its own, which keeps what it prepared of the last websets. */
export interface Learner extends AsyncDisposable {
  decide(input: LearnInput, signal: AbortSignal): Promise<LearnAnswer>;
}

const PASSAGES = 7;

export function openLearner(options: Omit<PoolOptions, 'name' | 'entry' | 'threads'>): Learner {
  const pool = openPool<LearnInput, LearnAnswer>({
    ...options,
    threads: 1, // it keeps what it prepared
    name: 'learner',
    entry: new URL('./learner-thread.ts', import.meta.url),
  });
  return { decide: (input, signal) => pool.ask(input, signal), [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose]() };
}

/** A webset's rows, prepared. */
export interface Kept extends Pick<LearnRows, 'columns'> {
  stamp: string;
  prepared: PreparedRun;
}

export const keep = (stamp: string, { criteria, rows, ruled, columns }: LearnRows): Kept => ({
  stamp,
  columns,
  prepared: prepareRun(criteria, rows, { ruled }),
});

const besides = (all: AnswerCounts, some: AnswerCounts): AnswerCounts => ({ yes: all.yes - some.yes, no: all.no - some.no });

/** Decides every row by its scores, what the rules read and the answers. */
export function decideKept(
  { prepared, columns }: Kept,
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
