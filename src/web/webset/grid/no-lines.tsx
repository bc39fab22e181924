import type { HeadFragment } from '../../generated/documents.ts';
import { n } from '../../texts/format.ts';
import { words } from '../../texts/texts.ts';
import { Button, Notice } from '../../ui/button.tsx';
import type { Tab } from '../view.ts';

const t = words.grid;
/** Where to look when nothing matches. */
const NEXT = ['partial', 'needs_review'] as const;

interface Props {
  head: HeadFragment;
  counts: Record<Tab, number>;
  tab: Tab;
  text: string;
  complete: boolean;
  onTab: (tab: Tab) => void;
  onClear: () => void;
}

/** What stands where rows would: why there are none. */
export function NoLines({ head, counts, tab, text, complete, onTab, onClear }: Props) {
  if (!complete) return <Notice icon="waiting" title={words.loading} />;
  if (counts.all === 0 && tab !== 'hidden') return <Empty head={head} />;
  if (text.trim() !== '' && (tab === 'all' || counts[tab] > 0))
    return <Notice icon="search" title={t.emptyFilter(text.trim())} actions={<Button onClick={onClear}>{t.clearFilter}</Button>} />;
  const next = tab === 'match' ? NEXT.find((one) => counts[one] > 0) : undefined;
  return (
    <Notice
      icon={tab === 'all' ? 'search' : tab === 'hidden' ? 'eye' : tab}
      title={t.emptyTab(t.tabs[tab])}
      actions={
        <>
          {next && <Button onClick={() => onTab(next)}>{`${t.tabs[next]} (${n(counts[next])})`}</Button>}
          <Button onClick={() => onTab('all')}>{`${t.showAll} (${n(counts.all)})`}</Button>
        </>
      }
    >
      {t.emptyTabNote(counts.all)}
    </Notice>
  );
}

/** A webset without results: before the run, in it, after it, or because it broke off. */
function Empty({ head: { run, runAlive } }: Pick<Props, 'head'>) {
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
