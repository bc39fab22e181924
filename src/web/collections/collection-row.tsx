import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ask } from '../api/client.ts';
import { type CollectedFragment, RemoveCollectionDocument, RenameCollectionDocument } from '../generated/documents.ts';
import { draftKept } from '../home/draft.ts';
import { words } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { keepFocusIn } from '../ui/focus.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { say } from '../ui/toast.tsx';
import { useChange } from '../webset/use-change.ts';
import { forgetCollection, refreshCollections } from './list.ts';
import { pickChosen } from './picked.ts';
import { sendFiles } from './sending.ts';

const t = words.collections;
const NAME_MAX = 120;
const SHOWN = 20;

/** A collection: its pages, its failures and its actions; the operator's can only be searched. */
export function CollectionRow({ collection, signedIn }: { collection: CollectedFragment; signedIn: boolean }) {
  const { id, name, kind, pages, files, failures, tables } = collection;
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const [, go] = useLocation();
  const more = useRef<HTMLInputElement>(null);
  const isOwn = kind === 'uploaded';
  const all = files.waiting + files.read + files.failed;
  const search = () => {
    draftKept.set({ ...draftKept.get(), sources: { collectionIds: [id], searchWeb: false } });
    go('/');
    requestAnimationFrame(() => document.querySelector<HTMLElement>('#request')?.focus());
  };
  return (
    <li className="collection">
      <div className="collection-head">
        <p className="collection-name" dir="auto">
          {kind === 'samples' ? t.samples : name}
        </p>
        <p className="soft collection-facts">{t.pages(pages)}</p>
      </div>
      <div className="collection-actions">
        <Button icon="search" disabled={pages === 0} onClick={search} aria-label={t.askOf(name)}>
          {t.ask}
        </Button>
        {isOwn && (
          <Menu
            className="icon-button"
            label={t.menu(name)}
            items={[
              { label: t.addFiles, icon: 'plus', act: () => more.current?.click() },
              { label: t.rename, icon: 'pencil', act: () => setOpen('rename') },
              null,
              { label: t.remove, icon: 'trash', grave: true, act: () => setOpen('remove') },
            ]}
          >
            <Icon name="dots" />
          </Menu>
        )}
      </div>
      {files.waiting > 0 && (
        <div className="collection-progress">
          <progress value={all - files.waiting} max={all} aria-label={t.reading(all - files.waiting, all)} />
          <span className="soft">{t.reading(all - files.waiting, all)}</span>
        </div>
      )}
      {tables.map(({ path, column, addresses }) => (
        <p key={path} className="soft collection-table" dir="auto">
          {t.table(path, column, addresses)}
        </p>
      ))}
      {files.failed > 0 && (
        <details className="collection-failures">
          <summary>{t.failed(files.failed)}</summary>
          <ul className="reasons">
            {failures.slice(0, SHOWN).map(({ path, reason }) => (
              <li key={path}>
                <span dir="auto">{path}</span>: {reason}
              </li>
            ))}
            {files.failed > SHOWN && <li>{t.more(files.failed - SHOWN)}</li>}
          </ul>
        </details>
      )}
      {isOwn && (
        <input
          ref={more}
          type="file"
          multiple
          hidden
          aria-label={t.addFiles}
          onChange={({ target }) => {
            sendFiles(pickChosen(target.files), { name, into: id, signedIn });
            target.value = '';
          }}
        />
      )}
      {open === 'rename' && <RenameDialog collection={collection} onClose={() => setOpen(null)} />}
      {open === 'remove' && <RemoveDialog collection={collection} onClose={() => setOpen(null)} />}
    </li>
  );
}

interface DialogProps {
  collection: CollectedFragment;
  onClose: () => void;
}

function RenameDialog({ collection: { id, name: before }, onClose }: DialogProps) {
  const [name, setName] = useState(before);
  const { busy, error, onSubmit } = useChange(onClose);
  const rename = async () => {
    await ask(RenameCollectionDocument, { input: { collectionId: id, name: name.trim() } });
    await refreshCollections();
  };
  return (
    <Dialog title={t.rename} onClose={onClose}>
      <form className="dialog-form" onSubmit={onSubmit(rename)}>
        <Field label={t.nameLabel} value={name} maxLength={NAME_MAX} required onChange={(event) => setName(event.target.value)} />
        <Trouble words={error} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="main" type="submit" busy={busy} disabled={name.trim() === ''}>
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function RemoveDialog({ collection: { id, name }, onClose }: DialogProps) {
  const { busy, error, onSubmit } = useChange(onClose);
  const remove = async () => {
    await ask(RemoveCollectionDocument, { input: { collectionId: id } });
    forgetCollection(id);
    const draft = draftKept.get();
    if (draft.sources?.collectionIds.includes(id)) draftKept.set({ ...draft, sources: undefined });
    say(t.removed(name));
    await refreshCollections();
    keepFocusIn(document.querySelector('main')); // the row is gone, and maybe the whole list
  };
  return (
    <Dialog title={t.removeTitle(name)} onClose={onClose}>
      <form className="dialog-form" onSubmit={onSubmit(remove)}>
        <p>{t.removeText}</p>
        <Trouble words={error} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="grave" type="submit" busy={busy}>
            {t.remove}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const Trouble = ({ words: said }: { words: string | null }) =>
  said && (
    <p className="note note-bad" role="alert">
      {said}
    </p>
  );
