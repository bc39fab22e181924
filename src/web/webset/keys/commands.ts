import type { HeadFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import type { SavedView } from '../arrangement/view-contents.ts';
import type { ColumnTask } from '../grid/column-dialog.tsx';
import type { FillTask } from '../run/fill-dialog.tsx';
import { TABS, type Tab } from '../view.ts';
import type { HeadDialog } from '../webset-head.tsx';
import type { Command } from './commands-dialog.tsx';

const t = words.commands;

interface Here {
  head: HeadFragment;
  counts: Record<Tab, number>;
  mayEdit: boolean;
  canFill: boolean;
  setTab: (tab: Tab) => void;
  setTask: (task: ColumnTask) => void;
  setFill: (task: FillTask) => void;
  setDialog: (dialog: HeadDialog) => void;
  go: (path: string) => void;
  showKeys: () => void;
  /** Null: not available now. */
  onReview: (() => void) | null;
  onSearch: (() => void) | null;
  onView: (view: SavedView) => void;
  onFilter: () => void;
}

/** The commands for an open webset that the reader may use. */
export function commandsOf({ head, counts, mayEdit, canFill, onReview, onSearch, ...here }: Here): Command[] {
  const when = (is: boolean, label: string, act: () => void): Command[] => (is ? [{ label, act }] : []);
  return [
    ...when(onReview !== null, words.reviewQueue.open, () => onReview?.()),
    ...when(onSearch !== null, words.run.again, () => onSearch?.()),
    ...when(mayEdit, words.grid.addCriterionLong, () => here.setTask({ what: 'criterion', id: null })),
    ...when(mayEdit, words.grid.addColumnLong, () => here.setTask({ what: 'enrichment', id: null })),
    ...when(mayEdit, words.importing.open, () => here.setDialog('import')),
    ...when(head.lastImport !== null, words.importing.lines, () => here.setDialog('lines')),
    ...when(canFill, words.fill.menu, () => here.setFill({ column: null })),
    ...when(mayEdit, words.webset.rename, () => here.setDialog('rename')),
    ...when(head.access === 'own', words.webset.share, () => here.setDialog('share')),
    { label: words.grid.filter, act: here.onFilter },
    ...TABS.filter((tab) => counts[tab] > 0).map((tab) => ({
      label: t.tab(words.grid.tabs[tab], counts[tab]),
      act: () => here.setTab(tab),
    })),
    ...head.views.map((view) => ({ label: t.view(view.name), act: () => here.onView(view) })),
    { label: words.keys.open, act: here.showKeys },
    { label: t.home, act: () => here.go('/') },
    { label: words.top.collections, act: () => here.go('/collections') },
    { label: words.top.settings, act: () => here.go('/settings') },
  ];
}
