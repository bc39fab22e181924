import { useCallback, useMemo, useRef, useState } from 'react';
import type { LineFragment } from '../../generated/documents.ts';

export type Selection = ReturnType<typeof useSelection>;

/**
 * The rows that somebody selected, of those that are shown: one that is no longer among them is not selected any more. `all` first fetches those
 * that are not here yet; what is selected meanwhile stands, and nothing comes of it where other rows are asked for meanwhile (null).
 */
export function useSelection(shown: readonly LineFragment[], isWhole: boolean, fetchAll?: () => Promise<readonly LineFragment[] | null>) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string | null>(null);
  const rows = useMemo(() => (ids.size === 0 ? [] : shown.filter(({ uuid }) => ids.has(uuid))), [ids, shown]);
  const latest = useRef(shown);
  latest.current = shown;
  const presses = useRef(0);
  const toggle = useCallback((uuid: string) => {
    anchor.current = uuid;
    presses.current++;
    setIds((before) => {
      const next = new Set(before);
      if (!next.delete(uuid)) next.add(uuid);
      return next;
    });
  }, []);
  /** Selects from the row that was selected last up to this one. */
  const selectTo = useCallback((uuid: string) => {
    presses.current++;
    const at = (id: string | null) => latest.current.findIndex((line) => line.uuid === id);
    const [from, to] = [Math.max(0, at(anchor.current ?? uuid)), at(uuid)];
    const between = latest.current.slice(Math.min(from, to), Math.max(from, to) + 1).map((line) => line.uuid);
    setIds((before) => new Set([...before, ...between]));
  }, []);
  return {
    ids,
    rows,
    /** Whether no row is left to select, neither here nor to be fetched. */
    isAll: isWhole && rows.length > 0 && rows.length === shown.length,
    toggle,
    selectTo,
    all: useCallback(async () => {
      const press = ++presses.current;
      const all = fetchAll ? await fetchAll() : latest.current;
      if (all && press === presses.current) setIds(new Set(all.map(({ uuid }) => uuid)));
    }, [fetchAll]),
    clear: useCallback(() => {
      presses.current++;
      setIds(new Set());
    }, []),
  };
}
