import { listMergedValues, listMergedVerdicts } from '../db/queries/merges/merged-cell.ts';
import { findSurvivor } from '../db/queries/merges/survivor.ts';
import { type CellValue, type CellVerdict, listValues, listVerdicts } from '../db/queries/rows/cell.ts';
import { listValueHeads, listVerdictHeads, type ValueHead, type VerdictHead } from '../db/queries/rows/cell-head.ts';
import { listPastValues, listPastVerdicts, type PastValue, type PastVerdict, pastBytes } from '../db/queries/rows/past.ts';
import { listLastReviews, listReviews, type Review } from '../db/queries/rows/review.ts';
import * as db from '../db/queries/rows/row.ts';
import { listSuggestions, type SuggestionHead } from '../db/queries/rows/suggestion.ts';
import { listTitleReviews } from '../db/queries/rows/title-review.ts';
import { listValueReviews, type ValueReviewEntry } from '../db/queries/rows/value-review.ts';
import { findDocumentTitle, listPageHeads, type PageHead } from '../db/queries/shared/page.ts';
import type { FormattedSort } from '../db/queries/views/arrange.ts';
import { Fault } from '../domain/errors.ts';
import { calledBy, type TitleReview, type ValueReview, type VerdictReview } from '../domain/review/review.ts';
import type { Row } from '../domain/row.ts';
import type { RowCounts, Webset } from '../domain/webset.ts';
import { reading } from './answers/reading.ts';
import type { Call } from './call.ts';
import { once } from './once.ts';
import { openWebset } from './open.ts';
import { groupsOf, type RowGroup, type RowPage } from './review/groups.ts';
import { type Proof, type Proven, proofOf, withProofs } from './review/proofs.ts';

export type { RowPlace } from '../db/queries/rows/row.ts';
export type { FormattedSort } from '../db/queries/views/arrange.ts';
export { type PageHead, type Proof, proofOf };
export type LoadedPage = RowPage<LoadedRow>;

/** A cell whose evidence knows its page and passage. */
export type LoadedVerdict = Proven<VerdictHead>;
export type LoadedValue = Proven<ValueHead>;
export type LoadedSuggestion = Proven<SuggestionHead>;
export type LoadedPastVerdict = Proven<PastVerdict>;
export type LoadedPastValue = Proven<PastValue>;
export type StandingReview = Proven<Omit<Review, 'reviewer'> & { reviewer: string | null }>;
export type StandingValue = Proven<Omit<ValueReviewEntry, 'reviewer'> & { reviewer: string | null }>;

/** A row whose cells, page and sources are read once for all the rows it came with, when somebody asks. */
export interface LoadedRow extends Row, RowGroup<LoadedRow> {
  /** What a sort put it in its place by; null where it has nothing there. */
  key?: string | null;
  isSuggested?: boolean;
  /** The page that it stands on: what it is and when it was fetched. */
  page(): Promise<PageHead>;
  cells: {
    verdicts(): Promise<ReadonlyMap<string, LoadedVerdict>>;
    values(): Promise<ReadonlyMap<string, LoadedValue>>;
    /** All that is kept of them: by whom, when, at what cost. */
    wholeVerdicts(): Promise<ReadonlyMap<string, CellVerdict>>;
    wholeValues(): Promise<ReadonlyMap<string, CellValue>>;
  };
  /** What people said, by criterion: what stands, with the sentence chosen, and the whole history, newest first. */
  reviews: {
    standing(): Promise<ReadonlyMap<string, StandingReview>>;
    history(): Promise<ReadonlyMap<string, VerdictReview[]>>;
  };
  /** What people said of its values, by column: what stands, and the whole history, newest first. */
  valueReviews: {
    standing(): Promise<ReadonlyMap<string, StandingValue>>;
    history(): Promise<ReadonlyMap<string, ValueReview[]>>;
  };
  /** What people called it, newest first. */
  titleReviews(): Promise<TitleReview[]>;
  /** What was judged again since, by criterion and by column, newest first. */
  earlier: {
    verdicts(): Promise<ReadonlyMap<string, LoadedPastVerdict[]>>;
    values(): Promise<ReadonlyMap<string, LoadedPastValue[]>>;
  };
  /** The best candidates of columns without a value, by column. */
  suggestions(): Promise<ReadonlyMap<string, LoadedSuggestion>>;
}

