/** What was loaded for many rows, by row and then by column. */
export type ByRow<T> = ReadonlyMap<string, ReadonlyMap<string, T>>;

export function byRow<T extends { rowId: string }>(cells: readonly T[], keyOf: (cell: T) => string): ByRow<T> {
  const rows = new Map<string, Map<string, T>>();
  for (const cell of cells) {
    const row = rows.get(cell.rowId) ?? new Map<string, T>();
    rows.set(cell.rowId, row.set(keyOf(cell), cell));
  }
  return rows;
}

export const criterionOf = ({ criterionId }: { criterionId: string }) => criterionId;
export const enrichmentOf = ({ enrichmentId }: { enrichmentId: string }) => enrichmentId;
export const rowOf = ({ rowId }: { rowId: string }) => rowId;
