import { isTaughtBy } from '../../agent/judge/columns/decide.ts';
import type { ColumnScore } from '../../agent/judge/columns/score-column.ts';
import type { CriterionScore, PageScore } from '../../agent/judge/score/record.ts';
import type { Decided, LearnInput, LearnRows } from '../../agent/judge/threads/learner.ts';
import {
  listAnswers,
  listModelVerdicts,
  listValueAnswers,
  listValueCells,
  listWrongKinds,
  type ValueCell,
} from '../../db/queries/learning/answers.ts';
import { listLearnableRows, listScores, listWithoutPassages, type PlacedRow } from '../../db/queries/learning/scores.ts';
import { listColumns } from '../../db/queries/websets/columns.ts';
import { findAnswersDeny } from '../../db/queries/websets/webset.ts';
import type { Criterion } from '../../domain/criterion.ts';
import type { Enrichment } from '../../domain/enrichment.ts';
import type { WorkerDeps } from '../worker-deps.ts';

/** The rows of a webset as decided; results refer to these lists by index. */
export interface DecidedWebset {
  rows: { id: string; pageId: string }[];
  criteria: Criterion[];
  columns: Enrichment[];
  /** Indexes of the rows whose best passages were selected, in the order of `decided.passages`. */
  passages: number[];
  /** The number of answers of people and of a model, by criterion. */
  answers: Map<string, number>;
  /** Columns that people's values decide. */
  taught: ReadonlySet<string>;
  /** Cells that may be filled, by `cellKey`. */
  open: ReadonlySet<string>;
  decided: Decided;
}

export const cellKey = ({ rowId, enrichmentId }: { rowId: string; enrichmentId: string }) => `${rowId} ${enrichmentId}`;

/** Decides every row of a webset by its scores and answers; null if it has no rows. */
export async function decideWebset(
  deps: Pick<WorkerDeps, 'db' | 'learner'>,
  websetId: string,
  signal: AbortSignal,
): Promise<DecidedWebset | null> {
  const { db, learner } = deps;
  const [{ criteria, enrichments: columns }, { rows, stamp }] = await Promise.all([
    listColumns(db, websetId),
    listLearnableRows(db, websetId),
  ]);
  if (rows.length === 0) return null;
  const rowAt = new Map(rows.map(({ id }, i) => [id, i]));
  const criterionAt = new Map(criteria.map(({ id }, i) => [id, i]));
  const [said, byModel, wrongKinds, values, standing, without, deny] = await Promise.all([
    listAnswers(db, websetId),
    listModelVerdicts(db, websetId),
    listWrongKinds(db, websetId),
    listValueAnswers(db, websetId),
    listValueCells(db, websetId),
    listWithoutPassages(db, websetId),
    findAnswersDeny(db, websetId),
  ]);
  const at = <T extends Placed>(cells: readonly T[]) => cells.flatMap((cell) => placedAt(cell, rowAt, criterionAt));
  const passages = rows.flatMap(({ id }, i) => (without.has(id) ? [i] : []));
  const readOf = new Map(standing.filter(isRead).map((cell) => [cellKey(cell), cell.reason === 'stated' ? cell.value : null]));
  const input: Omit<LearnInput, 'load'> = {
    key: websetId,
    stamp,
    answers: { cells: at(said), wrongKind: wrongKinds.flatMap((id) => rowAt.get(id) ?? []), deny },
    model: at(byModel),
    required: criteria.map(({ required }) => required),
    confirmed: columns.map(({ id }) =>
      values.flatMap(({ rowId, enrichmentId, value }) => {
        const row = rowAt.get(rowId);
        return enrichmentId === id && row !== undefined ? [{ row, value }] : [];
      }),
    ),
    read: columns.map(({ id }) => rows.map((row) => readOf.get(cellKey({ rowId: row.id, enrichmentId: id })))),
    again: said.some(({ start }) => start !== null),
    passages,
  };
  const first = await learner.decide({ ...input, load: null }, signal);
  const decided =
    first !== 'missing' ? first : await learner.decide({ ...input, load: await load(deps, websetId, rows, { criteria, columns }) }, signal);
  if (decided === 'missing') throw new Error('the learner lost what it was just given');
  const answers = new Map(criteria.map(({ id }, i) => [id, decided.answers[i] ?? 0]));
  const taught = new Set(columns.flatMap(({ id }, i) => (isTaughtBy(input.confirmed[i]?.length ?? 0) ? [id] : [])));
  const open = new Set(standing.filter((cell) => mayBeFilled(cell, taught.has(cell.enrichmentId))).map(cellKey));
  return { rows, criteria, columns, passages, answers, taught, open, decided };
}

