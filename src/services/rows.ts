import { type CellValue, type CellVerdict, listValues, listVerdicts } from '../db/cell.ts';
import { listPageHeads, type PageHead } from '../db/page.ts';
import * as db from '../db/row.ts';
import { Fault } from '../domain/errors.ts';
import type { Row } from '../domain/row.ts';
import type { Webset } from '../domain/webset.ts';
import type { Call } from './call.ts';
import { openWebset } from './open.ts';

export type { CellValue, CellVerdict, PageHead };

/** A row whose cells and page are read once for all the rows it came with, when somebody asks. */
export interface LoadedRow extends Row {
  /** The page that it stands on: what it is and when it was fetched. */
  page(): Promise<PageHead>;
  cells: {
    verdicts(): Promise<ReadonlyMap<string, CellVerdict>>;
    values(): Promise<ReadonlyMap<string, CellValue>>;
  };
}

export interface RowsAsked extends db.RowFilter {
  first?: number | undefined;
  last?: number | undefined;
  /** Positions, exclusive. */
  after?: number | undefined;
  before?: number | undefined;
}

/** A window of a webset's rows in the order found, by first/after or last/before (the Relay connection's rules). */
export async function pageRows(call: Call, webset: Pick<Webset, 'id'>, { first, last, after, before, matchVerdict }: RowsAsked) {
  const backward = first === undefined && last !== undefined;
  const size = (backward ? last : first) ?? 0;
  const found = await db.listRows(call.db, webset.id, { matchVerdict, after, before, limit: size + 1, fromEnd: backward });
  const more = found.length > size;
  const rows = backward ? found.slice(more ? 1 : 0) : found.slice(0, size);
  return {
    rows: withCells(call, rows),
    hasNextPage: backward ? before !== undefined : more,
    hasPreviousPage: backward ? more : after !== undefined,
  };
}

export const countRows = (call: Call, webset: Pick<Webset, 'id'>, filter: db.RowFilter = {}) => db.countRows(call.db, webset.id, filter);

export async function getRow(call: Call, id: string): Promise<LoadedRow> {
  const found = await db.findRow(call.db, id);
  if (!found) throw new Fault('NOT_FOUND', 'Row not found');
  await openWebset(call, found.websetId);
  return withCells(call, [found])[0] as LoadedRow;
}

function withCells(call: Call, rows: Row[]): LoadedRow[] {
  const ids = rows.map(({ id }) => id);
  const verdicts = once(async () => byRow(await listVerdicts(call.db, ids), ({ criterionId }) => criterionId));
  const values = once(async () => byRow(await listValues(call.db, ids), ({ enrichmentId }) => enrichmentId));
  const pages = once(
    async () =>
      new Map(
        (
          await listPageHeads(
            call.db,
            rows.map(({ pageId }) => pageId),
          )
        ).map((page) => [page.id, page]),
      ),
  );
  return rows.map((row) => ({
    ...row,
    page: async () => (await pages()).get(row.pageId) as PageHead, // the schema lets no row be without its page
    cells: {
      verdicts: async () => (await verdicts()).get(row.id) ?? new Map(),
      values: async () => (await values()).get(row.id) ?? new Map(),
    },
  }));
}

function once<T>(load: () => Promise<T>) {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

function byRow<T extends { rowId: string }>(cells: T[], keyOf: (cell: T) => string) {
  const rows = new Map<string, Map<string, T>>();
  for (const cell of cells) {
    const row = rows.get(cell.rowId) ?? new Map<string, T>();
    rows.set(cell.rowId, row.set(keyOf(cell), cell));
  }
  return rows;
}
