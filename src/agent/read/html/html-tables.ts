import type { Writer } from './writer.ts';

const MAX_SPAN = 100;
const MAX_COLUMNS = 1000;

interface Cell {
  column: number;
  width: number;
  height: number;
  isHead: boolean;
  scope: string;
  /** The cell's blocks: [from, to). */
  from: number;
  to: number;
}

/** A cell that spans rows below. */
interface Reach {
  column: number;
  width: number;
  rows: number;
  /** Its first block, when it is its row's header. */
  names: number | null;
}

export type Table = ReturnType<typeof openTable>;

/**
 * Labels every cell's blocks with the header of their row, else of their column. A row of header cells only, or in the table's head, names
 * columns. Simplified from HTML's "forming a table".
 */
export function openTable(writer: Writer) {
  const columns = new Map<number, number>();
  let reaches: Reach[] = [];
  let row: { cells: Cell[]; inHead: boolean; next: number } | null = null;

  function startRow(inHead: boolean) {
    endRow();
    row = { cells: [], inHead, next: 0 };
  }

  function endRow() {
    if (!row) return;
    const { cells, inHead } = row;
    row = null;
    endCell(cells.at(-1));
    const filled = cells.filter(({ from, to }) => to > from);
    const isBold = filled.length > 2 && columns.size === 0 && filled.every(({ from, to }) => to === from + 1 && writer.isSetApart(from));
    if (isBold) for (const cell of filled) cell.isHead = true;
    const headsOnly = inHead || isBold || cells.every(({ isHead }) => isHead);
    const [only, another] = cells;
    if (only?.isHead && !another && only.width > 1 && !inHead) return columns.clear(); // the title of the rows that follow
    const namesColumns = (cell: Cell) => cell.isHead && cell.scope !== 'row' && (headsOnly || cell.scope === 'col');

    const head = filled.find((cell) => cell.isHead && !namesColumns(cell));
    const above = reaches.find(({ names }) => names !== null)?.names ?? null;
    for (const cell of filled) {
      if (cell.isHead) continue;
      const rowName = head && head.from < cell.from ? head.from : above; // as in HTML, a row's header labels the cells after it
      const name = rowName ?? columns.get(cell.column);
      if (name !== undefined) writer.labelRange(cell.from, cell.to, name);
    }
    for (const cell of filled.filter(namesColumns)) {
      for (let column = cell.column; column < Math.min(MAX_COLUMNS, cell.column + cell.width); column++) columns.set(column, cell.from);
    }
    reaches = [
      ...reaches.map((reach) => ({ ...reach, rows: reach.rows - 1 })).filter(({ rows }) => rows > 0),
      ...cells
        .filter(({ height }) => height > 1)
        .map((cell) => ({ column: cell.column, width: cell.width, rows: cell.height - 1, names: cell === head ? cell.from : null })),
    ].slice(0, MAX_SPAN);
  }

  function endCell(cell: Cell | undefined) {
    if (cell && cell.to < 0) cell.to = writer.count();
  }

  return {
    startRow,
    endRow,
    startCell(isHead: boolean, attributes: Record<string, string>) {
      if (!row) startRow(false);
      if (!row) return;
      endCell(row.cells.at(-1));
      const column = freeColumn(row.next, reaches);
      const width = spanOf(attributes.colspan);
      row.next = column + width;
      row.cells.push({
        column,
        width,
        height: spanOf(attributes.rowspan),
        isHead,
        scope: scopeOf(attributes.scope),
        from: writer.count(),
        to: -1,
      });
    },
    endCell: () => endCell(row?.cells.at(-1)),
  };
}

function freeColumn(from: number, reaches: readonly Reach[]): number {
  const blocked = reaches.find(({ column, width }) => column <= from && from < column + width);
  return blocked ? freeColumn(blocked.column + blocked.width, reaches) : from;
}

const spanOf = (text: string | undefined) => Math.min(MAX_SPAN, Math.max(1, Number.parseInt(text ?? '1', 10) || 1));

const scopeOf = (text: string | undefined) => (text?.startsWith('row') ? 'row' : text?.startsWith('col') ? 'col' : '');
