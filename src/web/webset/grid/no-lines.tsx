import type { Trouble } from '../../api/trouble.ts';
import type { HeadFragment } from '../../generated/documents.ts';
import { n } from '../../texts/format.ts';
import { words } from '../../texts/texts.ts';
import { Button, Notice } from '../../ui/button.tsx';
import { useMayEdit } from '../share/access.ts';
import { TAB_ICONS, type Tab } from '../view.ts';

const t = words.grid;
/** Tabs to offer when nothing matches. */
const NEXT = ['partial', 'needs_review'] as const;

interface Props {
  head: HeadFragment;
  counts: Record<Tab, number>;
  tab: Tab;
  text: string;
  complete: boolean;
  /** Whether columns are filtered. */
  isFiltered: boolean;
  /** Why they could not be fetched. */
  trouble: Trouble | null;
  onRetry: () => void;
  onTab: (tab: Tab) => void;
  onClear: () => void;
}

/** Shown in place of rows: why there are none. */
export function NoLines({ head, counts, tab, text, complete, isFiltered, trouble, onRetry, onTab, onClear }: Props) {
  if (trouble)
    return (
      <Notice icon="alert" title={words.filters.failed} actions={<Going act={onRetry}>{words.retry}</Going>}>
        {trouble.message}
      </Notice>
    );
  if (!complete) return <Notice icon="waiting" title={words.loading} />;
  if (counts.all === 0 && tab !== 'hidden') return <Empty head={head} />;
  if (text.trim() !== '' && (tab === 'all' || counts[tab] > 0))
    return <Notice icon="search" title={t.emptyFilter(text.trim())} actions={<Going act={onClear}>{t.clearFilter}</Going>} />;
  if (isFiltered) return <Notice icon="filter" title={words.filters.none} actions={<Going act={onClear}>{words.filters.clear}</Going>} />;
  const next = tab === 'match' ? NEXT.find((one) => counts[one] > 0) : undefined;
  return (
    <Notice
      icon={TAB_ICONS[tab]}
      title={t.emptyTab(t.tabs[tab])}
      actions={
        <>
          {next && <Going act={() => onTab(next)}>{`${t.tabs[next]} (${n(counts[next])})`}</Going>}
          <Going act={() => onTab('all')}>{`${t.showAll} (${n(counts.all)})`}</Going>
        </>
      }
    >
      {t.emptyTabNote(counts.all)}
    </Notice>
  );
}

/** A button that disappears with its action: the list takes the focus. */
const Going = ({ act, children }: { act: () => void; children: string }) => (
  <Button
    onClick={(event) => {
      event.currentTarget.closest<HTMLElement>('.grid, .cards-area')?.focus();
      act();
    }}
  >
    {children}
  </Button>
);

/** A webset without results: before a run, during it, after it, or after a failure. */
function Empty({ head: { run, runAlive } }: Pick<Props, 'head'>) {
  const mayEdit = useMayEdit();
  if (run?.state === 'failed')
    return (
      <Notice icon="alert" title={t.empty.failed}>
        {run.detail ?? (run.reason && words.run.reasons[run.reason])}
      </Notice>
    );
  const isOver = run !== null && !runAlive;
  return (
    <Notice icon="search" title={isOver ? t.empty.none : t.empty.title}>
      {runAlive ? t.empty.running : isOver ? t.empty.ended : mayEdit ? t.empty.draft : words.shared.draft}
    </Notice>
  );
}
