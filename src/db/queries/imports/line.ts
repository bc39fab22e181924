import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { ImportedLine } from '../../../domain/list/import.ts';
import { storableJson } from '../../../domain/text.ts';
import type { Tx } from '../../connection/client.ts';
import { candidate, importLine } from '../../tables/run.ts';

/** Lines of a statement: the driver takes 65,534 parameters. */
const BATCH = 1000;

export async function insertLines(tx: Tx, runId: string, lines: readonly ImportedLine[]): Promise<void> {
  for (let at = 0; at < lines.length; at += BATCH)
    await tx.insert(importLine).values(lines.slice(at, at + BATCH).map((line) => ({ ...line, runId })));
}

/** Gives a run the lines that another one left. */
export const copyWaiting = (tx: Tx, from: string, to: string) =>
  tx.execute(sql`
    insert into ${importLine} (run_id, line, address, name, values, note)
    select ${to}::uuid, l.line, l.address, l.name, l.values, l.note from ${importLine} l
    left join ${candidate} c on c.run_id = l.run_id and c.key = l.key
    where l.run_id = ${from} and l.reason is null and l.row_id is null and (c.key is null or c.state = 'found')`);

export type UnresolvedLine = Pick<ImportedLine, 'line' | 'address' | 'name'>;

/** The next lines of a run, in order, without a candidate and not given up; `addressed`: only those with an address. */
export const listUnresolved = (
  tx: Tx,
  runId: string,
  { after, limit, addressed }: { after: number; limit: number; addressed: boolean },
): Promise<UnresolvedLine[]> =>
  tx
    .select({ line: importLine.line, address: importLine.address, name: importLine.name })
    .from(importLine)
    .where(
      and(
        eq(importLine.runId, runId),
        gt(importLine.line, after),
        isNull(importLine.key),
        isNull(importLine.reason),
        addressed ? isNotNull(importLine.address) : undefined,
      ),
    )
    .orderBy(asc(importLine.line))
    .limit(limit);

/** The candidate that a line became, and how it was found where that is worth a word; or why it became none. */
export type Resolution = { line: number } & ({ key: string; note?: string | undefined } | { reason: string });

export const resolveLines = (tx: Tx, runId: string, lines: readonly Resolution[]) =>
  tx.execute(sql`
    update ${importLine} l set key = r.key, reason = r.reason, note = nullif(concat_ws('; ', l.note, r.note), '')
    from jsonb_to_recordset(${storableJson(lines)}::jsonb) as r (line int, key text, reason text, note text)
    where l.run_id = ${runId} and l.line = r.line`);