export interface RowsAsked extends db.RowFilter {
  first?: number | undefined;
  last?: number | undefined;
  /** Places, exclusive. */
  after?: db.RowPlace | undefined;
  before?: db.RowPlace | undefined;
  /** The likeliest first; else in the order found. */
  byLikelihood?: boolean | undefined;
  /** Goes before the likelihood. */
  sort?: FormattedSort | undefined;
}

/** A window of a webset's rows, by first/after or last/before (the Relay connection's rules). */
export async function pageRows(call: Call, webset: Pick<Webset, 'id'>, { first, last, after, before, ...filter }: RowsAsked) {
  const backward = first === undefined && last !== undefined;
  const size = (backward ? last : first) ?? 0;
  const found = await db.listRows(call.db, webset.id, { ...filter, after, before, limit: size + 1, fromEnd: backward });
  const more = found.length > size;
  const rows = backward ? found.slice(more ? 1 : 0) : found.slice(0, size);
  return {
    rows: withCells(call, rows),
    hasNextPage: backward ? before !== undefined : more,
    hasPreviousPage: backward ? more : after !== undefined,
  };
}

export const countRows = (call: Call, webset: Pick<Webset, 'id'>, filter: db.RowFilter = {}) => db.countRows(call.db, webset.id, filter);

/** How many rows have which verdict. */
export const countByVerdict = (call: Call, webset: Pick<Webset, 'id'>): Promise<RowCounts> => db.countByVerdict(call.db, webset.id);

