import { useState } from 'react';
import { ask } from '../api/client.ts';
import { type HeadFragment, RenameWebsetDocument } from '../generated/documents.ts';
import { words } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import type { WebsetStore } from './store.ts';
import { useChange } from './use-change.ts';

const TITLE_MAX = 120;

export function RenameDialog({ head, store, onClose }: { head: HeadFragment; store: WebsetStore; onClose: () => void }) {
  const [title, setTitle] = useState(head.title ?? head.originalQuery.slice(0, TITLE_MAX));
  const { busy, error, onSubmit } = useChange(onClose);
  const rename = async () => {
    await ask(RenameWebsetDocument, { input: { websetId: head.uuid, title: title.trim() } });
    store.refresh();
  };
  return (
    <Dialog title={words.webset.rename} onClose={onClose}>
      <form className="dialog-form" onSubmit={onSubmit(rename)}>
        <Field
          label={words.webset.newTitle}
          hint={words.webset.titleHint}
          value={title}
          maxLength={TITLE_MAX}
          required
          onChange={(event) => setTitle(event.target.value)}
        />
        {error && (
          <p className="note note-bad" role="alert">
            {error}
          </p>
        )}
        <div className="dialog-actions">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="main" type="submit" busy={busy} disabled={title.trim() === ''}>
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
