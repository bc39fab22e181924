import { useCallback, useMemo, useRef, useState } from 'react';
import type { LineFragment } from '../../generated/documents.ts';

export type Selection = ReturnType<typeof useSelection>;

/**
 * The selected ones of the shown rows. `all` first fetches the remaining rows: a selection made meanwhile has priority, and if other rows
 * are requested meanwhile (null) nothing is selected.
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
  /** Selects from the last selected row up to this one. */
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
    /** Whether no row is left to select or to fetch. */
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
