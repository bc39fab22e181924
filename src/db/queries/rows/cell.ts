import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Spent } from '../../../domain/money/cost.ts';
import type { Evidence } from '../../../domain/page/evidence.ts';
import type { Judge, ValueReason, Verdict, VerdictReason } from '../../../domain/verdict.ts';
import type { Tx } from '../../connection/client.ts';
import { pastValue, pastVerdict } from '../../tables/past.ts';
import { mergedValue } from '../../tables/review.ts';
import { value, verdict } from '../../tables/row.ts';
import { criterion, enrichment } from '../../tables/webset.ts';
import { uuids } from './uuids.ts';

/** Who judged a cell, when, in which run, with what proof and at what cost. `note`: why, in words. */
interface Cell extends Spent {
  rowId: string;
  note: string | null;
  evidence: (Evidence & { pageId: string }) | null;
  judge: Judge;
  judgedAt: Date;
  runId: string | null;
  /** How often it was judged, failures included. */
  attempts: number;
}

/** One row x criterion. A null verdict is a judgement that failed. */
export interface CellVerdict extends Cell {
  criterionId: string;
  verdict: Verdict | null;
  reason: VerdictReason;
}

/** One row x column. */
export interface CellValue extends Cell {
  enrichmentId: string;
  value: string | null;
  reason: ValueReason;
}

type Proof = { pageId: string | null; quote: string | null; start: number | null; end: number | null };

const evidenceOf = ({ pageId, quote, start, end }: Proof) =>
  pageId !== null && quote !== null && start !== null && end !== null ? { pageId, quote, start, end } : null;

const proofOf = (evidence: Cell['evidence']): Proof => evidence ?? { pageId: null, quote: null, start: null, end: null };

const lift = <T extends Proof>({ pageId, quote, start, end, ...rest }: T) => ({
  ...rest,
  evidence: evidenceOf({ pageId, quote, start, end }),
});
const lower = <T extends Pick<Cell, 'evidence'>>({ evidence, ...rest }: T) => ({ ...rest, ...proofOf(evidence) });

export async function listVerdicts(tx: Tx, rowIds: readonly string[]): Promise<CellVerdict[]> {
  if (rowIds.length === 0) return [];
  const found = await tx
    .select()
    .from(verdict)
    .where(inArray(verdict.rowId, [...rowIds]));
  return found.map(lift);
}

export async function listValues(tx: Tx, rowIds: readonly string[]): Promise<CellValue[]> {
  if (rowIds.length === 0) return [];
  const found = await tx
    .select()
    .from(value)
    .where(inArray(value.rowId, [...rowIds]));
  return found.map(lift);
}

type Counted = 'judgedAt' | 'attempts';
/** As it is saved; without a cost it took nothing. */
type New<T extends Cell> = Omit<T, Counted | keyof Spent> & Partial<Spent>;
export type NewVerdict = New<CellVerdict>;
export type NewValue = New<CellValue>;

/** What the learner made of a verdict that is replaced. */
const UNLEARNED = { probability: null, foreseen: null, answers: null, likest: null, likestYes: null, likestNo: null };

/** Saves verdicts; one that a row has already for a criterion is replaced. */
export async function saveVerdicts(tx: Tx, cells: NewVerdict[]): Promise<void> {
  if (cells.length === 0) return;
  await tx
    .insert(verdict)
    .values(cells.map(lower))
    .onConflictDoUpdate({
      target: [verdict.rowId, verdict.criterionId],
      set: { ...replaced(['verdict', 'reason']), ...UNLEARNED, attempts: sql`${verdict.attempts} + 1` },
    });
}

/** Saves values; one that a row has already for a column is replaced, unless a person's list brought it. */
export async function saveValues(tx: Tx, cells: NewValue[]): Promise<void> {
  if (cells.length === 0) return;
  await tx
    .insert(value)
    .values(cells.map(lower))
    .onConflictDoUpdate({
      target: [value.rowId, value.enrichmentId],
      set: { ...replaced(['value', 'reason']), attempts: sql`${value.attempts} + 1` },
      setWhere: ne(value.judge, 'imported'),
    });
}

/** Takes a criterion's verdicts away: it asks another question now. */
export async function dropVerdicts(tx: Tx, criterionId: string): Promise<void> {
  await tx.delete(verdict).where(eq(verdict.criterionId, criterionId));
  await tx.delete(pastVerdict).where(eq(pastVerdict.criterionId, criterionId));
  await tx.update(criterion).set({ changedAt: sql`now()` }).where(eq(criterion.id, criterionId));
}

/** Takes a column's values away, also those that merged pages gave: it asks another question now. What a person's list brought stays. */
export async function dropValues(tx: Tx, enrichmentId: string): Promise<void> {
  await tx.delete(value).where(and(eq(value.enrichmentId, enrichmentId), ne(value.judge, 'imported')));
  await tx.delete(mergedValue).where(eq(mergedValue.enrichmentId, enrichmentId));
  await tx.delete(pastValue).where(eq(pastValue.enrichmentId, enrichmentId));
  await tx.update(enrichment).set({ changedAt: sql`now()` }).where(eq(enrichment.id, enrichmentId));
}

/** The values of a column that lists brought. */
export const listImportedValues = (tx: Tx, enrichmentId: string) =>
  tx
    .select({ rowId: value.rowId, value: sql<string>`coalesce(${value.value}, '')` })
    .from(value)
    .where(and(eq(value.enrichmentId, enrichmentId), eq(value.judge, 'imported')));

/** Takes the values of some rows in a column away. */
export async function deleteValues(tx: Tx, enrichmentId: string, rowIds: readonly string[]): Promise<void> {
  if (rowIds.length > 0)
    await tx.delete(value).where(and(eq(value.enrichmentId, enrichmentId), sql`${value.rowId} = any(${uuids(rowIds)}::uuid[])`));
}

const COLUMN = {
  note: 'note',
  judge: 'judge',
  judgedAt: 'judged_at',
  runId: 'run_id',
  pageId: 'page_id',
  quote: 'quote',
  start: 'start',
  end: 'end',
  inputTokens: 'input_tokens',
  outputTokens: 'output_tokens',
  costNanoUsd: 'cost_nano_usd',
};

/** `set` of an upsert that takes every column from the new row. */
const replaced = (own: string[]) =>
  Object.fromEntries(
    [...Object.entries(COLUMN), ...own.map((name) => [name, name] as const)].map(([key, name]) => [
      key,
      sql`excluded.${sql.identifier(name)}`,
    ]),
  );
