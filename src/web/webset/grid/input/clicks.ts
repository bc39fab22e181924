import type { MouseEvent } from 'react';
import type { Place } from '../../proof/proof-place.ts';
import type { LinesProps } from '../lines-props.ts';
import type { CellActions } from './cell-actions.ts';

type Clicked = Pick<LinesProps, 'area' | 'selection' | 'onMove' | 'onOpen'> &
  Pick<CellActions, 'explained' | 'confirm'> & { edit: (place: Place, typed: string | null) => void };

/** Handles clicks in the rows: a click on a cell opens its proof, one on a control in it does what that is for. */
export function clicksOf({ area, selection, onMove, onOpen, explained, confirm, edit }: Clicked) {
  return (event: MouseEvent<HTMLDivElement>) => {
    if ((event.target as Element).closest('[data-link]')) return;
    const cell = (event.target as Element).closest<HTMLElement>('[data-column]');
    const row = cell?.closest<HTMLElement>('[data-row]');
    if (!cell?.dataset.column || !row?.dataset.row) return;
    const place = { row: row.dataset.row, column: cell.dataset.column };
    if ((event.target as Element).closest('[data-select]')) {
      if (event.shiftKey) selection.selectTo(place.row);
      else selection.toggle(place.row);
      onMove(place);
      area.current?.focus();
      return;
    }
    if ((event.target as Element).closest('.cell-editor')) return;
    if ((event.target as Element).closest('[data-edit]')) {
      onMove(place);
      return edit(place, null);
    }
    if (!(event.target as Element).closest('[data-confirm]')) return onOpen(explained(place));
    onMove(place);
    area.current?.focus(); // the button disappears when it confirms
    confirm(place);
  };
}
