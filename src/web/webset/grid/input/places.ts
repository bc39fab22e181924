import type { LineFragment } from '../../../generated/documents.ts';
import type { Place } from '../../proof/proof-place.ts';

/** The row of column heads, as a focus position. */
export const HEAD = 'head';
export const HEAD_AT = -1;
export const NOWHERE = -2;

/** The index of a place's row; NOWHERE for a row of another tab. */
export function placeOf(active: Place | null, lines: readonly LineFragment[]): number {
  if (!active) return NOWHERE;
  if (active.row === HEAD) return HEAD_AT;
  const at = lines.findIndex(({ uuid }) => uuid === active.row);
  return at === -1 ? NOWHERE : at;
}

/** Scrolls a cell out from under the pinned columns. */
export function revealColumn(area: HTMLElement | null, id: string): void {
  const cell = document.getElementById(id);
  const first = [...(area?.querySelectorAll<HTMLElement>('.row-head .cell-pinned') ?? [])].at(-1);
  if (!area || !cell || cell.classList.contains('cell-pinned')) return;
  const at = cell.getBoundingClientRect();
  const box = area.getBoundingClientRect();
  const left = first?.getBoundingClientRect().right ?? box.left;
  if (at.left < left) area.scrollLeft -= left - at.left;
  else if (at.right > box.left + area.clientWidth) area.scrollLeft += Math.min(at.right - box.left - area.clientWidth, at.left - left);
}
