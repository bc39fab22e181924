import type { ColumnScore } from '../../agent/judge/columns/score-column.ts';
import type { CriterionScore, PageScore } from '../../agent/judge/score/record.ts';
import type { Decided, LearnInput, LearnRows } from '../../agent/judge/threads/learner.ts';
import {
  type CellAnswer,
  listAnswers,
  listModelVerdicts,
  listProvedCells,
  listReadCells,
  listValueAnswers,
  listWrongKinds,
  type ModelAnswer,
  type ProvedCell,
} from '../../db/queries/learning/answers.ts';
import { listLearnableRows, listScores, listWithoutPassages } from '../../db/queries/learning/scores.ts';
import { listCriteria } from '../../db/queries/websets/criterion.ts';
import { listEnrichments } from '../../db/queries/websets/enrichment.ts';
import type { Criterion } from '../../domain/criterion.ts';
import type { Enrichment } from '../../domain/enrichment.ts';
import type { WorkerDeps } from '../worker-deps.ts';

/** A webset's rows as they are decided, by index: what is decided goes by these lists. */
export interface DecidedWebset {
  rows: { id: string; pageId: string }[];
  criteria: Criterion[];
  columns: Enrichment[];
  /** Indices of the rows whose best passages were chosen, in the order of `decided.passages`. */
  passages: number[];
  /** Answers of people and of a model a criterion. */
  answers: Map<string, number>;
  /** Values of people a column. */
  confirmed: Map<string, number>;
  /** Cells that the rules left empty, by `cellKey`. */
  silent: ReadonlySet<string>;
  /** Cells that a model left open and that are decided without it, by `cellKey`. */
  regained: ReadonlySet<string>;
  decided: Decided;
}

export const cellKey = ({ rowId, ...of }: { rowId: string } & ({ criterionId: string } | { enrichmentId: string })) =>
  `${rowId} ${'criterionId' in of ? of.criterionId : of.enrichmentId}`;

