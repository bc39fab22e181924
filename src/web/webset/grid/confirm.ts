import { ask } from '../../api/client.ts';
import { asTrouble } from '../../api/trouble.ts';
import { ReviewValueDocument, type ReviewValueInput } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { say } from '../../ui/toast.tsx';
import type { WebsetStore } from '../store.ts';

type Cell = Pick<ReviewValueInput, 'rowId' | 'enrichmentId'>;

/** Says for a person what the value of a cell is, null: the page gives none; it can be taken back for a moment. Answers whether it was done. */
export async function confirmValue(store: WebsetStore, cell: Cell, value: string | null): Promise<boolean> {
  const undo = () => void send(store, { ...cell, withdraw: true });
  if (!(await send(store, { ...cell, value }))) return false;
  say(value === null ? words.suggestion.emptied : words.suggestion.confirmed(value), { action: { label: words.undo, act: undo } });
  return true;
}

/** Takes back what a person said of a cell's value. */
export const withdrawValue = (store: WebsetStore, cell: Cell) => send(store, { ...cell, withdraw: true });

async function send(store: WebsetStore, input: ReviewValueInput): Promise<boolean> {
  try {
    store.put((await ask(ReviewValueDocument, { input })).reviewValue.row);
    return true;
  } catch (error) {
    say(asTrouble(error).message, { kind: 'bad' });
    return false;
  }
}
