import { useState } from 'react';
import { ask } from '../../api/client.ts';
import { asTrouble } from '../../api/trouble.ts';
import { CreateViewDocument, DeleteViewDocument, type HeadFragment, UpdateViewDocument } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { say } from '../../ui/toast.tsx';
import type { WebsetStore } from '../store.ts';
import { useChange } from '../use-change.ts';
import type { Column } from '../view.ts';
import type { GridState } from './grid-state.ts';
import { contentsOf, isAsSaved, type SavedView, stateOfView, type Viewed } from './view-contents.ts';

const t = words.views;

interface Props {
  head: HeadFragment;
  columns: readonly Column[];
  state: Viewed & { view: string | null };
  onState: (change: Partial<GridState>) => void;
  store: WebsetStore;
  /** Whether views can be opened but not changed. */
  isFixed?: boolean;
}

/** The menu of the webset's views: opens one, or saves the current state as one. */
export function ViewsMenu({ head, columns, state, onState, store, isFixed = false }: Props) {
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null);
  const { views, uuid: websetId } = head;
  const current = views.find(({ uuid }) => uuid === state.view);
  const isNone = contentsOf(state, columns).filter?.matchVerdict?.length === 0; // the service stores no view without rows
  const saving = isNone ? { disabled: true, hint: t.none } : {};
  const isChanged = current !== undefined && !isAsSaved(state, current, columns);
  const open = (view: SavedView) => onState({ ...stateOfView(view), view: view.uuid });
  const attempt = async (work: () => Promise<unknown>, done: () => void) => {
    try {
      await work();
      store.refresh();
      done();
    } catch (error) {
      say(asTrouble(error).message, { kind: 'bad' });
    }
  };
  const save = ({ uuid }: SavedView) =>
    attempt(
      () => ask(UpdateViewDocument, { input: { viewId: uuid, contents: contentsOf(state, columns) } }),
      () => say(t.saved),
    );
  const remove = ({ uuid, name, ...view }: SavedView) =>
    attempt(
      () => ask(DeleteViewDocument, { input: { viewId: uuid } }),
      () => {
        onState({ view: null });
        const contents = contentsOf(stateOfView({ uuid, name, ...view }), columns);
        const undo = () =>
          attempt(
            () => ask(CreateViewDocument, { input: { websetId, name, contents } }),
            () => {},
          );
        say(t.removed(name), { action: { label: words.undo, act: () => void undo() } });
      },
    );
  const items: (MenuItem | null)[] = [
    { label: t.all, single: true, checked: !current, act: () => onState({ view: null, sort: null, conditions: [], text: '', cols: null }) },
    ...views.map(
      (view): MenuItem => ({ key: view.uuid, label: view.name, single: true, checked: view === current, act: () => open(view) }),
    ),
    ...(isFixed
      ? []
      : [
          null,
          ...(current && isChanged
            ? [{ label: t.saveChanges(current.name), icon: 'match' as const, ...saving, act: () => void save(current) }]
            : []),
          { label: t.save, icon: 'plus' as const, ...saving, act: () => setNaming('new') },
          ...(current
            ? [
                { label: t.rename(current.name), icon: 'pencil' as const, act: () => setNaming('rename') },
                { label: t.remove(current.name), icon: 'trash' as const, grave: true, act: () => void remove(current) },
              ]
            : []),
        ]),
  ];
  return (
    <>
      <Menu className="button button-quiet views-button" items={items}>
        <Icon name="views" />
        <span dir="auto">{current ? t.named(current.name, isChanged) : t.menu}</span>
      </Menu>
      {naming && (
        <NameDialog
          view={naming === 'rename' ? (current ?? null) : null}
          onSave={async (name) => {
            if (naming === 'rename' && current) await ask(UpdateViewDocument, { input: { viewId: current.uuid, name } });
            else {
              const { createView } = await ask(CreateViewDocument, { input: { websetId, name, contents: contentsOf(state, columns) } });
              onState({ view: createView.view.uuid });
            }
            store.refresh();
          }}
          onClose={() => setNaming(null)}
        />
      )}
    </>
  );
}

function NameDialog({ view, onSave, onClose }: { view: SavedView | null; onSave: (name: string) => Promise<void>; onClose: () => void }) {
  const [name, setName] = useState(view?.name ?? '');
  const { busy, error, onSubmit } = useChange(onClose);
  return (
    <Dialog title={view ? t.renameTitle : t.newTitle} onClose={onClose}>
      <form className="dialog-form" onSubmit={onSubmit(() => onSave(name.trim()))}>
        <Field label={t.name} value={name} maxLength={80} required onChange={(event) => setName(event.target.value)} />
        {!view && <p className="soft dialog-note">{t.hint}</p>}
        {error && (
          <p className="note note-bad" role="alert">
            {error}
          </p>
        )}
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
