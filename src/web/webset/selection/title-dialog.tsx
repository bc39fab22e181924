import { useEffect, useState } from 'react';
import { ask } from '../../api/client.ts';
import { asTrouble } from '../../api/trouble.ts';
import { type LineFragment, ReviewTitleDocument, RowTitleDocument, type RowTitleQuery } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { say } from '../../ui/toast.tsx';
import { History } from '../proof/history.tsx';
import type { WebsetStore } from '../store.ts';
import { useChange } from '../use-change.ts';

const t = words.titles;
const TITLE_MAX = 300;

type Titles = Extract<NonNullable<RowTitleQuery['node']>, { foundTitle: unknown }>;

/** The title of a result: corrected or restored, with people's earlier titles. */
export function TitleDialog({ line, store, onClose }: { line: LineFragment; store: WebsetStore; onClose: () => void }) {
  const [title, setTitle] = useState(line.title);
  const [titles, setTitles] = useState<Titles | null>(null);
  const { busy, error, send, onSubmit } = useChange(onClose);
  useEffect(() => {
    let stale = false;
    ask(RowTitleDocument, { id: line.id }).then(
      ({ node }) => !stale && node && 'foundTitle' in node && setTitles(node as Titles),
      (trouble: unknown) => !stale && say(asTrouble(trouble).message, { kind: 'bad' }),
    );
    return () => {
      stale = true;
    };
  }, [line.id]);
  const put = async (said: string | null) =>
    store.put((await ask(ReviewTitleDocument, { input: { rowId: line.uuid, title: said } })).reviewTitle.row);
  const save = (said: string | null) => async () => {
    const before = titles?.titleReviews[0]?.title ?? null;
    await put(said);
    const undo = () => void put(before).catch((trouble: unknown) => say(asTrouble(trouble).message, { kind: 'bad' }));
    say(said === null ? t.takenBack : t.saved, { action: { label: words.undo, act: undo } });
  };
  const history = titles?.titleReviews ?? [];
  return (
    <Dialog title={t.title} onClose={onClose}>
      <form className="dialog-form" onSubmit={onSubmit(save(title.trim()))}>
        <Field label={t.field} value={title} maxLength={TITLE_MAX} required dir="auto" onChange={(event) => setTitle(event.target.value)} />
        {titles && titles.foundTitle !== line.title && (
          <p className="soft dialog-note" dir="auto">
            {t.found(titles.foundTitle)}
          </p>
        )}
        {history.length > 0 && (
          <History
            entries={history.map(({ title: said, reviewer, at }) => ({
              said: said === null ? words.review.tookBack(reviewer) : t.said(reviewer, said),
              at,
            }))}
          />
        )}
        {error && (
          <p className="note note-bad" role="alert">
            {error}
          </p>
        )}
        <div className="dialog-actions">
          {history[0]?.title != null && (
            <Button kind="quiet" className="dialog-left" busy={busy} onClick={() => void send(save(null))}>
              {words.review.takeBack}
            </Button>
          )}
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="main" type="submit" busy={busy} disabled={title.trim() === '' || title.trim() === line.title}>
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