/** Some rows of an opened webset, in the order asked; those that are gone are left out. */
export async function findRows(call: Call, ids: readonly string[]): Promise<LoadedRow[]> {
  const found = new Map((await db.findRows(call.db, ids)).map((row) => [row.id, row]));
  return withCells(
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
  return withCells(call, [found])[0] as LoadedRow;
}

/** `each`: each row's own page alone, also where it stands on several. */
function withCells(call: Call, rows: Row[], { each = false } = {}): LoadedRow[] {
  const ids = rows.map(({ id }) => id);
  const several = each ? [] : rows.filter(({ pageCount }) => pageCount > 1).map(({ id }) => id);
  const mergedVerdicts = once(() => listMergedVerdicts(call.db, several));
  const mergedValues = once(() => listMergedValues(call.db, several));
  const quoted = ({ quote }: { quote: string | null }) => quote;
  const verdicts = once(async () =>
    byRow(
      withProofs(call, [...(await reading(call, () => listVerdictHeads(call.db, ids), quoted)), ...(await mergedVerdicts())]),
      ({ criterionId }) => criterionId,
    ),
  );
  const values = once(async () =>
    byRow(
      withProofs(call, [...(await reading(call, () => listValueHeads(call.db, ids), quoted)), ...(await mergedValues())]),
      ({ enrichmentId }) => enrichmentId,
    ),
  );
  const wholeVerdicts = once(async () =>
    byRow(
      [
        ...(await reading(
          call,
          () => listVerdicts(call.db, ids),
          ({ note }) => note,
        )),
        ...(await mergedVerdicts()).map((cell) => ({ ...cell, evidence: null })),
      ],
      ({ criterionId }) => criterionId,
    ),
  );
  const wholeValues = once(async () =>
    byRow(
      [
        ...(await reading(
          call,
          () => listValues(call.db, ids),
          ({ note }) => note,
        )),
        ...(await mergedValues()).map((cell) => ({ ...cell, evidence: null })),
      ],
      ({ enrichmentId }) => enrichmentId,
    ),
  );
  const signed = <E extends Pick<Review, 'reviewer'>>({ reviewer, ...entry }: E) => ({
    ...entry,
    reviewer: reviewer && calledBy(reviewer, call.viewer),
  });
  const standing = once(async () => {
    const last = await listLastReviews(call.db, ids);
    const stand = last.filter(({ verdict }) => verdict !== null).map(signed);
    return byRow(withProofs(call, stand), ({ criterionId }) => criterionId);
  });
  const history = once(async () =>
    Map.groupBy(
      (
        await reading(
          call,
          () => listReviews(call.db, ids),
          ({ note }) => note,
        )
      ).map(signed),
      ({ rowId }) => rowId,
    ),
  );
  const valueHistory = once(async () =>
    Map.groupBy(
      (
        await reading(
          call,
          () => listValueReviews(call.db, ids),
          ({ value }) => value,
        )
      ).map(signed),
      ({ rowId }) => rowId,
    ),
  );
  const standingValues = once(async () => {
    const last = [...(await valueHistory()).values()].flatMap((entries) => [
      ...Map.groupBy(entries, ({ enrichmentId }) => enrichmentId).values(),
    ]);
    const stand = last.flatMap(([newest]) => (newest && !newest.withdrawn ? [newest] : []));
    return byRow(withProofs(call, stand), ({ enrichmentId }) => enrichmentId);
  });
  /** Counted before they are read: ten judgements of each cell are many. */
  const pastOf = async <T extends PastVerdict | PastValue>(kind: 'verdict' | 'value', load: () => Promise<T[]>) => {
    await call.answer?.read(await pastBytes(call.db, kind, ids));
    const found = call.answer ? await call.answer.inTurn(load) : await load();
    return Map.groupBy(withProofs(call, found), ({ rowId }) => rowId);
  };
  const pastVerdicts = once(() => pastOf('verdict', () => listPastVerdicts(call.db, ids)));
  const pastValues = once(() => pastOf('value', () => listPastValues(call.db, ids)));
  const titles = once(async () => Map.groupBy((await listTitleReviews(call.db, ids)).map(signed), ({ rowId }) => rowId));
  const suggestions = once(async () =>
    byRow(withProofs(call, await reading(call, () => listSuggestions(call.db, ids), quoted)), ({ enrichmentId }) => enrichmentId),
  );
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
  const groups = groupsOf(call, { rows, several }, (members) => withCells(call, members, { each: true }));
  return rows.map((row) => ({
    ...row,
    ...groups(row),
    page: async () => (await pages()).get(row.pageId) as PageHead, // the schema lets no row be without its page
    cells: {
      verdicts: async () => (await verdicts()).get(row.id) ?? new Map(),
      values: async () => (await values()).get(row.id) ?? new Map(),
      wholeVerdicts: async () => (await wholeVerdicts()).get(row.id) ?? new Map(),
      wholeValues: async () => (await wholeValues()).get(row.id) ?? new Map(),
    },
    reviews: {
      standing: async () => (await standing()).get(row.id) ?? new Map(),
      history: async () => Map.groupBy((await history()).get(row.id) ?? [], ({ criterionId }) => criterionId),
    },
    valueReviews: {
      standing: async () => (await standingValues()).get(row.id) ?? new Map(),
      history: async () => Map.groupBy((await valueHistory()).get(row.id) ?? [], ({ enrichmentId }) => enrichmentId),
    },
    earlier: {
      verdicts: async () => Map.groupBy((await pastVerdicts()).get(row.id) ?? [], ({ criterionId }) => criterionId),
      values: async () => Map.groupBy((await pastValues()).get(row.id) ?? [], ({ enrichmentId }) => enrichmentId),
    },
    titleReviews: async () => (await titles()).get(row.id) ?? [],
    suggestions: async () => (await suggestions()).get(row.id) ?? new Map(),
  }));
}

function byRow<T extends { rowId: string }>(cells: T[], keyOf: (cell: T) => string) {
  const rows = new Map<string, Map<string, T>>();
  for (const cell of cells) {
    const row = rows.get(cell.rowId) ?? new Map<string, T>();
    rows.set(cell.rowId, row.set(keyOf(cell), cell));
  }
  return rows;
}
