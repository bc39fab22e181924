import { useEffect, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { narrowestOf, type PassRate, passRatesOf } from '../../../domain/run-outcome.ts';
import { ask } from '../../api/client.ts';
import { isPreviewed } from '../../api/run-words.ts';
import { type HeadFragment, type LineFragment, type NextStep, OutcomeDocument, type OutcomeQuery } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import type { ColumnTask } from '../grid/column-dialog.tsx';
import { useMayEdit } from '../share/access.ts';
import { searchedBy } from '../sources/searched.tsx';
import type { WebsetStore } from '../store.ts';
import { type Tab, verdictAt } from '../view.ts';
import { PassRateList } from './pass-rate-list.tsx';

const t = words.outcome;

interface Asked {
  head: HeadFragment;
  lines: readonly LineFragment[];
  counts: Record<Tab, number>;
  onTask: (task: ColumnTask) => void;
  /** Opens the review; null where it is offered already. */
  onReview: (() => void) | null;
  onSearch: () => void;
}

/** The outcome of the runs. */
export interface Outcome extends Pick<Asked, 'head' | 'counts' | 'onTask'> {
  /** One or two sentences. */
  said: string | null;
  /** In the order of the criteria. */
  rates: PassRate[];
  /** The number of rows that would match without a criterion, where that is more than do. */
  without: ReadonlyMap<string, number>;
  searched: string | null;
  /** Suggested next steps; `act` null: a link to the settings. */
  steps: { step: NextStep; label: string; act: (() => void) | null }[];
}

/** How many rows meet each criterion, which one excludes most, what was searched, and what to do next. Null where it is not needed. */
export function useOutcome(isAsked: boolean, { head, lines, counts, onTask, onReview, onSearch }: Asked): Outcome | null {
  const criteria = useMemo(() => head.criteria.map(({ uuid, required }) => ({ id: uuid, required })), [head.criteria]);
  const rates = useMemo(
    () =>
      isAsked
        ? passRatesOf(
            criteria,
            lines.map((line) => ({ rows: 1, verdicts: criteria.map(({ id }) => verdictAt(line, id)?.effective ?? null) })),
          )
        : [],
    [isAsked, criteria, lines],
  );
  const mayEdit = useMayEdit();
  const known = useKnown(isAsked, head, counts);
  if (!isAsked) return null;
  const narrowest = narrowestOf(criteria, rates);
  const label = head.criteria.find(({ uuid }) => uuid === narrowest?.criterionId)?.label ?? '';
  const queries = known?.webset.outcome?.queries ?? [];
  const steps = !mayEdit ? [] : (known?.webset.outcome?.nextSteps ?? []).filter((step) => step !== 'answer_rows' || onReview);
  const act: Partial<Record<NextStep, () => void>> = {
    ...(onReview && { answer_rows: onReview }),
    loosen_criterion: () => narrowest && onTask({ what: 'criterion', id: narrowest.criterionId }),
    search_more: onSearch,
  };
  const why = narrowest ? t.narrowest(label, narrowest.counts.match, narrowest.judged) : null;
  return {
    ...{ head, counts, onTask, rates },
    said: counts.all === 0 ? t.nothingFound : counts.match === 0 ? [t.noneMatch(counts.all), why].filter(Boolean).join(' ') : why,
    without: new Map(rates.filter(({ without }) => without > counts.match).map(({ criterionId, without }) => [criterionId, without])),
    searched: known && queries.length > 0 ? t.searched(queries, whereOf(head, known)) : null,
    steps: steps.map((step) => ({ step, label: t.steps[step](label, counts.needs_review), act: act[step] ?? null })),
  };
}

/** The outcome of the runs, in full. */
export function OutcomeDetails({ outcome, store }: { outcome: Outcome; store: WebsetStore }) {
  const { head, counts, said, rates, without, searched, steps, onTask } = outcome;
  return (
    <section className="outcome" aria-label={t.label}>
      {said && <p>{said}</p>}
      {searched && <p className="soft">{searched}</p>}
      {steps.length > 0 && (
        <div className="outcome-steps">
          <span id="next-steps">{t.next}</span>
          <ul aria-labelledby="next-steps">
            {steps.map(({ step, label, act }) => (
              <li key={step}>
                {act ? (
                  <Button onClick={act}>{label}</Button>
                ) : (
                  <Link className="button button-plain" href={step === 'connect_model' ? '/settings#model' : '/settings#search'}>
                    {label}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {counts.all > 0 && <PassRateList webset={head.uuid} criteria={head.criteria} {...{ rates, without, store, onTask }} />}
    </section>
  );
}

/** Whether the last run was a preview. */
export const isPreview = ({ run }: Pick<HeadFragment, 'run'>) => run !== null && isPreviewed(run);

/** Where the queries were searched: in the named collections, else the default. */
function whereOf(head: HeadFragment, { service: { searchProviders, indexedPages } }: OutcomeQuery): string {
  const web = searchProviders.filter(({ name, enabled }) => enabled && name !== 'index').map(({ name }) => name);
  const named = head.collections ? searchedBy(head, web.length > 0) : [];
  if (named.length > 0) return `${named.join(', ')}.`;
  return words.beforeRun.where(web, indexedPages.all, indexedPages.samples);
}

/** The service's outcome of the runs; fetched again when the run, the criteria or the counts change. Null until it is known. */
function useKnown(isAsked: boolean, { uuid, run, criteria }: HeadFragment, counts: Record<Tab, number>): OutcomeQuery | null {
  const [known, setKnown] = useState<OutcomeQuery | null>(null);
  const key = JSON.stringify([run?.uuid, counts, criteria]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever may change the answer fetches again
  useEffect(() => {
    if (!isAsked) return;
    let stale = false;
    // the rest is valid without the answer
    ask(OutcomeDocument, { id: uuid }).then(
      (found) => !stale && setKnown(found),
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [isAsked, uuid, key]);
  return known;
}
