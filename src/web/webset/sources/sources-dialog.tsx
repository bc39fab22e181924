import type { HeadFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { WebsetStore } from '../store.ts';
import { useChange } from '../use-change.ts';
import { SourcesField, useSourcesChoice } from './sources-field.tsx';

const t = words.sources;

/** Chooses what the next run of a webset searches. */
export function SourcesDialog({ head, store, onClose }: { head: HeadFragment; store: WebsetStore; onClose: () => void }) {
  const choice = useSourcesChoice(head);
  const { busy, error, send, onSubmit } = useChange(onClose);
  const save = (usual: boolean) => async () => store.setHead(await choice.send(usual));
  return (
    <Dialog title={t.title} onClose={onClose}>
      <form className="dialog-form" onSubmit={onSubmit(save(false))}>
        <p className="soft">{t.note}</p>
        <SourcesField choice={choice} />
        {error && (
          <p className="note note-bad" role="alert">
            {error}
          </p>
        )}
        <div className="dialog-actions">
          {choice.mayBeUsual && (
            <Button kind="quiet" className="dialog-left" busy={busy} onClick={() => void send(save(true))}>
              {t.again}
            </Button>
          )}
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="main" type="submit" busy={busy} disabled={choice.isEmpty || choice.isSame}>
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
