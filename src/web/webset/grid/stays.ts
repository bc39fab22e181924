import { useMemo, useRef } from 'react';
import type { LineFragment } from '../../generated/documents.ts';
import { holdsAll, type Tab, tabOf } from '../view.ts';

const NONE: ReadonlySet<string> = new Set();

/** Ids of rows that have left the tab since it was opened: they stay visible until it is opened again (`opening` changes). */
export function useStays(lines: readonly LineFragment[], tab: Tab, opening: number): ReadonlySet<string> {
  const seen = useRef({ opening, ids: new Set<string>() });
  return useMemo(() => {
    if (seen.current.opening !== opening) seen.current = { opening, ids: new Set() };
    if (holdsAll(tab)) return NONE;
    const { ids } = seen.current;
    const stays = new Set<string>();
    for (const line of lines) {
      if (tabOf(line) === tab) ids.add(line.uuid);
      else if (ids.has(line.uuid)) stays.add(line.uuid);
    }
    return stays.size > 0 ? stays : NONE;
  }, [lines, tab, opening]);
}
