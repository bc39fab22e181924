import { useState } from 'react';
import { useFileDrop } from '../../collections/file-drop.ts';
import type { HeadFragment } from '../../generated/documents.ts';
import { overPart } from '../../ui/part.tsx';
import type { WebsetStore } from '../store.ts';
import type { HeadDialog } from '../webset-head.tsx';
import { takeDropped } from './dropped.ts';

export const ImportDialog = overPart(async () => (await import('./import-dialog.tsx')).ImportDialog);
export const LinesDialog = overPart(async () => (await import('./lines-dialog.tsx')).LinesDialog);

/** A list that was dropped on the webset or the start page, and the props that make the page a drop target. */
export function useDroppedList(mayEdit: boolean) {
  const [file, setFile] = useState<File | null>(takeDropped);
  const { over, target } = useFileDrop(([first]) => setFile(first?.file ?? null));
  return { file, clear: () => setFile(null), over: over && mayEdit, target: mayEdit ? target : {} };
}

/** The dialogs of lists: assigning columns, and the outcome of lines. */
export function Lists({
  head,
  store,
  dropped,
  dialog,
  setDialog,
  onRow,
}: {
  head: HeadFragment;
  store: WebsetStore;
  dropped: ReturnType<typeof useDroppedList>;
  dialog: HeadDialog;
  setDialog: (dialog: HeadDialog) => void;
  onRow: (row: string) => void;
}) {
  const close = () => {
    dropped.clear();
    setDialog(null);
  };
  if (dialog === 'import' || dropped.file) return <ImportDialog {...{ head, store }} file={dropped.file} onClose={close} />;
  if (dialog === 'lines') return <LinesDialog {...{ head, store, onRow }} onClose={close} />;
  return null;
}
