import { sql } from 'drizzle-orm';
import type { Judge, ValueReason, Verdict, VerdictReason } from '../../../domain/verdict.ts';
import type { Tx } from '../../connection/client.ts';
import { uuids } from './uuids.ts';

/** Judgements of a cell that are kept, the newest. */
const PAST_MAX = 10;

/** A judgement that was made again since. */
interface Past {
  rowId: string;
  note: string | null;
  pageId: string | null;
  quote: string | null;
  start: number | null;
  end: number | null;
  judge: Judge;
  judgedAt: Date;
}

export interface PastVerdict extends Past {
  criterionId: string;
  verdict: Verdict | null;
  reason: VerdictReason;
}

export interface PastValue extends Past {
  enrichmentId: string;
  value: string | null;
  reason: ValueReason;
}

const TABLES = {
  verdict: { past: sql.identifier('past_verdict'), column: sql.identifier('criterion_id') },
  value: { past: sql.identifier('past_value'), column: sql.identifier('enrichment_id') },
};

/** Keeps what a row's cells of some criteria or columns say, before they are judged again: of each the newest ten. */
export async function keepPast(tx: Tx, kind: 'verdict' | 'value', rowId: string, columnIds: readonly string[]): Promise<void> {
  if (columnIds.length === 0) return;
  const { past, column } = TABLES[kind];
  const said = sql.identifier(kind);
  await tx.execute(sql`
    insert into ${past} (row_id, ${column}, ${said}, reason, note, page_id, quote, start, "end", judge, judged_at)
    select row_id, ${column}, ${said}, reason, note, page_id, quote, start, "end", judge, judged_at
    from ${said} where row_id = ${rowId} and ${column} = any(${uuids(columnIds)}::uuid[])`);
  await tx.execute(sql`
    delete from ${past} where id in (
      select id from (
        select id, row_number() over (partition by ${column} order by position desc) as place
        from ${past} where row_id = ${rowId} and ${column} = any(${uuids(columnIds)}::uuid[])
      ) numbered where place > ${PAST_MAX})`);
}

type Listed = Past & { columnId: string; said: string | null; reason: string } & Record<string, unknown>;

const list = (tx: Tx, kind: 'verdict' | 'value', rowIds: readonly string[]) => {
  const { past, column } = TABLES[kind];
  const said = sql.identifier(kind);
  return tx.execute<Listed>(sql`
    select row_id as "rowId", ${column} as "columnId", ${said} as said, reason, note, page_id as "pageId", quote, start, "end", judge, judged_at as "judgedAt"
    from ${past} where row_id = any(${uuids(rowIds)}::uuid[]) order by position desc`);
};

/** Verdicts that were judged again since, of these rows: the newest first, at most ten a cell. */
export const listPastVerdicts = async (tx: Tx, rowIds: readonly string[]): Promise<PastVerdict[]> =>
  (await list(tx, 'verdict', rowIds)).map(({ columnId, said, reason, judgedAt, ...past }) => ({
    ...past,
    judgedAt: new Date(judgedAt),
    criterionId: columnId,
    verdict: said as Verdict | null,
    reason: reason as VerdictReason,
  }));

/** Values that were looked for again since, of these rows: the newest first, at most ten a cell. */
export const listPastValues = async (tx: Tx, rowIds: readonly string[]): Promise<PastValue[]> =>
  (await list(tx, 'value', rowIds)).map(({ columnId, said, reason, judgedAt, ...past }) => ({
    ...past,
    judgedAt: new Date(judgedAt),
    enrichmentId: columnId,
    value: said,
    reason: reason as ValueReason,
  }));

/** Bytes of what `listPastVerdicts` and `listPastValues` would read. */
export async function pastBytes(tx: Tx, kind: 'verdict' | 'value', rowIds: readonly string[]): Promise<number> {
  const { past } = TABLES[kind];
  const [sum] = await tx.execute<{ bytes: number }>(sql`
    select coalesce(sum(300 + length(coalesce(note, '')) + length(coalesce(quote, ''))), 0)::float8 as bytes
    from ${past} where row_id = any(${uuids(rowIds)}::uuid[])`);
  return sum?.bytes ?? 0;
}
