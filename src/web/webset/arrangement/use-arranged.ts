import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { LineFragment } from '../../generated/documents.ts';
import type { WebsetStore } from '../store.ts';
import type { Column } from '../view.ts';
import { type Asked, createArranged } from './arranged.ts';
import { filterOf, isAskable, sortInputOf, verdictsIn } from './conditions.ts';
import type { GridState } from './grid-state.ts';

const NONE: readonly LineFragment[] = [];
const nothing = () => () => {};

/** The request for the service; null where the known rows are shown in the order found. */
export function askedOf(
  { tab, sort, conditions, text }: Pick<GridState, 'tab' | 'sort' | 'conditions' | 'text'>,
  columns: readonly Column[],
  complete: boolean,
): Asked | null {
  const by = sort && sortInputOf(sort, columns);
  const known = conditions.filter((one) => isAskable(one, columns));
  const filter = filterOf(known);
  const words = text.trim();
  if (!by && known.length === 0 && (words === '' || complete)) return null;
  return {
    sort: by,
    orderBy: tab === 'needs_review' ? 'LIKELIHOOD' : 'FOUND',
    filter: {
      ...filter,
      ...verdictsIn(tab, filter.matchVerdict),
      ...(tab === 'hidden' && { hidden: true }),
      ...(words !== '' && { text: words.slice(0, 200) }),
    },
  };
}

export type Arranged = NonNullable<ReturnType<typeof useArranged>>;

/** The rows as the service sorts and filters them; null where it is not asked. The previous rows stay while others are fetched. */
export function useArranged(
  store: WebsetStore,
  id: string,
  state: Pick<GridState, 'tab' | 'sort' | 'conditions' | 'text'>,
  columns: readonly Column[],
  complete: boolean,
) {
  const key = JSON.stringify(askedOf(state, columns, complete));
  const arranged = useMemo(() => {
    const asked = JSON.parse(key) as Asked | null;
    return asked && createArranged(store, id, asked);
  }, [store, id, key]);
  useEffect(() => arranged?.open(), [arranged]);
  const found = useSyncExternalStore(arranged?.subscribe ?? nothing, () => arranged?.get() ?? null);
  const before = useRef<readonly LineFragment[]>(NONE);
  useEffect(() => {
    if (!arranged) before.current = NONE;
    else if (found?.lines) before.current = found.lines;
  }, [arranged, found]);
  if (!arranged || !found) return null;
  const { more, all, retry, again } = arranged;
  return { ...found, lines: found.lines ?? before.current, isHere: found.lines !== null, more, all, retry, again };
}
