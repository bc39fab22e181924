import { useEffect } from 'react';
import { words } from '../../texts/texts.ts';
import { overPart } from '../../ui/part.tsx';
import { ImportDialog, LinesDialog } from '../importing/lists.tsx';
import { AddSearchDialog, RunDialog } from '../run/run-actions.tsx';
import { SourcesDialog } from '../run/run-bar.tsx';
import { RenameDialog, ShareDialog } from '../webset-head.tsx';

export const ProofPanel = overPart(
  async () => (await import('../proof/proof-panel.tsx')).ProofPanel,
  ({ narrow }) => (narrow ? null : <aside className="proof" aria-label={words.proof.label} aria-busy="true" />),
);
export const ReviewPanel = overPart(
  async () => (await import('../review/review-panel.tsx')).ReviewPanel,
  ({ narrow }) => (narrow ? null : <aside className="proof" aria-label={words.reviewQueue.label} aria-busy="true" />),
);
export const FillDialog = overPart(async () => (await import('../run/fill-dialog.tsx')).FillDialog);
export const FilterDialog = overPart(async () => (await import('../arrangement/filter-dialog.tsx')).FilterDialog);
export const SelectionBar = overPart(async () => (await import('../selection/selection-bar.tsx')).SelectionBar);
export const TitleDialog = overPart(async () => (await import('../selection/title-dialog.tsx')).TitleDialog);
export const KeysDialog = overPart(async () => (await import('../keys/keys-dialog.tsx')).KeysDialog);
export const CommandsDialog = overPart(async () => (await import('../keys/commands-dialog.tsx')).CommandsDialog);
export const ColumnDialog = overPart(async () => (await import('../grid/column-dialog.tsx')).ColumnDialog);

const LATER = [
  ProofPanel,
  ReviewPanel,
  ColumnDialog,
  ImportDialog,
  LinesDialog,
  FilterDialog,
  SelectionBar,
  KeysDialog,
  CommandsDialog,
  FillDialog,
  TitleDialog,
  RenameDialog,
  ShareDialog,
  RunDialog,
  AddSearchDialog,
  SourcesDialog,
];
const STIRS = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Once the rows are loaded and the person becomes active, loads what may be opened next: it then opens at once, even offline. */
export function useAhead(ready: boolean): void {
  useEffect(() => {
    if (!ready) return;
    const over = new AbortController();
    const fetchAll = () => {
      over.abort();
      for (const one of LATER) one.preload();
    };
    for (const type of STIRS) window.addEventListener(type, fetchAll, { signal: over.signal, passive: true });
    return () => over.abort();
  }, [ready]);
}
