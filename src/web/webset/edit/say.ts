import { ask } from '../../api/client.ts';
import { asTrouble } from '../../api/trouble.ts';
import { ReviewTitleDocument, ReviewValueDocument, type ReviewValueInput } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { say } from '../../ui/toast.tsx';
import type { WebsetStore } from '../store.ts';

type Cell = Pick<ReviewValueInput, 'rowId' | 'enrichmentId'>;
/** A person's earlier answer for a cell; null: none. */
type Before = { value: string | null } | null;

/** Stores a person's value of a cell, null: the page gives none; it can be undone for a while. Returns the error. */
export async function saveValue(
  store: WebsetStore,
  cell: Cell,
  value: string | null,
  before: Before,
  saved: (value: string) => string = words.suggestion.saved,
): Promise<string | null> {
  const undo = () => void reported(put(store, { ...cell, ...(before ? { value: before.value } : { withdraw: true }) }));
  const why = await put(store, { ...cell, value });
  if (why === null) say(value === null ? words.suggestion.emptied : saved(value), { action: { label: words.undo, act: undo } });
  return why;
}

/** The same for a suggestion; shows an error as a message. Returns whether it succeeded. */
export const confirmValue = async (store: WebsetStore, cell: Cell, value: string | null, before: Before = null): Promise<boolean> =>
  reported(saveValue(store, cell, value, before, words.suggestion.confirmed));

/** Removes a person's answer for a cell. */
export const withdrawValue = (store: WebsetStore, cell: Cell): Promise<boolean> => reported(put(store, { ...cell, withdraw: true }));

/** Stores a person's title of a row; it can be undone for a while. Returns the error. */
export async function saveTitle(store: WebsetStore, row: string, title: string, before: string | null): Promise<string | null> {
  const send = async (said: string | null) => {
    try {
      store.put((await ask(ReviewTitleDocument, { input: { rowId: row, title: said } })).reviewTitle.row);
      return null;
    } catch (error) {
      return asTrouble(error).message;
    }
  };
  const why = await send(title);
  if (why === null) say(words.titles.saved, { action: { label: words.undo, act: () => void reported(send(before)) } });
  return why;
}

async function put(store: WebsetStore, input: ReviewValueInput): Promise<string | null> {
  try {
    store.put((await ask(ReviewValueDocument, { input })).reviewValue.row);
    return null;
  } catch (error) {
    return asTrouble(error).message;
  }
}

async function reported(work: Promise<string | null>): Promise<boolean> {
  const why = await work;
  if (why !== null) say(why, { kind: 'bad' });
  return why === null;
}
