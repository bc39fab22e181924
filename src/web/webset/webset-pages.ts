import { ask } from '../api/client.ts';
import {
  ChangesDocument,
  type ChangesQuery,
  HiddenPageDocument,
  type HiddenPageQuery,
  type LineFragment,
  RowPageDocument,
  type RowPageQuery,
} from '../generated/documents.ts';

type VerdictCell = LineFragment['verdicts'][number];
type ValueCell = LineFragment['values'][number];

/** Equal cells share one object: in 100,000 rows a column has few distinct answers, and each response has its own objects. */
const verdictCells = new Map<string, VerdictCell>();
const emptyCells = new Map<string, ValueCell>();
const columns = new Map<string, ValueCell['enrichment']>();

function known<T>(all: Map<string, T>, key: string, one: T): T {
  const before = all.get(key);
  if (before === undefined) all.set(key, one);
  return before ?? one;
}

const verdictCell = (cell: VerdictCell) =>
  known(
    verdictCells,
    [cell.criterion.uuid, cell.verdict, cell.reason, cell.effective, cell.state, cell.review && `by ${cell.review.verdict}`].join(' '),
    cell,
  );

function valueCell(cell: ValueCell): ValueCell {
  const { enrichment, value, suggestion, review, state } = cell;
  if (value === null && suggestion === null && review === null) return known(emptyCells, `${enrichment.uuid} ${state}`, cell);
  cell.enrichment = known(columns, enrichment.uuid, enrichment);
  return cell;
}

/** Reduces the memory that rows take. */
export function compact(lines: readonly LineFragment[]): void {
  for (const line of lines) {
    line.verdicts = line.verdicts.map(verdictCell);
    line.values = line.values.map(valueCell);
    if (line.foundTitle === line.title) line.foundTitle = line.title; // one string instead of two equal ones
  }
}

/** All visible rows of a webset, page by page. */
export async function* rowPages(id: string) {
  for (let after: string | null = null; ; ) {
    const { webset }: RowPageQuery = await ask(RowPageDocument, { id, after });
    compact(webset.rows.nodes);
    yield webset.rows;
    if (!webset.rows.pageInfo.hasNextPage) return;
    after = webset.rows.pageInfo.endCursor;
  }
}

/** The hidden rows, page by page. */
export async function* hiddenPages(id: string) {
  for (let after: string | null = null; ; ) {
    const { webset }: HiddenPageQuery = await ask(HiddenPageDocument, { id, after });
    compact(webset.rows.nodes);
    yield webset.rows.nodes;
    if (!webset.rows.pageInfo.hasNextPage) return;
    after = webset.rows.pageInfo.endCursor;
  }
}

/** The head with the rows changed since a time, in milliseconds since 1970, page by page. */
export async function* changePages(id: string, since: number) {
  for (let after: string | null = null; ; ) {
    const { webset }: ChangesQuery = await ask(ChangesDocument, { id, after, since: new Date(since).toISOString() });
    compact(webset.rows.nodes);
    yield webset;
    if (!webset.rows.pageInfo.hasNextPage) return;
    after = webset.rows.pageInfo.endCursor;
  }
}
