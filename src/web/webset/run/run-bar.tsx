import { useEffect, useState } from 'react';
import { runWords } from '../../api/run-words.ts';
import type { HeadFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { overPart } from '../../ui/part.tsx';
import { useNarrow } from '../../ui/width.ts';
import { useMayEdit } from '../share/access.ts';
import { Searched } from '../sources/searched.tsx';
import type { Tab } from '../view.ts';
import type { RunEvent } from '../webset-state.ts';
import { EstimateNote } from './estimate.tsx';
import { feedLines } from './feed-lines.ts';
import { RunActions, type RunActionsProps } from './run-actions.tsx';
import { Facts, goalOf, numbersOf } from './run-facts.tsx';
import { type Outcome, OutcomeDetails } from './run-outcome.tsx';

export const SourcesDialog = overPart(async () => (await import('../sources/sources-dialog.tsx')).SourcesDialog);
const t = words.run;
const LOOK_BACK = 20;

interface Props extends RunActionsProps {
  counts: Record<Tab, number>;
  events: readonly RunEvent[];
  feed: boolean;
  onFeed: () => void;
  /** The outcome of the runs; null while one is alive, and before the first. */
  outcome: Outcome | null;
  /** Opens the lines of the list that the run imported. */
  onLines: () => void;
  /** Whether a proof or the review is open beside the results. */
  panel: boolean;
}

/** One line on the run: state, progress, searches and next step. The rest can be expanded. */
export function RunBar({ counts, events, feed, onFeed, onLines, outcome, panel, ...actions }: Props) {
  const { head, store, isOffered } = actions;
  const { run, runAlive, uuid } = head;
  const [choosing, setChoosing] = useState(false);
  const numbers = numbersOf(head, events);
  const narrow = useNarrow();
  const [open, setOpen] = useState(narrow && run?.state === 'failed'); // there is no room for the reason beside it
  const mayEdit = useMayEdit();
  useEffect(() => {
    if (panel) setOpen(false);
  }, [panel]);
  const goal = run && goalOf(run, numbers, actions.matching);
  const now = runAlive ? (feedLines(events.slice(-LOOK_BACK).filter(({ runId }) => runId === run?.uuid)).at(-1)?.text ?? '') : null;
  const why = whyOf(head);
  const step = isOffered || counts.match > 0 ? undefined : outcome?.steps.find(({ step }) => step === 'loosen_criterion');
  const came = isOffered ? words.reviewQueue.offer(counts.needs_review, counts.all) : (outcome?.said ?? null);
  const ended = counts.match === 0 ? [came, why] : [why, came];
  const said = now ?? ended.filter(Boolean).join(' · ');
  const status = (
    <span className={`status status-${run ? (run.state === 'queued' ? 'running' : run.state) : 'draft'}`}>{runWords(run)}</span>
  );
  const searched = <Searched head={head} onChange={mayEdit && !runAlive ? () => setChoosing(true) : null} />;
  const activity = (head.eventCount > 0 || run) && (
    <Button kind="quiet" icon="activity" aria-expanded={feed} onClick={onFeed}>
      {t.activity}
    </Button>
  );
  return (
    <section className="run" aria-label={t.numbers}>
      <div className="run-bar">
        {run ? (
          <button type="button" className="run-more" aria-expanded={open} onClick={() => setOpen(!open)}>
            <Icon name={open ? 'down' : 'right'} />
            <span role="status">
              {status} <span className="soft">{goal?.words}</span>
            </span>
            {numbers.judged > 0 && <span className="run-counts soft">{t.checked(numbers.judged)}</span>}
            {goal && <progress max={goal.of} value={Math.min(goal.of, goal.at)} aria-label={goal.words} />}
            <span className="unseen">{t.more}</span>
          </button>
        ) : (
          <span role="status">{status}</span>
        )}
        <p className={`soft ${run ? 'run-now' : 'run-draft'}`} title={said} aria-live="off" dir="auto">
          {!open && said} {!run && mayEdit && <EstimateNote websetId={uuid} />}
        </p>
        {(!narrow || !run) && searched}
        {step && (
          <Button className="run-step" title={step.label} onClick={step.act ?? undefined}>
            {step.label}
          </Button>
        )}
        {head.lastImport && (
          <Button kind="quiet" icon="text" title={words.importing.lines} onClick={onLines}>
            {words.importing.lines}
          </Button>
        )}
        {!narrow && activity}
        <RunActions {...actions} />
      </div>
      {run && open && (
        <div className="run-rest">
          <p className="run-asked" dir="auto">
            {head.originalQuery}
          </p>
          {(now ?? why) && <p className="run-why">{now ?? why}</p>}
          {narrow && searched}
          <div className="run-facts">
            <Facts {...{ run, numbers, goal }} />
          </div>
          {isOffered && (
            <p className="soft">
              {words.reviewQueue.offer(counts.needs_review, counts.all)} {words.reviewQueue.offerNote}
            </p>
          )}
          {outcome && <OutcomeDetails outcome={outcome} store={store} />}
          {narrow && <div className="run-actions">{activity}</div>}
        </div>
      )}
      {choosing && <SourcesDialog {...{ head, store }} onClose={() => setChoosing(false)} />}
    </section>
  );
}

function whyOf({ run }: HeadFragment): string {
  if (!run) return t.draftNote;
  if (run.alive || !run.reason) return '';
  return run.detail ?? t.reasons[run.reason];
}
