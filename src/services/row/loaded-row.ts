import { listPageHeads, type PageHead } from '../../db/queries/shared/page.ts';
import type { Row } from '../../domain/row-state.ts';
import type { Call } from '../call.ts';
import { once } from '../once.ts';
import { groupsOf, type RowGroup } from '../review/groups.ts';
import { cellsOf, type LoadedCells } from './cell-loader.ts';
import { type LoadedPast, pastOf } from './past-loader.ts';
import { type LoadedReviews, reviewsOf } from './review-loader.ts';

/** A row whose cells, reviews, page and sources are read on first use, once for all rows that were loaded together. */
export interface LoadedRow extends Row, RowGroup<LoadedRow>, LoadedCells, LoadedReviews, LoadedPast {
  /** The key that a sort placed it by; null where it has none. */
  key?: string | null;
  isSuggested?: boolean;
  /** Its own page: what it is and when it was fetched. */
  page(): Promise<PageHead>;
}

/** `each`: each row's own page alone, also of a row of several pages. */
export function loadRows(call: Call, rows: Row[], { each = false } = {}): LoadedRow[] {
  const ids = rows.map(({ id }) => id);
  const several = each ? [] : rows.filter(({ pageCount }) => pageCount > 1).map(({ id }) => id);
  const [cells, reviews, past] = [cellsOf(call, ids, several), reviewsOf(call, ids), pastOf(call, ids)];
  const groups = groupsOf(call, { rows, several }, (members) => loadRows(call, members, { each: true }));
  const pageIds = rows.map(({ pageId }) => pageId);
  const pages = once(async () => new Map((await listPageHeads(call.db, pageIds)).map((page) => [page.id, page])));
  return rows.map((row) => ({
    ...row,
    ...groups(row),
    ...cells(row.id),
    ...reviews(row.id),
    ...past(row.id),
    page: async () => (await pages()).get(row.pageId) as PageHead, // the schema lets no row be without its page
  }));
}
