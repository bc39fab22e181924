import { useLocation } from 'wouter';
import { usePerson } from '../api/account.ts';
import { nameOf, type Picked } from '../collections/picked.ts';
import { words } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { say } from '../ui/toast.tsx';
import { handOver } from '../webset/importing/dropped.ts';
import { useChange } from '../webset/use-change.ts';
import { draftKept, EMPTY, prepare } from './draft.ts';

const t = words.importing;

/** Asks what a list that was dropped on the start page is for: rows of a webset, or pages to search. */
export function DroppedList({ picked, onPages, onClose }: { picked: Picked; onPages: () => void; onClose: () => void }) {
  const [, go] = useLocation();
  const signedIn = Boolean(usePerson());
  const { busy, error, send } = useChange(onClose);
  const make = async () => {
    const draft = draftKept.get();
    const isAsked = draft.request.trim() !== '';
    const onTrouble = (what: string) => say(what, { kind: 'bad' });
    const uuid = await prepare(isAsked ? draft : { ...EMPTY, request: nameOf([picked]) }, { signedIn, onTrouble });
    if (isAsked) draftKept.set(EMPTY);
    handOver(picked.file);
    go(`/w/${uuid}`);
  };
  return (
    <Dialog title={picked.path} onClose={onClose}>
      <div className="dialog-form">
        <p>{t.whatFor}</p>
        <p className="soft">{t.whatForNote}</p>
        {error && (
          <p className="note note-bad" role="alert">
            {error}
          </p>
        )}
        <div className="dialog-actions">
          <Button onClick={onPages}>{t.asPages}</Button>
          <Button kind="main" busy={busy} onClick={() => void send(make)}>
            {t.asRows}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
