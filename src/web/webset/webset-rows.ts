import type { LineFragment } from '../generated/documents.ts';
import { inOrder, mergeLines } from './grid/lines.ts';
import { changePages, hiddenPages, rowPages } from './webset-pages.ts';
import type { HeldState } from './webset-state.ts';

const OVERLAP_MS = 5000; // rows have the time at which their transaction began, which may commit later
const BATCH_MS = 500;

/** Fetches the rows of a webset into its state. */
export function createRowLoading(id: string, held: HeldState) {
  let since = 0;

  /** Moves the time from which changes are requested. */
  const noteTime = (time: string) => {
    since = Math.max(since, Date.parse(time));
  };
  /** Adds rows. */
  const take = (fresh: readonly LineFragment[], onChanged?: (line: LineFragment) => void) => {
    for (const { updatedAt } of fresh) noteTime(updatedAt);
    return mergeLines(held.get().lines, fresh, onChanged);
  };

  return {
    noteTime,
    take,

    /** All rows; a known one that is missing was hidden meanwhile. */
    async loadRows(): Promise<void> {
      const begun = held.get().lines;
      const here = new Set<string>();
      let batch: LineFragment[] = [];
      let shownAt = 0;
      for await (const { nodes, pageInfo, totalCount } of rowPages(id)) {
        batch.push(...nodes);
        for (const { uuid } of nodes) here.add(uuid);
        if (held.isClosed()) return;
        const isSmall = performance.now() - shownAt < BATCH_MS || batch.length < held.get().lines.length / 3;
        if (pageInfo.hasNextPage && isSmall) continue; // rows can then be counted and placed once, not for each page
        const lines = take(batch);
        held.set({ lines, total: Math.max(totalCount, lines.length), complete: held.get().complete || !pageInfo.hasNextPage });
        batch = [];
        shownAt = performance.now();
      }
      const before = held.get().lines;
      const lines = inOrder(before, [...here], begun);
      const kept = new Set(lines.map(({ uuid }) => uuid));
      held.emitGone(before.flatMap(({ uuid }) => (kept.has(uuid) ? [] : [uuid])));
      held.set({ lines });
    },

    /** All hidden rows. */
    async loadHidden(): Promise<void> {
      const hidden: LineFragment[] = [];
      for await (const nodes of hiddenPages(id)) {
        hidden.push(...nodes);
        if (held.isClosed()) return;
      }
      held.set({ hidden });
    },

    /** The head, and the rows that changed since the last fetch. */
    async loadChanges(): Promise<void> {
      for await (const { rows, ...head } of changePages(id, since - OVERLAP_MS)) {
        const lines = take(rows.nodes, held.emitRow);
        held.setHead(head, {
          lines,
          total: lines.length,
          trouble: null,
          linkTrouble: null,
          link: head.runAlive ? held.get().link : 'quiet',
        });
        if (held.isClosed()) return;
      }
    },
  };
}
