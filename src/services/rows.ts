import { findSurvivor } from '../db/queries/merges/survivor.ts';
import * as db from '../db/queries/rows/row.ts';
import { findDocumentTitle, type PageHead } from '../db/queries/shared/page.ts';
import type { FormattedSort } from '../db/queries/views/arrange.ts';
import * as listing from '../db/queries/views/listing.ts';
import { Fault } from '../domain/errors.ts';
import type { RowCounts, Webset } from '../domain/webset-state.ts';
import type { Call } from './call.ts';
import { openWebset } from './open.ts';
import type { RowPage } from './review/groups.ts';
import { type Proof, proofOf } from './review/proofs.ts';
import { type LoadedRow, loadRows } from './row/loaded-row.ts';

export type { FormattedSort } from '../db/queries/views/arrange.ts';
export type { RowPlace } from '../db/queries/views/listing.ts';
export type { LoadedSuggestion, LoadedValue, LoadedVerdict } from './row/cell-loader.ts';
export type { LoadedPastValue, LoadedPastVerdict } from './row/past-loader.ts';
export type { StandingReview, StandingValue } from './row/review-loader.ts';
export { type LoadedRow, type PageHead, type Proof, proofOf };
export type LoadedPage = RowPage<LoadedRow>;

export interface RowsAsked extends listing.RowFilter {
  first?: number | undefined;
  last?: number | undefined;
  /** Places, exclusive. */
  after?: listing.RowPlace | undefined;
  before?: listing.RowPlace | undefined;
  /** The likeliest first; else in the order found. */
  byLikelihood?: boolean | undefined;
  /** Goes before the likelihood. */
  sort?: FormattedSort | undefined;
}

/** A window of a webset's rows, by first/after or last/before (the Relay connection's rules). */
export async function pageRows(call: Call, webset: Pick<Webset, 'id'>, { first, last, after, before, ...filter }: RowsAsked) {
  const backward = first === undefined && last !== undefined;
  const size = (backward ? last : first) ?? 0;
  const found = await listing.listRows(call.db, webset.id, { ...filter, after, before, limit: size + 1, fromEnd: backward });
  const more = found.length > size;
  const rows = backward ? found.slice(more ? 1 : 0) : found.slice(0, size);
  return {
    rows: loadRows(call, rows),
    hasNextPage: backward ? before !== undefined : more,
    hasPreviousPage: backward ? more : after !== undefined,
  };
}

export const countRows = (call: Call, webset: Pick<Webset, 'id'>, filter: listing.RowFilter = {}) =>
  listing.countRows(call.db, webset.id, filter);

/** How many rows have which verdict. */
export const countByVerdict = (call: Call, webset: Pick<Webset, 'id'>): Promise<RowCounts> => db.countByVerdict(call.db, webset.id);

/** Some rows of an opened webset, in the order asked; those that are gone are left out. */
export async function findRows(call: Call, ids: readonly string[]): Promise<LoadedRow[]> {
  const found = new Map((await db.findRows(call.db, ids)).map((row) => [row.id, row]));
  return loadRows(
    call,
    ids.flatMap((id) => found.get(id) ?? []),
  );
}

/** The title that the document of a loaded row's page gives itself; null where it gives none. */
export const documentTitleOf = (call: Call, pageId: string) => findDocumentTitle(call.db, pageId);

/** A row by its id; one that was merged into another answers with that one. */
export async function getRow(call: Call, id: string): Promise<LoadedRow> {
  const found = await findSurvivor(call.db, id);
  if (!found) throw new Fault('NOT_FOUND', 'Row not found');
  await openWebset(call, found.websetId);
  return loadRows(call, [found])[0] as LoadedRow;
}
