import { useEffect, useMemo, useState } from 'react';
import { ask } from '../../api/client.ts';
import {
  FillEstimateDocument,
  type FillEstimateQuery,
  type HeadFragment,
  type LineFragment,
  type RunMode,
  StartRunDocument,
} from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choices, Select } from '../../ui/field.tsx';
import { isOwed } from '../grid/cell-state.ts';
import type { WebsetStore } from '../store.ts';
import { useChange } from '../use-change.ts';
import { shortUrl } from '../view.ts';

const t = words.fill;
const SCOPE_MAX = 1000;
const ALL = '';

interface Fresh {
  what: 'criterion' | 'enrichment';
  label: string;
}

/** The scope of a run without a search. */
export interface FillTask {
  /** The UUID of a criterion or column; null: all. */
  column: string | null;
  /** The only row; null: to be chosen. */
  row?: LineFragment;
  /** The criterion or column is new, or its question changed: there is nothing yet to judge again. */
  fresh?: Fresh;
}

/** Starts a run that fills missing cells or judges again, from the pages as they were read; shows the estimate first. */
export function FillDialog({
  task,
  head,
  lines,
  shown,
  store,
  onClose,
}: {
  task: FillTask;
  head: HeadFragment;
  lines: readonly LineFragment[];
  /** The visible rows. */
  shown: readonly LineFragment[];
  store: WebsetStore;
  onClose: () => void;
}) {
  const { row, fresh } = task;
  const [column, setColumn] = useState(task.column ?? ALL);
  const [again, setAgain] = useState(() => row !== undefined || (fresh === undefined && !isMissing(lines, task.column)));
  const [some, setSome] = useState(false);
  const isCriterion = fresh ? fresh.what === 'criterion' : head.criteria.some(({ uuid }) => uuid === column);
  const label = fresh?.label ?? [...head.criteria, ...head.enrichments].find(({ uuid }) => uuid === column)?.label;
  const canChoose = row === undefined && shown.length > 0 && shown.length < lines.length && !shown[0]?.hidden;
  const mode: RunMode = again ? 'REJUDGE' : 'FILL';
  const rowIds = row ? [row.uuid] : canChoose && some ? shown.slice(0, SCOPE_MAX).map(({ uuid }) => uuid) : null;
  const columnIds = column === ALL ? {} : isCriterion ? { criterionIds: [column] } : { enrichmentIds: [column] };
  const scope = { mode, ...(rowIds && { rowIds }), ...columnIds };
  const found = useEstimate(head.uuid, scope);
  const { busy, error, onSubmit } = useChange(onClose);
  const start = async () => store.setHead((await ask(StartRunDocument, { input: { websetId: head.uuid, ...scope } })).startRun.webset);
  const isNothing = found !== null && found !== 'unknown' && found.rows === 0;
  const options = useMemo(
    () => ({ [ALL]: t.everything, ...Object.fromEntries([...head.criteria, ...head.enrichments].map((one) => [one.uuid, one.label])) }),
    [head.criteria, head.enrichments],
  );
  return (
    <Dialog title={titleOf({ label, again, isCriterion })} onClose={onClose}>
      <form className="dialog-form" onSubmit={onSubmit(start)}>
        <p className="soft">
          {row && t.forRow(row.title || shortUrl(row.url))} {t.note} {again && t.kept}
        </p>
        {!fresh && !row && <Select label={t.column} options={options} value={column} onPick={setColumn} />}
        {!fresh && !row && (
          <Choices
            label={t.what}
            options={{ FILL: t.missing, REJUDGE: t.anew }}
            value={mode}
            onPick={(picked) => setAgain(picked === 'REJUDGE')}
          />
        )}
        {canChoose && (
          <Choices
            label={t.rows}
            options={{
              all: t.allRows(lines.length),
              some: (shown.length > SCOPE_MAX ? t.firstRows : t.shownRows)(Math.min(SCOPE_MAX, shown.length)),
            }}
            value={some ? 'some' : 'all'}
            onPick={(picked) => setSome(picked === 'some')}
          />
        )}
        <p className="fill-estimate" role="status">
          {head.runAlive
            ? t.runAlive
            : found === null
              ? t.counting
              : found === 'unknown'
                ? t.unknown
                : isNothing
                  ? again
                    ? t.noRows
                    : t.nothing
                  : t.estimate(found)}
        </p>
        {error && (
          <p className="note note-bad" role="alert">
            {error}
          </p>
        )}
        <div className="dialog-actions">
          <Button onClick={onClose}>{fresh ? t.later : words.cancel}</Button>
          <Button kind="main" type="submit" icon={again ? 'again' : 'play'} busy={busy} disabled={head.runAlive || isNothing}>
            {again ? t.startAgain : t.start}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Whether a row lacks a cell of a column, or of any. */
const isMissing = (lines: readonly LineFragment[], column: string | null) =>
  lines.some(
    ({ verdicts, values }) =>
      verdicts.some(({ criterion, state }) => isOwed(state) && (column === null || criterion.uuid === column)) ||
      values.some(({ enrichment, state }) => isOwed(state) && (column === null || enrichment.uuid === column)),
  );

function titleOf({ label, again, isCriterion }: { label: string | undefined; again: boolean; isCriterion: boolean }): string {
  if (!label) return again ? t.againAll : t.fillAll;
  if (again) return isCriterion ? t.againOne(label) : t.fillAgainOne(label);
  return isCriterion ? t.judgeOne(label) : t.fillOne(label);
}

interface Scope {
  mode: RunMode;
  rowIds?: string[];
  criterionIds?: string[];
  enrichmentIds?: string[];
}
type Estimate = NonNullable<NonNullable<FillEstimateQuery['webset']>['estimate']>;

/** The estimate for a run of this scope; null while it is fetched. */
function useEstimate(id: string, scope: Scope): Estimate | 'unknown' | null {
  const [found, setFound] = useState<{ key: string; estimate: Estimate | 'unknown' } | null>(null);
  const key = JSON.stringify(scope);
  useEffect(() => {
    let stale = false;
    ask(FillEstimateDocument, { id, ...(JSON.parse(key) as Scope) }).then(
      ({ webset }) => !stale && setFound({ key, estimate: webset.estimate ?? 'unknown' }),
      () => !stale && setFound({ key, estimate: 'unknown' }),
    );
    return () => {
      stale = true;
    };
  }, [id, key]);
  return found?.key === key ? found.estimate : null;
}
