import { ask } from '../../api/client.ts';
import { asTrouble } from '../../api/trouble.ts';
import { MergeRowsDocument, SplitRowsDocument } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { say } from '../../ui/toast.tsx';
import type { WebsetStore } from '../store.ts';

const t = words.merge;

interface Other {
  uuid: string;
  title: string;
}

/**
 * Merges a row with another; it can be undone for a while. `onMerged` receives the id of the combined row before the other one disappears.
 */
export async function mergeWith(
  store: WebsetStore,
  row: Other,
  other: Other,
  onMerged: (survivor: string) => void = () => {},
): Promise<void> {
  try {
    const merged = (await ask(MergeRowsDocument, { input: { rowIds: [row.uuid, other.uuid] } })).mergeRows.row;
    const gone = merged.uuid === row.uuid ? other : row;
    onMerged(merged.uuid);
    store.put(merged, [gone.uuid]);
    say(t.merged(gone.title), { action: { label: words.undo, act: () => void send(store, gone.uuid) } });
  } catch (error) {
    say(asTrouble(error).message, { kind: 'bad' });
  }
}

/** Splits a page off its row; it can be undone for a while. */
export async function splitOff(store: WebsetStore, row: string, page: Other): Promise<void> {
  if (!(await send(store, page.uuid))) return;
  const undo = () => void mergeWith(store, { uuid: row, title: '' }, page);
  say(t.isSplit(page.title), { action: { label: words.undo, act: undo } });
}

async function send(store: WebsetStore, rowId: string): Promise<boolean> {
  try {
    const { row, rows } = (await ask(SplitRowsDocument, { input: { rowIds: [rowId] } })).splitRows;
    for (const one of [row, ...rows]) store.put(one);
    return true;
  } catch (error) {
    say(asTrouble(error).message, { kind: 'bad' });
    return false;
  }
}
