import { listMembers, listMerges } from '../../db/queries/merges/merge.ts';
import { listSources } from '../../db/queries/rows/row.ts';
import { MERGES_LISTED, type MergeEntry } from '../../domain/review/merge.ts';
import { calledBy } from '../../domain/review/review-input.ts';
import type { Row } from '../../domain/row-state.ts';
import type { Call } from '../call.ts';
import { once } from '../once.ts';

/** One page of a row: the row it was found as, with the cells of this page alone, and why it was merged; null for the own page. */
export interface RowPage<R> {
  row: R;
  merge: MergeEntry | null;
}

/** What a row is made of. */
export interface RowGroup<R> {
  /** Its pages: its own first, then those of the rows merged into it, in the order found. */
  pages(): Promise<RowPage<R>[]>;
  /** What was merged into it and split off again, and what became of itself, the newest first, at most 100. */
  merges(): Promise<MergeEntry[]>;
  /** Every address at which its entity was found. */
  sources(): Promise<string[]>;
}

/** The groups of rows, read once for all on first use. `several`: the rows of several pages; `load` makes rows of one page each. */
export function groupsOf<R extends Row>(
  call: Call,
  { rows, several }: { rows: readonly Row[]; several: readonly string[] },
  load: (members: Row[]) => R[],
) {
  const members = once(async () => {
    const found = await listMembers(call.db, several);
    const loaded = load(found.map(({ row }) => row));
    return Map.groupBy(
      found.map(({ rootId }, i) => ({ rootId, row: loaded[i] as R })),
      ({ rootId }) => rootId,
    );
  });
  const below = async (row: Row) => (await members()).get(row.id)?.map((one) => one.row) ?? [];
  const allIds = once(async () => [
    ...new Set([...rows.map(({ id }) => id), ...[...(await members()).values()].flat().map(({ row }) => row.id)]),
  ]);
  const merges = once(async () => listMerges(call.db, await allIds()));
  const sources = once(async () => Map.groupBy(await listSources(call.db, await allIds()), ({ rowId }) => rowId));
  const entryOf = ({ reviewer, rowId, action, reason, note, at }: Awaited<ReturnType<typeof merges>>[number]): MergeEntry => ({
    ...{ rowId, action, reason, note, at },
    reviewer: reviewer && calledBy(reviewer, call.viewer),
  });
  return (row: Row): RowGroup<R> => ({
    pages: async () => {
      const [own, ...others] = await below(row);
      const entries = others.length > 0 ? await merges() : [];
      const mergeOf = (id: string) => entries.find(({ rowId }) => rowId === id);
      return [
        { row: own ?? (load([row])[0] as R), merge: null },
        ...others.map((other) => {
          const entry = mergeOf(other.id);
          return { row: other, merge: entry ? entryOf(entry) : null };
        }),
      ];
    },
    merges: async () => {
      const ids = new Set([row.id, ...(await below(row)).map(({ id }) => id)]);
      const entries = (await merges()).filter(({ rowId, intoId }) => ids.has(rowId) || ids.has(intoId));
      return entries.slice(0, MERGES_LISTED).map(entryOf);
    },
    sources: async () => {
      const ids = [row.id, ...(await below(row)).slice(1).map(({ id }) => id)];
      const known = await sources();
      const urls = new Set(ids.flatMap((id) => known.get(id)?.map(({ url }) => url) ?? []));
      return urls.size === 0 ? [row.url] : [...urls];
    },
  });
}