/** Decides every row of a webset by its scores and answers. Null without rows. */
export async function decideWebset(
  deps: Pick<WorkerDeps, 'db' | 'learner'>,
  websetId: string,
  signal: AbortSignal,
): Promise<DecidedWebset | null> {
  const { db, learner } = deps;
  const [criteria, columns, { rows, stamp }] = await Promise.all([
    listCriteria(db, websetId),
    listEnrichments(db, websetId),
    listLearnableRows(db, websetId),
  ]);
  if (rows.length === 0) return null;
  const rowAt = new Map(rows.map(({ id }, i) => [id, i]));
  const criterionAt = new Map(criteria.map(({ id }, i) => [id, i]));
  const [said, byModel, proved, wrongKinds, values, read, without] = await Promise.all([
    listAnswers(db, websetId),
    listModelVerdicts(db, websetId),
    listProvedCells(db, websetId),
    listWrongKinds(db, websetId),
    listValueAnswers(db, websetId),
    listReadCells(db, websetId),
    listWithoutPassages(db, websetId),
  ]);
  const regained = regainedOf(proved);
  const taught = modelAnswers(
    said,
    byModel.filter(({ verdict }) => regained.size === 0 || verdict !== 'needs_review'),
    criteria.length,
  );
  const cells = [...said, ...taught.cells].flatMap((answer) => answerAt(answer, rowAt, criterionAt));
  const passages = rows.flatMap(({ id }, i) => (without.has(id) ? [i] : []));
  const readOf = new Map(read.map((cell) => [cellKey(cell), cell.value]));
  const input: Omit<LearnInput, 'load'> = {
    key: websetId,
    stamp,
    answers: { cells, wrongKind: [...wrongKinds, ...taught.wrongKinds].flatMap((id) => rowAt.get(id) ?? []) },
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
  const answers = new Map(criteria.map(({ id }) => [id, cells.filter(({ criterion }) => criterion === criterionAt.get(id)).length]));
  const confirmed = new Map(columns.map(({ id }, i) => [id, input.confirmed[i]?.length ?? 0]));
  const silent = new Set(read.flatMap((cell) => (cell.value === null ? [cellKey(cell)] : [])));
  return { rows, criteria, columns, passages, answers, confirmed, silent, regained, decided };
}

/** Of at least so many cells that the rules prove, a model that leaves open more than this share cannot tell silence from what it does not understand. */
const WEAK = { cells: 6, share: 0.5 };

/** The cells that a model left open which is too weak to say what a page leaves open; none of what it left open teaches. */
function regainedOf(proved: readonly ProvedCell[]): ReadonlySet<string> {
  const open = proved.filter(({ isOpen }) => isOpen);
  return new Set(proved.length >= WEAK.cells && open.length > WEAK.share * proved.length ? open.map(cellKey) : []);
}

/** So many rows that a model judged are learned from: what it takes to learn grows with their cube. */
const TAUGHT_MAX = 300;

/** What a model says that no person has judged: of cells, or that all of a page is about something else. Of more rows than can be learned from, every so many. */
function modelAnswers(said: readonly CellAnswer[], byModel: readonly ModelAnswer[], criteria: number) {
  const mine = new Set(said.map(cellKey));
  const others = byModel.filter((cell) => !mine.has(cellKey(cell)));
  const byRow = [...Map.groupBy(others, ({ rowId }) => rowId)];
  const step = Math.max(1, byRow.length / TAUGHT_MAX);
  const rows = Array.from({ length: Math.min(byRow.length, TAUGHT_MAX) }, (_, i) => byRow[Math.floor(i * step)] ?? (['', []] as const));
  const isOther = ([, cells]: (typeof rows)[number]) => cells.length === criteria && cells.every(({ isUnrelated }) => isUnrelated);
  return {
    cells: rows.filter((row) => !isOther(row)).flatMap(([, cells]) => cells),
    wrongKinds: rows.filter(isOther).map(([rowId]) => rowId),
  };
}

function answerAt(answer: CellAnswer, rowAt: ReadonlyMap<string, number>, criterionAt: ReadonlyMap<string, number>) {
  const [row, criterion] = [rowAt.get(answer.rowId), criterionAt.get(answer.criterionId)];
  if (row === undefined || criterion === undefined) return [];
  const { verdict, start, end, before } = answer;
  return [{ row, criterion, verdict, before, passage: start !== null && end !== null ? { start, end } : null }];
}

async function load(
  { db }: Pick<WorkerDeps, 'db'>,
  websetId: string,
  rows: { id: string }[],
  { criteria, columns }: { criteria: Criterion[]; columns: Enrichment[] },
): Promise<LearnRows> {
  const { kinds, cells, columns: scores } = await listScores(db, websetId);
  const kindOf = new Map(kinds.map(({ rowId, score }) => [rowId, score as PageScore]));
  const cellOf = new Map(cells.map((cell) => [`${cell.rowId} ${cell.criterionId}`, cell]));
  const scoreOf = new Map(scores.map(({ rowId, enrichmentId, score }) => [`${rowId} ${enrichmentId}`, score as ColumnScore]));
  const empty: PageScore = { v: 1, skeleton: '', words: '' };
  return {
    criteria: criteria.map(({ label, description }) => ({ label, description })),
    rows: rows.map(({ id }) => ({
      page: kindOf.get(id) ?? empty,
      criteria: criteria.map((criterion) => (cellOf.get(`${id} ${criterion.id}`)?.score as CriterionScore | undefined) ?? null),
    })),
    ruled: rows.map(({ id }) =>
      criteria.map((criterion) => {
        const cell = cellOf.get(`${id} ${criterion.id}`);
        if (!cell?.ruled || !cell.ruledReason) return null;
        const evidence = cell.start !== null && cell.end !== null ? { start: cell.start, end: cell.end } : null;
        return { verdict: cell.ruled, reason: cell.ruledReason, evidence };
      }),
    ),
    columns: columns.map(({ id, label, description, format }) => ({
      asked: { label, description, format },
      scores: rows.map((row) => scoreOf.get(`${row.id} ${id}`) ?? null),
    })),
  };
}
