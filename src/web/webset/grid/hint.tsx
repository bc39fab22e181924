import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { LineFragment } from '../../generated/documents.ts';
import { cut } from '../../texts/format.ts';
import { words } from '../../texts/texts.ts';
import type { Place } from '../proof/proof-place.ts';
import { type Column, suggestedAt, valueAt, verdictAt } from '../view.ts';
import { cellId } from './grid-row.tsx';
import { quotesOf } from './quotes.ts';

const SHOWS_MS = 350;
const LEAVES_MS = 200; // time to move the pointer onto it
const QUOTE_MAX = 320;
const EDGE = 8;
const ID = 'cell-hint';

interface Props {
  area: RefObject<HTMLElement | null>;
  lines: readonly LineFragment[];
  columns: readonly Column[];
  /** The focused cell, unless its proof is open. */
  at: Place | null;
  /** Whether a panel is open beside the rows, which shows more. */
  panel: boolean;
}

/** A tooltip for the hovered or focused cell: its column, its full text and its quote. Escape closes it. */
export function Hint({ area, lines, columns, at, panel }: Props) {
  const [place, setPlace] = useState<Place | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = useRef((next: Place | null, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setPlace(next), ms);
  }).current;
  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    const { current } = area;
    if (!current || panel) return;
    const over = new AbortController();
    const { signal } = over;
    current.addEventListener('pointerover', ({ target, pointerType }) => pointerType === 'mouse' && show(placeOf(target), SHOWS_MS), {
      signal,
    });
    current.addEventListener('pointerleave', () => show(null, LEAVES_MS), { signal });
    current.addEventListener('scroll', () => show(null, 0), { signal, passive: true });
    current.addEventListener('blur', () => show(null, 0), { signal });
    return () => over.abort();
  }, [area, panel, show]);

  const key = at ? cellId(at.row, at.column) : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cell, not another object
  useEffect(() => {
    setPlace(null);
    if (at && !panel && document.activeElement === area.current) show(at, SHOWS_MS);
  }, [key, panel]);

  const line = place && lines.find(({ uuid }) => uuid === place.row);
  const column = place && columns.find((one) => one.key === place.column);
  if (!line || !column || panel || (column.kind !== 'criterion' && column.kind !== 'enrichment')) return null;
  return <Shown key={cellId(line.uuid, column.key)} {...{ line, column, show }} />;
}

function placeOf(target: EventTarget | null): Place | null {
  const cell = (target as Element | null)?.closest<HTMLElement>('[data-column]');
  const row = cell?.closest<HTMLElement>('[data-row]')?.dataset.row;
  return cell?.dataset.column && row ? { row, column: cell.dataset.column } : null;
}

function Shown({ line, column, show }: { line: LineFragment; column: Column; show: (place: Place | null, ms: number) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const [quote, setQuote] = useState<string | null>(null);
  const { key, kind, label } = column;
  const cell = kind === 'criterion' ? verdictAt(line, key) : undefined;
  const value = kind === 'enrichment' ? valueAt(line, key) : undefined;
  useEffect(() => {
    let stale = false;
    quotesOf(line).then(
      (quotes) => !stale && setQuote(quotes.get(key) ?? null),
      () => {}, // the rest is shown without the quote
    );
    return () => {
      stale = true;
    };
  }, [line, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: placed again when it grows
  useLayoutEffect(() => stand(box.current, cellId(line.uuid, key)), [line.uuid, key, quote]);
  useEffect(() => {
    const target = document.getElementById(cellId(line.uuid, key));
    target?.setAttribute('aria-describedby', ID);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      show(null, 0);
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => {
      target?.removeAttribute('aria-describedby');
      document.removeEventListener('keydown', onKeyDown, true);
    };
  }, [line.uuid, key, show]);

  const verdict = cell?.effective;
  const said =
    kind === 'criterion'
      ? verdict
        ? words.verdicts[verdict]
        : words.cells[cell?.state ?? 'waiting']
      : (value?.value ?? suggestedAt(value));
  return (
    <div
      ref={box}
      id={ID}
      role="tooltip"
      className="hint"
      onPointerEnter={() => show({ row: line.uuid, column: key }, 0)}
      onPointerLeave={() => show(null, LEAVES_MS)}
    >
      <p className="hint-label" dir="auto">
        {label}
      </p>
      <p dir="auto">
        {said ?? words.cells.none}
        {cell?.review && ` ${words.review.byPerson}`}
      </p>
      {cell?.reason && !cell.review && <p className="soft">{words.verdictReasons[cell.reason]}</p>}
      {quote && <q dir="auto">{cut(quote, QUOTE_MAX)}</q>}
    </div>
  );
}

/** Places it below a cell, or above it, within the window. */
function stand(box: HTMLElement | null, id: string): void {
  const at = document.getElementById(id)?.getBoundingClientRect();
  if (!box || !at) return;
  const { offsetWidth: width, offsetHeight: height } = box;
  const below = at.bottom + 2;
  const top = below + height > innerHeight - EDGE ? Math.max(EDGE, at.top - height - 2) : below;
  box.style.left = `${Math.max(EDGE, Math.min(at.left, innerWidth - width - EDGE))}px`;
  box.style.top = `${top}px`;
}
