import { useState } from 'react';
import type { HeadFragment } from '../generated/documents.ts';
import { words } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';

const t = words.shareDialog;

/** The link, and what it opens to whom. */
export function ShareDialog({ head, onClose }: { head: HeadFragment; onClose: () => void }) {
  const [said, setSaid] = useState<string | null>(null);
  const link = `${location.origin}/w/${head.uuid}`;
  const copy = () => {
    navigator.clipboard?.writeText(link).then(
      () => setSaid(t.copied),
      () => setSaid(t.copyFailed),
    ) ?? setSaid(t.copyFailed);
  };
  return (
    <Dialog title={t.title} onClose={onClose}>
      <p>
        <strong>{head.owned ? t.owned : t.open}</strong> <span className="soft">{head.owned ? t.ownedNote : t.openNote}</span>
      </p>
      <Field label={t.link} value={link} readOnly onFocus={(event) => event.target.select()} />
      <div className="dialog-actions">
        <span className="soft" role="status">
          {said}
        </span>
        <Button kind="main" icon="copy" onClick={copy}>
          {t.copy}
        </Button>
      </div>
    </Dialog>
  );
}
