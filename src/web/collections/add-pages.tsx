import { type FormEvent, useRef, useState } from 'react';
import { words } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Area, Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { useFileDrop } from './file-drop.ts';
import { nameOf, type Picked, pickChosen } from './picked.ts';
import { sendFiles } from './sending.ts';

const t = words.collections;
const NAME_MAX = 120;

/** Adds pages: by a drop, by choosing files or a folder, or by a list of addresses. */
export function AddPages({ signedIn }: { signedIn: boolean }) {
  const [listing, setListing] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const send = (picked: readonly Picked[]) => sendFiles(picked, { name: nameOf(picked), signedIn });
  const { over, target } = useFileDrop(send);
  return (
    <>
      <section className={over ? 'drop drop-over' : 'drop'} aria-label={t.dropTitle} {...target}>
        <Icon name="download" size={22} />
        <h2>{over ? t.dropNow : t.dropTitle}</h2>
        <p className="soft">{t.dropHint}</p>
        <div className="drop-actions">
          <Button kind="main" onClick={() => files.current?.click()}>
            {t.files}
          </Button>
          <Button onClick={() => folder.current?.click()}>{t.folder}</Button>
          <Button onClick={() => setListing(true)}>{t.addresses}</Button>
        </div>
        <input
          ref={files}
          type="file"
          multiple
          hidden
          aria-label={t.files}
          onChange={({ target }) => {
            send(pickChosen(target.files));
            target.value = '';
          }}
        />
        <input
          ref={folder}
          type="file"
          hidden
          aria-label={t.folder}
          {...{ webkitdirectory: '' }}
          onChange={({ target }) => {
            send(pickChosen(target.files));
            target.value = '';
          }}
        />
      </section>
      {listing && <AddressesDialog signedIn={signedIn} onClose={() => setListing(false)} />}
    </>
  );
}

function AddressesDialog({ signedIn, onClose }: { signedIn: boolean; onClose: () => void }) {
  const [name, setName] = useState<string>(t.addressesLabel);
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lines = text.split(/\r?\n/).flatMap((line) => line.trim() || []);
    const bad = lines.find((line) => !/^https?:\/\/\S+$/i.test(line) || !URL.canParse(line));
    if (bad !== undefined) return setWrong(t.addressesWrong(bad.slice(0, 100)));
    sendFiles([], { name: name.trim(), urls: lines.join('\n'), signedIn });
    onClose();
  };
  return (
    <Dialog title={t.addressesTitle} onClose={onClose}>
      <form className="dialog-form" onSubmit={submit}>
        <Area
          label={t.addressesLabel}
          hint={t.addressesHint}
          rows={8}
          required
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Field label={t.nameLabel} value={name} maxLength={NAME_MAX} required onChange={(event) => setName(event.target.value)} />
        {wrong && (
          <p className="note note-bad" role="alert">
            {wrong}
          </p>
        )}
        <div className="dialog-actions">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="main" type="submit" disabled={text.trim() === '' || name.trim() === ''}>
            {t.add}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
