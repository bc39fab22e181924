import { useMemo } from 'react';
import { kept } from '../../api/kept.ts';
import type { Column } from '../view.ts';

export const WIDTH = { min: 88, max: 640, step: 40 };
/** Width in px of a criterion shown as icons, and the least width for words. */
const MARK = { width: 36, words: 112 };
const TITLE_MAX = '30rem'; // the widest that a result's name grows by itself
const DEFAULTS: Record<Column['kind'], number> = { title: 280, overall: 152, criterion: MARK.width, enrichment: 160 };
const KEPT_MAX = 50;

/** How one column is shown, where it differs from the default. */
export interface Look {
  key: string;
  /** px */
  width?: number;
  pinned?: boolean;
  hidden?: boolean;
}

/** The named columns from left to right; the others follow. */
export type Layout = readonly Look[];

/** A layout in the address: keys separated by commas, each with width and letters for its flags; null for the default. */
export const layoutText = (layout: Layout): string | null =>
  layout.length === 0
    ? null
    : layout.map(({ key, width, pinned, hidden }) => [key, width ?? '', pinned ? 'p' : '', hidden ? 'h' : ''].join('.')).join(',');

export function layoutOf(text: string | null): Layout {
  const looks = (text ?? '').split(',').flatMap((part): Look[] => {
    const [, key, width, pinned, hidden] = /^([\w-]+)\.(\d{0,4})\.(p?)\.(h?)$/.exec(part) ?? [];
    if (!key) return [];
    return [{ key, ...(width && { width: Number(width) }), ...(pinned && { pinned: true }), ...(hidden && { hidden: true }) }];
  });
  return looks.filter(({ key }, i) => looks.findIndex((one) => one.key === key) === i);
}

const layouts = kept<Record<string, string>>('layouts', {});

/** The layout that this browser showed last for a webset. */
export const keptLayout = (webset: string): string | null => layouts.get()[webset] ?? null;
export function keepLayout(webset: string, text: string | null): void {
  const { [webset]: _, ...others } = layouts.get();
  layouts.set(Object.fromEntries([...Object.entries(others).slice(1 - KEPT_MAX), ...(text ? [[webset, text]] : [])]));
}

/** A valid width: a criterion has room for words, or is as narrow as its icon. */
function bounded({ kind }: Column, width: number): number {
  if (kind === 'criterion' && width < MARK.words) return width < (MARK.width + MARK.words) / 2 ? MARK.width : MARK.words;
  return Math.round(Math.min(WIDTH.max, Math.max(WIDTH.min, width)));
}

/** Columns in the order of a layout: the title, pinned ones, the others. */
export function ordered(columns: readonly Column[], layout: Layout): Column[] {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const named = layout.flatMap(({ key }) => byKey.get(key) ?? []);
  const all = [...named, ...columns.filter(({ key }) => !layout.some((one) => one.key === key))];
  const rank = ({ key }: Column) => (key === 'title' ? 0 : layout.find((one) => one.key === key)?.pinned ? 1 : 2);
  return all
    .map((column, i) => ({ column, i }))
    .sort((a, b) => rank(a.column) - rank(b.column) || a.i - b.i)
    .map(({ column }) => column);
}

/** The layout after a column was moved before another one, or to the end. */
export function movedBefore(columns: readonly Column[], layout: Layout, key: string, before: string | null): Layout {
  const others = ordered(columns, layout).filter((one) => one.key !== key);
  const at = before === null ? others.length : others.findIndex((one) => one.key === before);
  const lookOf = (one: string): Look => layout.find((look) => look.key === one) ?? { key: one };
  return others.toSpliced(at < 0 ? others.length : at, 0, columns.find((one) => one.key === key) as Column).map((one) => lookOf(one.key));
}

export type Looks = ReturnType<typeof useLooks>;

/** The shown columns: their order, widths (px) and which are pinned. */
export function useLooks(columns: readonly Column[], text: string | null, setText: (text: string | null) => void) {
  return useMemo(() => {
    const layout = layoutOf(text);
    const all = ordered(columns, layout);
    const lookOf = (key: string): Look => layout.find((one) => one.key === key) ?? { key };
    const shown = all.filter(({ key }) => key === 'title' || !lookOf(key).hidden);
    const isPinned = ({ key }: Column) => key === 'title' || lookOf(key).pinned === true;
    const pinned = shown.filter(isPinned);
    const widthOf = ({ key, kind }: Column) => lookOf(key).width ?? DEFAULTS[kind];
    const set = (next: Layout) => setText(layoutText(next));
    const change = (key: string, look: Omit<Look, 'key'>) => {
      const known = layout.some((one) => one.key === key) ? layout : all.map((column) => lookOf(column.key));
      set(known.map((one) => (one.key === key ? { ...one, ...look } : one)));
    };
    const near = ({ key }: Column, by: 1 | -1) => {
      const beside = shown[shown.findIndex((one) => one.key === key) + by];
      return beside && beside.key !== 'title' && key !== 'title' && lookOf(beside.key).pinned === lookOf(key).pinned ? beside : undefined;
    };
    return {
      layout,
      shown,
      isHidden: (key: string) => lookOf(key).hidden === true,
      toggle: (key: string) => change(key, { hidden: !lookOf(key).hidden }),
      showAll: () => set(layout.map(({ hidden: _, ...look }) => look)),
      reset: () => setText(null),
      widthOf,
      /** Whether it has room for icons only. */
      isNarrow: ({ key, kind }: Column) => kind === 'criterion' && (lookOf(key).width ?? 0) < MARK.words,
      /** Its width in CSS: the title takes the remaining space, unless another pinned column follows it. */
      trackOf: (column: Column) =>
        column.kind === 'title' && lookOf('title').width === undefined && pinned.length === 1
          ? `minmax(${widthOf(column)}px, ${TITLE_MAX})`
          : `${widthOf(column)}px`,
      resize: (column: Column, width: number) => change(column.key, { width: bounded(column, width) }),
      isPinned,
      pin: ({ key }: Column) => change(key, { pinned: !lookOf(key).pinned }),
      /** px from the left edge at which a pinned column stays; null for others. */
      leftOf: (column: Column) => {
        const at = pinned.findIndex(({ key }) => key === column.key);
        return at < 0 ? null : pinned.slice(0, at).reduce((sum, one) => sum + widthOf(one), 0);
      },
      /** Whether it can move one place to the left or right. */
      canMove: (column: Column, by: 1 | -1) => near(column, by) !== undefined,
      move(column: Column, by: 1 | -1) {
        const beside = near(column, by);
        if (!beside) return;
        const at = all.findIndex(({ key }) => key === beside.key);
        set(movedBefore(columns, layout, column.key, by < 0 ? beside.key : (all[at + 1]?.key ?? null)));
      },
      moveBefore: (key: string, before: string | null) => set(movedBefore(columns, layout, key, before)),
    };
  }, [columns, text, setText]);
}
