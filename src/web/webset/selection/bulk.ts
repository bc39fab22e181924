import { downloadName } from '../../../domain/export.ts';
import { ask } from '../../api/client.ts';
import { asTrouble } from '../../api/trouble.ts';
import {
  type HeadFragment,
  HideRowDocument,
  type LineFragment,
  MergeRowsDocument,
  ReviewVerdictDocument,
  ShowRowDocument,
  SplitRowsDocument,
  type Verdict,
} from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { say } from '../../ui/toast.tsx';
import type { WebsetStore } from '../store.ts';
import { verdictAt } from '../view.ts';
import { csvOf } from './csv.ts';

const t = words.selection;

/** Changes the rows one by one; reports where it had to stop. Returns the changed rows. */
async function each(
  store: WebsetStore,
  rows: readonly LineFragment[],
  work: (row: LineFragment) => Promise<LineFragment>,
): Promise<LineFragment[]> {
  const done: LineFragment[] = [];
  for (const row of rows) {
    try {
      const changed = await work(row);
      done.push(changed);
      store.put(changed);
    } catch (error) {
      say(t.stopped(done.length, rows.length, asTrouble(error).message), { kind: 'bad' });
      break;
    }
  }
  return done;
}

const hide = async ({ uuid }: LineFragment) => (await ask(HideRowDocument, { input: { rowId: uuid } })).hideRow.row;
const show = async ({ uuid }: LineFragment) => (await ask(ShowRowDocument, { input: { rowId: uuid } })).showRow.row;

/** Hides rows, or shows them again; it can be undone for a while. */
export async function hideRows(store: WebsetStore, rows: readonly LineFragment[], isBack = false): Promise<void> {
  const done = await each(store, rows, isBack ? show : hide);
  if (done.length === 0) return;
  const undo = () => void each(store, done, isBack ? hide : show);
  say((isBack ? t.shown : t.hidden)(done.length), { action: { label: words.undo, act: undo } });
}

/** Sets a person's verdict on a criterion of rows; undo restores each person's previous verdict. */
export async function judgeRows(store: WebsetStore, rows: readonly LineFragment[], criterionId: string, verdict: Verdict): Promise<void> {
  const review = (said: (row: LineFragment) => Verdict | null) => async (row: LineFragment) =>
    (await ask(ReviewVerdictDocument, { input: { rowId: row.uuid, criterionId, verdict: said(row) } })).reviewVerdict.row;
  const before = new Map(rows.map((row) => [row.uuid, verdictAt(row, criterionId)?.review?.verdict ?? null]));
  const done = await each(
    store,
    rows,
    review(() => verdict),
  );
  if (done.length === 0) return;
  const undo = () =>
    void each(
      store,
      done,
      review(({ uuid }) => before.get(uuid) ?? null),
    );
  say(t.judged(done.length), { action: { label: words.undo, act: undo } });
}

/** Merges rows into one; it can be undone for a while. Returns whether it succeeded. */
export async function mergeRows(store: WebsetStore, rows: readonly LineFragment[]): Promise<boolean> {
  try {
    const { row } = (await ask(MergeRowsDocument, { input: { rowIds: rows.map(({ uuid }) => uuid) } })).mergeRows;
    const gone = rows.flatMap(({ uuid }) => (uuid === row.uuid ? [] : [uuid]));
    store.put(row, gone);
    const undo = async () => {
      const { splitRows } = await ask(SplitRowsDocument, { input: { rowIds: gone } });
      for (const one of [splitRows.row, ...splitRows.rows]) store.put(one);
    };
    say(t.merged(rows.length), {
      action: { label: words.undo, act: () => void undo().catch((error: unknown) => say(asTrouble(error).message, { kind: 'bad' })) },
    });
    return true;
  } catch (error) {
    say(asTrouble(error).message, { kind: 'bad' });
    return false;
  }
}

/** Downloads the rows as a file. */
export function exportRows(head: HeadFragment, rows: readonly LineFragment[]): void {
  const url = URL.createObjectURL(new Blob([csvOf(head, rows)], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), {
    href: url,
    download: downloadName(head.title ?? head.originalQuery, head.uuid, 'csv'),
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
