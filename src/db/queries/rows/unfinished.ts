import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Row } from '../../../domain/row-state.ts';
import type { Run, RunScope, StartMode } from '../../../domain/run-state.ts';
import type { Tx } from '../../connection/client.ts';
import { row, value, verdict } from '../../tables/row.ts';
import { run } from '../../tables/run.ts';
import { criterion, enrichment } from '../../tables/webset.ts';
import { isShown, members } from '../merges/merge.ts';
import { rowColumns } from './row.ts';
import { uuids } from './uuids.ts';

type Asked = Pick<Run, 'id' | 'websetId' | 'mode' | 'only'>;

/**
 * Shown rows after a position that lack a cell of a run's criteria or columns, or have a failed one; for a run that judges again, those
 * that it has not judged yet. In the order found.
 */
export async function listUnfinished(tx: Tx, asked: Asked, after: number, limit: number): Promise<Row[]> {
  return tx
    .select(rowColumns)
    .from(row)
    .where(and(gt(row.position, after), openTo(asked)))
    .orderBy(asc(row.position))
    .limit(limit);
}

/** How many rows a run has still to judge. */
export async function countUnfinished(tx: Tx, asked: Asked): Promise<number> {
  return tx.$count(row, openTo(asked));
}

/** How many rows a run that does not search would judge, if it were started now. */
export async function countFillable(tx: Tx, websetId: string, mode: Exclude<StartMode, 'search'>, only: RunScope): Promise<number> {
  return tx.$count(
    row,
    inScope(websetId, only, {
      criteria: sql`select ${criterion.id} from ${criterion} where ${criterion.websetId} = ${websetId}`,
      enrichments: sql`select ${enrichment.id} from ${enrichment} where ${enrichment.websetId} = ${websetId}`,
      isOpen: (_cell, isMissing) => (mode === 'rejudge' ? sql`true` : isMissing),
    }),
  );
}

const openTo = ({ id, websetId, mode, only }: Asked) =>
  inScope(websetId, only ?? {}, {
    criteria: sql`select unnest(u.criterion_ids) from ${run} u where u.id = ${id}`,
    enrichments: sql`select unnest(u.enrichment_ids) from ${run} u where u.id = ${id}`,
    // judged again: whatever this run has not judged yet, so that a retaken run does only what is missing
    isOpen: (cell, isMissing) =>
      mode === 'rejudge'
        ? sql`(${sql.raw(cell)}.run_id is distinct from ${id} and ${sql.raw(cell)}.judge is distinct from 'imported')`
        : isMissing,
  });

interface Cells {
  /** Ids of the criteria and columns there are. */
  criteria: SQL;
  enrichments: SQL;
  isOpen: (cell: 'v' | 'l', isMissing: SQL) => SQL;
}

/** Shown rows, of those named and merged into those, with a cell to be judged. */
function inScope(websetId: string, { rowIds, columnIds }: RunScope, { criteria, enrichments, isOpen }: Cells) {
  const isAsked = (id: string) => (columnIds ? sql`${sql.raw(id)} = any(${uuids(columnIds)}::uuid[])` : sql`true`);
  const isNamed = rowIds ? sql`${row.id} in (${members(sql`${uuids(rowIds)}::uuid[]`)} select id from member)` : undefined;
  const lacks = sql`(
    exists (select from (${criteria}) c (id) left join ${verdict} v on v.row_id = "row"."id" and v.criterion_id = c.id where ${isAsked('c.id')} and ${isOpen('v', sql`v.verdict is null`)})
    or exists (select from (${enrichments}) e (id) left join ${value} l on l.row_id = "row"."id" and l.enrichment_id = e.id where ${isAsked('e.id')} and ${isOpen('l', sql`(l.reason is null or l.reason = 'failed')`)}))`;
  return and(eq(row.websetId, websetId), isShown('row'), isNamed, lacks);
}
