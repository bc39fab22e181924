import { useState } from 'react';
import type { LineFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { isCorrected } from '../grid/mark.tsx';
import type { Place } from '../proof/proof-place.ts';
import type { WebsetStore } from '../store.ts';
import { type Column, shortUrl, suggestedAt, valueAt } from '../view.ts';
import { CellEditor, type Step } from './cell-editor.tsx';
import { confirmValue, saveTitle, saveValue } from './say.ts';

interface Props {
  lines: readonly LineFragment[];
  columns: readonly Column[];
  store: WebsetStore;
  onLeave: (row: string, column: string, step: Step) => void;
}

/** The value or title that is being edited in place, and how to begin. */
export function useEditing({ lines, columns, store, onLeave }: Props) {
  const [at, setAt] = useState<(Place & { typed: string | null }) | null>(null);
  const line = at && lines.find(({ uuid }) => uuid === at.row);
  const column = at && columns.find(({ key }) => key === at.column);
  const saidOf = (row: LineFragment, key: string) => valueAt(row, key)?.review ?? null;
  const save = async (text: string): Promise<string | null> => {
    if (!line || !column) return null;
    if (column.kind === 'title') return saveTitle(store, line.uuid, text, isCorrected(line) ? line.title : null);
    return saveValue(store, { rowId: line.uuid, enrichmentId: column.key }, text === '' ? null : text, saidOf(line, column.key));
  };
  const cell = line && column ? valueAt(line, column.key) : undefined;
  return {
    /** Begins to edit a cell; `typed`: the key that replaces its text. */
    edit: (place: Place, typed: string | null) => setAt({ ...place, typed }),
    /** Stores that the page gives no value. */
    empty({ row, column: key }: Place) {
      const emptied = lines.find(({ uuid }) => uuid === row);
      if (emptied) void confirmValue(store, { rowId: row, enrichmentId: key }, null, saidOf(emptied, key));
    },
    editing:
      at && line && column
        ? {
            row: at.row,
            column: at.column,
            editor: (
              <CellEditor
                key={`${at.row} ${at.column}`}
                label={column.kind === 'title' ? words.titles.field : words.grid.valueOf(column.label, line.title || shortUrl(line.url))}
                format={column.format ?? 'text'}
                text={column.kind === 'title' ? line.title : (cell?.value ?? suggestedAt(cell) ?? '')}
                typed={at.typed}
                isSuggested={cell?.value === null && suggestedAt(cell) !== null}
                onSave={save}
                onDone={(step) => {
                  setAt((now) => (now === at ? null : now)); // another cell may be edited by now
                  onLeave(at.row, at.column, step);
                }}
              />
            ),
          }
        : null,
  };
}
