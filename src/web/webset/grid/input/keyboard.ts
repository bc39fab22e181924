import type { KeyboardEvent } from 'react';
import type { LineFragment } from '../../../generated/documents.ts';
import { WIDTH } from '../../arrangement/layout.ts';
import type { Step } from '../../edit/cell-editor.tsx';
import { actionOf, GRID_KEYS, HEAD_KEYS, VALUE_KEYS } from '../../keys/keys.ts';
import type { Place } from '../../proof/proof-place.ts';
import { hideRows } from '../../selection/bulk.ts';
import type { Column } from '../../view.ts';
import { cellId, ROW_HEIGHT } from '../grid-row.tsx';
import type { LinesProps } from '../lines-props.ts';
import type { useRange } from '../range.ts';
import { type CellActions, openLink } from './cell-actions.ts';
import { HEAD, HEAD_AT, NOWHERE } from './places.ts';

const TITLE = 'title';

interface Keyed
  extends Pick<LinesProps, 'lines' | 'columns' | 'active' | 'area' | 'panel' | 'looks' | 'selection' | 'store'>,
    Pick<LinesProps, 'onMove' | 'onOpen' | 'onClose' | 'onKeys'>,
    Pick<CellActions, 'explained' | 'act'> {
  /** Indexes of the focused row and column. */
  rowAt: number;
  columnAt: number;
  range: ReturnType<typeof useRange>;
  mayEdit: boolean;
  edit: (place: Place, typed: string | null) => void;
  empty: (place: Place) => void;
}

/** Handles keys in the grid: moves, and the actions of rows, values and column heads. */
export function keyboardOf({
  lines,
  columns,
  active,
  area,
  panel,
  looks,
  selection,
  store,
  onMove,
  onOpen,
  onClose,
  onKeys,
  explained,
  act,
  rowAt,
  columnAt,
  range,
  mayEdit,
  edit,
  empty,
}: Keyed) {
  const move = (row: number, column: number, selecting: boolean) => {
    const key = columns[Math.max(0, Math.min(columns.length - 1, column))]?.key;
    const bounded = Math.max(selecting ? 0 : HEAD_AT, Math.min(lines.length - 1, row));
    const uuid = bounded === HEAD_AT ? HEAD : lines[bounded]?.uuid;
    if (!key || !uuid) return;
    if (selecting) range.extendTo({ row: uuid, column: key });
    else range.end();
    onMove({ row: uuid, column: key });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor((area.current?.clientHeight ?? 400) / ROW_HEIGHT) - 2);
    const far = event.ctrlKey || event.metaKey;
    const row = rowAt === NOWHERE ? 0 : rowAt;
    const column = Math.max(0, columnAt);
    const moves: Record<string, [number, number]> = {
      ArrowDown: [rowAt === NOWHERE ? 0 : row + 1, column],
      ArrowUp: [row - 1, column],
      ArrowRight: [row, column + 1],
      ArrowLeft: [row, column - 1],
      PageDown: [row + page, column],
      PageUp: [Math.max(0, row - page), column],
      Home: [far ? 0 : row, 0],
      End: [far ? lines.length - 1 : row, columns.length - 1],
    };
    const to = moves[event.key];
    const isHead = rowAt === HEAD_AT;
    const done = isHead ? pressOnHead(event) : rowAt >= 0 ? pressOnRow(event) : actionOf(GRID_KEYS, event) === 'help' && help();
    if (!done) {
      if (to) move(...to, event.shiftKey && rowAt >= 0);
      else if (event.key === 'Escape' && panel) onClose();
      else return;
    }
    event.preventDefault();
  };

  const help = () => {
    onKeys();
    return true;
  };

  /** Moves the focus after a cell was edited. */
  const leaveEditor = (row: string, column: string, step: Step) => {
    if (step === null) return;
    area.current?.focus();
    const at = lines.findIndex(({ uuid }) => uuid === row);
    const of = columns.findIndex(({ key }) => key === column);
    if (step === 'here' || at < 0) return;
    move(step === 'down' ? Math.min(lines.length - 1, at + 1) : at, of + (step === 'right' ? 1 : step === 'left' ? -1 : 0), false);
  };

  /** Handles a key on a row; returns whether it did. */
  const pressOnRow = (event: KeyboardEvent): boolean => {
    const line = lines[rowAt];
    const column = columns[columnAt];
    if (!line || !active) return false;
    if (mayEdit && column?.kind === 'enrichment' && pressOnValue(event, line, column)) return true;
    const action = actionOf(GRID_KEYS, event);
    if (!action) return false;
    if (action === 'open') onOpen(explained(active));
    else if (action === 'act') act(line, active);
    else if (action === 'select') selection.toggle(line.uuid);
    else if (action === 'selectTo') selection.selectTo(line.uuid);
    else if (action === 'selectAll') selection.all();
    else if (action === 'link') openLink(line, active.column);
    else if (action === 'help') onKeys();
    else if (action === 'title') {
      if (!mayEdit) return true;
      onMove({ row: line.uuid, column: TITLE });
      edit({ row: line.uuid, column: TITLE }, null);
    } else if (mayEdit) {
      const rows = selection.rows.length > 0 ? selection.rows : [line];
      const going = new Set(rows.map(({ uuid }) => uuid)); // possibly all of 100,000
      const stays = ({ uuid }: LineFragment) => !going.has(uuid);
      const next = lines.slice(rowAt).find(stays) ?? lines.findLast(stays);
      if (next) onMove({ row: next.uuid, column: active.column });
      selection.clear();
      void hideRows(store, rows, line.hidden);
    }
    return true;
  };

  /** On a value, typed text edits it; returns whether the key was handled. */
  const pressOnValue = (event: KeyboardEvent, line: LineFragment, { key }: Column): boolean => {
    const { ctrlKey, metaKey, altKey } = event;
    const isTyped = event.key.length === 1 && event.key !== ' ' && !ctrlKey && !metaKey && !altKey;
    const at = { row: line.uuid, column: key };
    const action = actionOf(VALUE_KEYS, event);
    if (isTyped) edit(at, event.key);
    else if (action === 'edit') edit(at, null);
    else if (action === 'empty') empty(at);
    return isTyped || action !== undefined;
  };

  const pressOnHead = (event: KeyboardEvent): boolean => {
    const column = columns[columnAt];
    const action = actionOf(HEAD_KEYS, event);
    if (!column || !action) return false;
    if (action === 'menu') document.getElementById(cellId(HEAD, column.key))?.querySelector<HTMLElement>('.head-button')?.click();
    else if (action === 'moveLeft') looks.move(column, -1);
    else if (action === 'moveRight') looks.move(column, 1);
    else if (action === 'wider') looks.resize(column, looks.widthOf(column) + WIDTH.step);
    else if (action === 'narrower') looks.resize(column, looks.widthOf(column) - WIDTH.step);
    else if (action === 'help') onKeys();
    else if (column.kind !== 'title') looks.pin(column);
    return true;
  };

  return { onKeyDown, leaveEditor };
}
