import { useEffect, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { narrowestOf, passRatesOf } from '../../../domain/outcome.ts';
import { ask } from '../../api/client.ts';
import { isPreviewed } from '../../api/run-words.ts';
import { type HeadFragment, type LineFragment, type NextStep, OutcomeDocument, type OutcomeQuery } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { useNarrow } from '../../ui/width.ts';
import type { ColumnTask } from '../opened.tsx';
import { useMayEdit } from '../share/access.ts';
import { searchedBy } from '../sources/searched.tsx';
import type { WebsetStore } from '../store.ts';
import { type Tab, verdictAt } from '../view.ts';
import { PassRateList } from './pass-rate-list.tsx';

const t = words.outcome;

interface Props {
  head: HeadFragment;
  lines: readonly LineFragment[];
  counts: Record<Tab, number>;
  store: WebsetStore;
  onTask: (task: ColumnTask) => void;
  /** Opens the review, or the few rows to look at; null where that is offered already. */
  onReview: (() => void) | null;
  onSearch: () => void;
}

/** What came of the runs: how many rows meet each criterion, which one keeps most out, what was searched, and what to do next. Open where nothing matches. */
export function OutcomePanel({ head, lines, counts, store, onTask, onReview, onSearch }: Props) {
  const criteria = useMemo(() => head.criteria.map(({ uuid, required }) => ({ id: uuid, required })), [head.criteria]);
  const rates = useMemo(
    () =>
      passRatesOf(
        criteria,
        lines.map((line) => ({ rows: 1, verdicts: criteria.map(({ id }) => verdictAt(line, id)?.effective ?? null) })),
      ),
    [criteria, lines],
  );
  const narrow = useNarrow();
  const mayEdit = useMayEdit();
  const isTelling = counts.match === 0 || (!narrow && isPreview(head));
  const [open, setOpen] = useState(isTelling);
  useEffect(() => {
    if (isTelling) setOpen(true); // and it stays so while it is read
  }, [isTelling]);
  const narrowest = narrowestOf(criteria, rates);
  const label = head.criteria.find(({ uuid }) => uuid === narrowest?.criterionId)?.label ?? '';
  const known = useOutcome(head, counts);
  const queries = known?.webset.outcome?.queries ?? [];
  const steps = !mayEdit ? [] : (known?.webset.outcome?.nextSteps ?? []).filter((step) => step !== 'answer_rows' || onReview);
  const act: Partial<Record<NextStep, () => void>> = {
    ...(onReview && { answer_rows: onReview }),
    loosen_criterion: () => narrowest && onTask({ what: 'criterion', id: narrowest.criterionId }),
    search_more: onSearch,
  };
  const why = narrowest ? t.narrowest(label, narrowest.counts.match, narrowest.judged) : null;
  const summary =
    counts.all === 0 ? t.nothingFound : counts.match === 0 ? [t.noneMatch(counts.all), why].filter(Boolean).join(' ') : (why ?? t.title);
  return (
    <details className="outcome" aria-label={t.label} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {narrowest && narrowest.without > counts.match && <p className="soft">{t.without(label, narrowest.without)}</p>}
      {known && queries.length > 0 && <p className="soft">{t.searched(queries, whereOf(head, known))}</p>}
      {steps.length > 0 && (
        <div className="outcome-steps">
          <span id="next-steps">{t.next}</span>
          <ul aria-labelledby="next-steps">
            {steps.map((step) => (
              <li key={step}>
                {act[step] ? (
                  <Button onClick={act[step]}>{t.steps[step](label, counts.needs_review)}</Button>
                ) : (
                  <Link className="button button-plain" href="/settings">
                    {t.steps[step](label, counts.needs_review)}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {counts.all > 0 && <PassRateList criteria={head.criteria} rates={rates} store={store} onTask={onTask} />}
    </details>
  );
}

/** Whether the last run was a preview. */
export const isPreview = ({ run }: Pick<HeadFragment, 'run'>) => run !== null && isPreviewed(run);

/** Where the queries were asked: in the collections that it names, else wherever a request is searched for. */
function whereOf(head: HeadFragment, { service: { searchProviders, indexedPages } }: OutcomeQuery): string {
  const web = searchProviders.filter(({ name, enabled }) => enabled && name !== 'index').map(({ name }) => name);
  const named = head.collections ? searchedBy(head, web.length > 0) : [];
  if (named.length > 0) return `${named.join(', ')}.`;
  return words.beforeRun.where(web, indexedPages.all, indexedPages.samples);
}

/** What the service says came of the runs; asked again when the run, the criteria or the counts change. Null until it is known. */
function useOutcome({ uuid, run, criteria }: HeadFragment, counts: Record<Tab, number>): OutcomeQuery | null {
  const [known, setKnown] = useState<OutcomeQuery | null>(null);
  const key = JSON.stringify([run?.uuid, counts, criteria]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what may change the answer asks again
  useEffect(() => {
    let stale = false;
    // without an answer the rest stands all the same
    ask(OutcomeDocument, { id: uuid }).then(
      (found) => !stale && setKnown(found),
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [uuid, key]);
  return known;
}
