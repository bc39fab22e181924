import { useCallback, useMemo, useState } from 'react';
import { kept } from '../../api/kept.ts';
import type { Column } from '../view.ts';

export const WIDTH = { min: 88, max: 640, step: 32 };
const TITLE_MAX = '30rem'; // as far as the name of a result grows by itself
const DEFAULTS: Record<Column['kind'], number> = { title: 280, overall: 148, criterion: 152, enrichment: 160 };
const KEPT_MAX = 50;

interface Look {
  widths: Record<string, number>;
  hidden: string[];
}

const EMPTY: Look = { widths: {}, hidden: [] };
const looks = kept<Record<string, Look>>('looks', {});

export type Looks = ReturnType<typeof useWidths>;

/** Which columns of a webset are shown and how wide (px), as this browser keeps it. */
export function useWidths(webset: string, columns: readonly Column[]) {
  const [look, setLook] = useState<Look>(() => looks.get()[webset] ?? EMPTY);
  const set = useCallback(
    (change: (look: Look) => Look) =>
      setLook((before) => {
        const next = change(before);
        const { [webset]: _, ...others } = looks.get();
        looks.set(Object.fromEntries([...Object.entries(others).slice(1 - KEPT_MAX), [webset, next]]));
        return next;
      }),
    [webset],
  );
  const shown = useMemo(() => columns.filter(({ key }) => !look.hidden.includes(key)), [columns, look.hidden]);
  const widthOf = ({ key, kind }: Column) => look.widths[key] ?? DEFAULTS[kind];
  return {
    shown,
    isHidden: (key: string) => look.hidden.includes(key),
    toggle: (key: string) =>
      set((before) => ({
        ...before,
        hidden: before.hidden.includes(key) ? before.hidden.filter((one) => one !== key) : [...before.hidden, key],
      })),
    showAll: () => set((before) => ({ ...before, hidden: [] })),
    widthOf,
    /** Its width as the grid's style says it: the first one takes what room is left. */
    trackOf: (column: Column) =>
      column.kind === 'title' && look.widths.title === undefined ? `minmax(${widthOf(column)}px, ${TITLE_MAX})` : `${widthOf(column)}px`,
    resize: (column: Column, width: number) =>
      set((before) => ({
        ...before,
        widths: { ...before.widths, [column.key]: Math.round(Math.min(WIDTH.max, Math.max(WIDTH.min, width))) },
      })),
  };
}
