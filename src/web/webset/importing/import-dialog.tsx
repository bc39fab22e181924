import { useRef, useState } from 'react';
import { useFileDrop } from '../../collections/file-drop.ts';
import type { HeadFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Area } from '../../ui/field.tsx';
import type { WebsetStore } from '../store.ts';
import { type List, readList, textOf } from './list.ts';
import { Mapping } from './mapping.tsx';
import './importing.css';

const t = words.importing;
/** The largest list in a request, as JSON. */
const BYTES_MAX = 950_000;
/** File types that are not text. */
const OTHER = /\.(?:xlsx?|ods|numbers|pdf|docx?|zip)$/i;

/** Imports a list: choose it, then assign its columns; its lines become rows. */
export function ImportDialog({
  head,
  store,
  file,
  onClose,
}: {
  head: HeadFragment;
  store: WebsetStore;
  /** The dropped file. */
  file: File | null;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const [list, setList] = useState<List | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const chosen = useRef<HTMLInputElement>(null);
  const read = (written: string) => {
    const isLong = new Blob([JSON.stringify(written)]).size > BYTES_MAX; // as it is sent
    const found = isLong ? null : readList(written);
    setWrong(isLong ? t.tooLong : found === null ? t.empty : null);
    setList(found);
  };
  const take = async (one: File | undefined) => {
    if (!one) return;
    if (OTHER.test(one.name)) return setWrong(t.otherKind(one.name));
    if (one.size > 2 * BYTES_MAX) return setWrong(t.tooLong); // UTF-16 takes two bytes for one
    try {
      const written = await textOf(one);
      setText(written);
      read(written);
    } catch {
      setWrong(t.empty);
    }
  };
  const { over, target } = useFileDrop(([first]) => void take(first?.file));
  const dropped = useRef<File | null>(null);
  if (file !== null && dropped.current !== file) {
    dropped.current = file;
    void take(file);
  }
  return (
    <Dialog title={t.title} onClose={onClose} wide>
      {list ? (
        <Mapping {...{ head, store, onClose }} list={list} onBack={() => setList(null)} />
      ) : (
        <form
          className={over ? 'dialog-form import-take drop-over' : 'dialog-form import-take'}
          {...target}
          onSubmit={(event) => {
            event.preventDefault();
            read(text);
          }}
        >
          <p className="soft">{over ? t.dropNow : t.lead}</p>
          <p>
            <Button icon="download" onClick={() => chosen.current?.click()}>
              {t.choose}
            </Button>
          </p>
          <input
            ref={chosen}
            type="file"
            hidden
            accept=".csv,.tsv,.txt,text/*"
            aria-label={t.choose}
            onChange={({ target: { files } }) => void take(files?.[0])}
          />
          <Area label={t.paste} rows={8} value={text} onChange={(event) => setText(event.target.value)} />
          {wrong && (
            <p className="note note-bad" role="alert">
              {wrong}
            </p>
          )}
          <div className="dialog-actions">
            <Button onClick={onClose}>{words.cancel}</Button>
            <Button kind="main" type="submit" disabled={text.trim() === ''}>
              {t.next}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
