import { useCallback, useState } from 'react';
import type { HeadFragment, LineFragment } from '../../generated/documents.ts';
import type { ColumnTask } from '../grid/column-dialog.tsx';
import type { Command } from '../keys/commands-dialog.tsx';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import type { FillTask } from '../run/fill-dialog.tsx';
import type { WebsetStore } from '../store.ts';
import { focusFilter } from '../toolbar.tsx';
import { ColumnDialog, CommandsDialog, FillDialog, FilterDialog, KeysDialog, TitleDialog } from './parts.tsx';
import type { Shown } from './use-shown.ts';

/** The open dialogs of rows and columns, and the functions that open them. */
export function useDialogs() {
  const [task, setTask] = useState<ColumnTask | null>(null);
  const [filtering, setFiltering] = useState<string | null>(null);
  const [fill, setFill] = useState<FillTask | null>(null);
  const [titled, setTitled] = useState<LineFragment | null>(null);
  const [keys, setKeys] = useState(false);
  const [commanding, setCommanding] = useState(false);
  useShortcuts(focusFilter, () => setCommanding(true));
  const showKeys = useCallback(() => setKeys(true), []);
  return { task, setTask, filtering, setFiltering, fill, setFill, titled, setTitled, keys, setKeys, commanding, setCommanding, showKeys };
}

interface Props {
  open: ReturnType<typeof useDialogs>;
  head: HeadFragment;
  store: WebsetStore;
  /** All loaded rows. */
  lines: readonly LineFragment[];
  shown: Shown;
  canFill: boolean;
  commands: () => readonly Command[];
}

export function Dialogs({ open, head, store, lines, shown: { columns, conditions, setConditions, shown }, canFill, commands }: Props) {
  const { task, setTask, filtering, setFiltering, fill, setFill, titled, setTitled, keys, setKeys, commanding, setCommanding } = open;
  const filterColumn = columns.find(({ key }) => key === filtering);
  return (
    <>
      {task && (
        <ColumnDialog
          task={task}
          head={head}
          store={store}
          onClose={() => setTask(null)}
          onChanged={(column, label) => canFill && !head.runAlive && setFill({ column, fresh: { what: task.what, label } })}
        />
      )}
      {filterColumn && (
        <FilterDialog
          key={filterColumn.key}
          column={filterColumn}
          {...{ columns, conditions }}
          onConditions={setConditions}
          onClose={() => setFiltering(null)}
        />
      )}
      {titled && <TitleDialog line={titled} store={store} onClose={() => setTitled(null)} />}
      {keys && <KeysDialog onClose={() => setKeys(false)} />}
      {commanding && <CommandsDialog commands={commands()} onClose={() => setCommanding(false)} />}
      {fill && <FillDialog task={fill} {...{ lines, head, shown, store }} onClose={() => setFill(null)} />}
    </>
  );
}
