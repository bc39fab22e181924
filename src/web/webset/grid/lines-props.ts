import type { ReactNode, RefObject } from 'react';
import type { HeadFragment, LineFragment } from '../../generated/documents.ts';
import type { Looks } from '../arrangement/layout.ts';
import type { Place } from '../proof/proof-place.ts';
import type { FillTask } from '../run/fill-dialog.tsx';
import type { Selection } from '../selection/use-selection.ts';
import type { WebsetStore } from '../store.ts';
import type { Column, Sort } from '../view.ts';
import type { ColumnTask } from './column-dialog.tsx';

/** Rows before the end at which further ones are fetched. */
export const NEAR = 40;

/** What the grid and the cards of a phone show. */
export interface LinesProps {
  head: HeadFragment;
  columns: readonly Column[];
  lines: readonly LineFragment[];
  /** The number of all rows, including those not fetched yet. */
  total: number;
  active: Place | null;
  sort: Sort | null;
  /** The name of the default order. */
  unsorted: string;
  looks: Looks;
  /** Shown when there are no rows. */
  nothing: ReactNode;
  area: RefObject<HTMLDivElement | null>;
  panel: boolean;
  store: WebsetStore;
  onMove: (place: Place | null) => void;
  onOpen: (place: Place) => void;
  onClose: () => void;
  /** Keys of the filtered columns. */
  filtered: ReadonlySet<string>;
  onSort: (sort: Sort | null) => void;
  onFilter: (column: string) => void;
  selection: Selection;
  onKeys: () => void;
  /** Called when the end of the rows is near. */
  onEnd?: (() => void) | undefined;
  onTask: (task: ColumnTask) => void;
  onFill: ((task: FillTask) => void) | null;
}
