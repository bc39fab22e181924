import { useLocation } from 'wouter';
import { usePerson } from '../api/account.ts';
import { ask } from '../api/client.ts';
import { remember } from '../api/mine.ts';
import { deleteLater } from '../api/pending.ts';
import { useService } from '../api/service-setup.ts';
import { asTrouble } from '../api/trouble.ts';
import { DuplicateWebsetDocument, type HeadFragment } from '../generated/documents.ts';
import { words } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { overPart } from '../ui/part.tsx';
import { say } from '../ui/toast.tsx';
import type { SavedView } from './arrangement/view-contents.ts';
import { ExportMenu } from './export-menu.tsx';
import { graphiqlUrl } from './graphiql.ts';
import type { WebsetStore } from './store.ts';
import './share/read-only.css';
import type { Tab } from './view.ts';

export const RenameDialog = overPart(async () => (await import('./rename-dialog.tsx')).RenameDialog);
export const ShareDialog = overPart(async () => (await import('./share/share-dialog.tsx')).ShareDialog);
const t = words.webset;

/** The open dialog. */
export type HeadDialog = 'rename' | 'share' | 'import' | 'lines' | null;

/** The title of the webset, and the actions for all of it. */
export function WebsetHead({
  head,
  store,
  onAdd,
  tab,
  view,
  dialog,
  setDialog,
}: {
  head: HeadFragment;
  store: WebsetStore;
  onAdd: (what: 'criterion' | 'enrichment') => void;
  tab: Tab;
  /** The view that equals the current state; null for none. */
  view: SavedView | null;
  dialog: HeadDialog;
  setDialog: (dialog: HeadDialog) => void;
}) {
  const { uuid, title, originalQuery, category, access } = head;
  const person = usePerson();
  const service = useService();
  const [, go] = useLocation();
  const name = title ?? originalQuery;
  const mayEdit = access !== 'read';
  const isOwn = access === 'own';
  const duplicate = async () => {
    try {
      const { duplicateWebset } = await ask(DuplicateWebsetDocument, { input: { websetId: uuid } });
      if (!person) remember(duplicateWebset.webset);
      go(`/w/${duplicateWebset.webset.uuid}`);
      say(t.duplicated);
    } catch (error) {
      say(asTrouble(error).message, { kind: 'bad' });
    }
  };
  return (
    <header className="webset-head">
      <div className="webset-name">
        <h1 title={name} dir="auto">
          {name}
        </h1>
        {!isOwn && (
          <span className="read-only" title={mayEdit ? words.shared.editorNote : words.shared.readOnlyNote}>
            <Icon name={mayEdit ? 'person' : 'eye'} size={14} /> {mayEdit ? words.shared.editor : words.shared.readOnly}
          </span>
        )}
        {(title || category) && (
          <p className="soft">
            {category && <span className="webset-category">{words.categories[category]}</span>}
            {title && <span title={originalQuery}>{originalQuery}</span>}
          </p>
        )}
      </div>
      <div className="webset-actions">
        {mayEdit && (
          <Menu
            className="button button-quiet"
            items={[
              { label: words.grid.addCriterionLong, icon: 'check', act: () => onAdd('criterion') },
              { label: words.grid.addColumnLong, icon: 'columns', act: () => onAdd('enrichment') },
              { label: words.importing.open, icon: 'download', hint: words.importing.openNote, act: () => setDialog('import') },
            ]}
          >
            <Icon name="plus" />
            <span>{t.add}</span>
          </Menu>
        )}
        {isOwn && (
          <Button kind="quiet" icon="share" onClick={() => setDialog('share')}>
            {t.share}
          </Button>
        )}
        <ExportMenu head={head} view={view} />
        <Menu
          className="icon-button"
          label={t.menu}
          items={[
            ...(mayEdit ? [{ label: t.rename, icon: 'pencil' as const, act: () => setDialog('rename') }] : []),
            ...(service?.graphiql === false
              ? []
              : [{ label: t.graphiql, icon: 'out' as const, href: graphiqlUrl(uuid, tab), newTab: true }]),
            ...(isOwn
              ? [
                  { label: t.duplicate, icon: 'copy' as const, hint: t.duplicateNote, act: () => void duplicate() },
                  null,
                  { label: t.delete, icon: 'trash' as const, grave: true, act: () => deleteLater(uuid, name) },
                ]
              : []),
          ]}
        >
          <Icon name="dots" />
        </Menu>
      </div>
      {dialog === 'rename' && <RenameDialog head={head} store={store} onClose={() => setDialog(null)} />}
      {dialog === 'share' && <ShareDialog head={head} store={store} onClose={() => setDialog(null)} />}
    </header>
  );
}