/** Whether the rules read the value, or found that there is none. */
const isRead = ({ judge, reason }: ValueCell) => judge === 'lexical' && (reason === 'stated' || isEmptyByRules({ judge, reason }));
/** Whether the rules left it empty; values that resemble those of other pages were filled in later. */
const isEmptyByRules = ({ judge, reason }: Pick<ValueCell, 'judge' | 'reason'>) =>
  judge === 'lexical' && (reason === 'silent' || reason === 'alike');

/**
 * Whether a candidate may become the value. In a taught column: unless a model judged, judging failed, or the page is in another language;
 * in others: if the rules read nothing, or learning filled it before.
 */
const mayBeFilled = (cell: ValueCell, isTaught: boolean) =>
  isTaught
    ? cell.judge !== 'llm' && cell.reason !== 'failed' && cell.reason !== 'language'
    : cell.judge === 'learned' || isEmptyByRules(cell);

interface Placed {
  rowId: string;
  criterionId: string;
  start: number | null;
  end: number | null;
}

/** A cell by the indexes of its row and criterion; empty if either is missing. */
function placedAt<T extends Placed>(cell: T, rowAt: ReadonlyMap<string, number>, criterionAt: ReadonlyMap<string, number>) {
  const [row, criterion] = [rowAt.get(cell.rowId), criterionAt.get(cell.criterionId)];
  if (row === undefined || criterion === undefined) return [];
  const { start, end } = cell;
  return [{ ...cell, row, criterion, passage: start !== null && end !== null ? { start, end } : null }];
}

async function load(
  { db }: Pick<WorkerDeps, 'db'>,
  websetId: string,
  rows: PlacedRow[],
  { criteria, columns }: { criteria: Criterion[]; columns: Enrichment[] },
): Promise<LearnRows> {
  const { kinds, cells, columns: scores } = await listScores(db, websetId);
  const kindOf = new Map(kinds.map(({ rowId, score }) => [rowId, score as PageScore]));
  const cellOf = new Map(cells.map((cell) => [`${cell.rowId} ${cell.criterionId}`, cell]));
  const scoreOf = new Map(scores.map(({ rowId, enrichmentId, score }) => [`${rowId} ${enrichmentId}`, score as ColumnScore]));
  const empty: PageScore = { v: 1, skeleton: '', words: '' };
  return {
    criteria: criteria.map(({ label, description }) => ({ label, description })),
    rows: rows.map(({ id, isChosen }) => ({
      isChosen,
      page: kindOf.get(id) ?? empty,
      criteria: criteria.map((criterion) => (cellOf.get(`${id} ${criterion.id}`)?.score as CriterionScore | undefined) ?? null),
    })),
    ruled: rows.map(({ id }) =>
      criteria.map((criterion) => {
        const cell = cellOf.get(`${id} ${criterion.id}`);
        if (!cell?.ruled || !cell.ruledReason) return null;
        const evidence = cell.start !== null && cell.end !== null ? { start: cell.start, end: cell.end } : null;
        return { verdict: cell.ruled, reason: cell.ruledReason, evidence, by: cell.by };
      }),
    ),
    columns: columns.map(({ id, label, description, format }) => ({
      asked: { label, description, format },
      scores: rows.map((row) => scoreOf.get(`${row.id} ${id}`) ?? null),
    })),
  };
}
