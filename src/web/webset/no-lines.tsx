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
  if (counts.all === 0 && tab !== 'hidden') return <Empty head={head} />;
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

/** A webset without results: before the run, in it, after it, or because it broke off. */
function Empty({ head: { run, runAlive } }: Pick<Given, 'head'>) {
  if (run?.state === 'failed')
    return (
      <Notice icon="alert" title={t.empty.failed}>
        {run.detail ?? (run.reason && words.run.reasons[run.reason])}
      </Notice>
    );
  const isOver = run !== null && !runAlive;
  return (
    <Notice icon="search" title={isOver ? t.empty.none : t.empty.title}>
      {runAlive ? t.empty.running : isOver ? t.empty.ended : t.empty.draft}
    </Notice>
  );
}
