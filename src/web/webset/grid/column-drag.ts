import { type PointerEvent, useRef, useState } from 'react';
import type { Looks } from '../arrangement/layout.ts';

const BEGINS_PX = 6; // less is a click

const keyAt = (target: Element | null) => target?.closest<HTMLElement>('[role=columnheader]')?.dataset.column;

/** Moves a column by dragging its head onto another one: to before it, or from the left to after it. The menus do the same by keyboard. */
export function useColumnDrag(looks: Looks) {
  const from = useRef<{ key: string; x: number; moving: boolean } | null>(null);
  const [at, setAt] = useState<string | null>(null);
  const indexOf = (key: string) => looks.shown.findIndex((column) => column.key === key);
  const end = () => {
    from.current = null;
    setAt(null);
  };
  return {
    /** The key of the column at the drop position. */
    at,
    on: {
      onPointerDown({ target, clientX, button }: PointerEvent) {
        const key = keyAt(target as Element);
        if (button !== 0 || !key || key === 'title' || !(target as Element).closest('.head-button')) return;
        from.current = { key, x: clientX, moving: false };
      },
      onPointerMove({ clientX, clientY, currentTarget, pointerId }: PointerEvent) {
        const { current } = from;
        if (!current || (!current.moving && Math.abs(clientX - current.x) < BEGINS_PX)) return;
        if (!current.moving) currentTarget.setPointerCapture(pointerId);
        current.moving = true;
        const over = keyAt(document.elementFromPoint(clientX, clientY));
        setAt(over && over !== current.key && over !== 'title' ? over : null);
      },
      onPointerUp() {
        const { current } = from;
        if (current?.moving && at) {
          const behind = indexOf(current.key) < indexOf(at);
          looks.moveBefore(current.key, behind ? (looks.shown[indexOf(at) + 1]?.key ?? null) : at);
        }
        end();
      },
      onPointerCancel: end,
    },
  };
}
