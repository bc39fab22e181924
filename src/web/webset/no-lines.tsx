import type { HeadFragment } from '../generated/documents.ts';
import { words } from '../texts.ts';
import { Button, Notice } from '../ui/button.tsx';
import type { Tab } from './view.ts';

const t = words.grid;

interface Given {
  head: HeadFragment;
  counts: Record<Tab, number>;
  tab: Tab;
  text: string;
  complete: boolean;
  onAll: () => void;
  onClear: () => void;
}

/** What stands where rows would: why there are none. */
export function NoLines({ head, counts, tab, text, complete, onAll, onClear }: Given) {
  if (!complete) return <Notice icon="waiting" title={words.loading} />;
  if (counts.all === 0)
    return (
      <Notice icon="search" title={t.empty.title}>
        {head.runAlive ? t.empty.running : head.run ? t.empty.ended : t.empty.draft}
      </Notice>
    );
  if (text.trim() !== '' && (tab === 'all' || counts[tab] > 0))
    return <Notice icon="search" title={t.emptyFilter(text.trim())} actions={<Button onClick={onClear}>{t.clearFilter}</Button>} />;
  return (
    <Notice
      icon={tab === 'all' ? 'search' : tab === 'hidden' ? 'eye' : tab}
      title={t.emptyTab(t.tabs[tab])}
      actions={<Button onClick={onAll}>{`${t.showAll} (${counts.all})`}</Button>}
    >
      {t.emptyTabNote(counts.all)}
    </Notice>
  );
}
