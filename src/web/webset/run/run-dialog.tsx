import { useEffect, useState } from 'react';
import { ask } from '../../api/client.ts';
import {
  CeilingsDocument,
  type CeilingsQuery,
  type HeadFragment,
  type RunFactsFragment,
  type StartRunInput,
} from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { SourcesField, useSourcesChoice } from '../sources/sources-field.tsx';
import { EstimateNote } from './estimate.tsx';

const t = words.runDialog;
const NAMES = ['target', 'maxPages', 'maxMinutes'] as const;
type Ceilings = CeilingsQuery['service']['ceilings'];
type Budget = Omit<StartRunInput, 'websetId'>;

/** The limits of another run: the last one's, with a target above the current matches; within what the caller may set. */
export function RunDialog({
  head,
  run,
  matched,
  onStart,
  onClose,
}: {
  head: HeadFragment;
  run: RunFactsFragment;
  matched: number;
  /** `before`: to be done before the start. */
  onStart: (budget: Budget, before: (() => Promise<unknown>) | null) => void;
  onClose: () => void;
}) {
  const isImport = run.mode === 'IMPORT'; // its limits are those of the list
  const goal = Math.ceil((matched + 10) / 10) * 10;
  const [budget, setBudget] = useState({
    target: isImport ? goal : Math.max(run.target, goal),
    maxPages: run.maxPages,
    maxMinutes: run.maxMinutes,
  });
  const [maxCost, setMaxCost] = useState(run.maxCost ?? Number.NaN);
  const [percent, setPercent] = useState(run.judgeShare === null ? Number.NaN : Math.round(100 * run.judgeShare));
  const judgeShare = Number.isNaN(percent) ? {} : { judgeShare: percent / 100 };
  const sources = useSourcesChoice(head);
  const [ceilings, setCeilings] = useState<Ceilings | null>(null);
  useEffect(() => {
    let stale = false;
    const lower = ({ ceilings: most, defaults }: CeilingsQuery['service']) => {
      if (stale) return;
      setCeilings(most);
      if (isImport) setBudget((asked) => ({ ...defaults, target: Math.max(asked.target, defaults.target) }));
      setBudget((asked) => Object.fromEntries(NAMES.map((name) => [name, Math.min(asked[name], most[name])])) as typeof asked);
      setMaxCost((asked) => Math.min(asked, most.maxCost));
    };
    // when unknown, the service reports an exceeded limit
    ask(CeilingsDocument, {}).then(
      ({ service }) => lower(service),
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [isImport]);
  const costs = run.maxCost !== null || run.cost.inputTokens > 0;
  const most = (name: keyof Ceilings) => (ceilings ? t.most(ceilings[name]) : '');
  const field = (name: (typeof NAMES)[number]) => ({
    label: t[name],
    hint: most(name),
    type: 'number',
    inputMode: 'numeric' as const,
    min: 1,
    max: ceilings?.[name],
    required: true,
    value: Number.isNaN(budget[name]) ? '' : budget[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setBudget({ ...budget, [name]: event.target.valueAsNumber }),
  });
  return (
    <Dialog title={t.title} onClose={onClose}>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          onStart(
            { ...budget, ...judgeShare, ...(!Number.isNaN(maxCost) && { maxCost }) },
            sources.isSame ? null : () => sources.send(false),
          );
        }}
      >
        <p className="soft">{t.note}</p>
        <Field {...field('target')} hint={[t.already(matched), most('target')].filter(Boolean).join(', ')} />
        <div className="dialog-pair">
          <Field {...field('maxPages')} />
          <Field {...field('maxMinutes')} />
        </div>
        {costs && (
          <Field
            label={t.maxCost}
            hint={[t.maxCostHint, most('maxCost')].filter(Boolean).join(', ')}
            type="number"
            inputMode="decimal"
            min={0}
            max={ceilings?.maxCost}
            step="any"
            value={Number.isNaN(maxCost) ? '' : maxCost}
            onChange={(event) => setMaxCost(event.target.valueAsNumber)}
          />
        )}
        {costs && (
          <Field
            label={t.judgeShare}
            hint={t.judgeShareHint}
            type="number"
            inputMode="numeric"
            min={0}
            max={100}
            value={Number.isNaN(percent) ? '' : percent}
            onChange={(event) => setPercent(event.target.valueAsNumber)}
          />
        )}
        <details className="run-sources">
          <summary>{words.sources.choose}</summary>
          <SourcesField choice={sources} />
        </details>
        <EstimateNote websetId={head.uuid} maxPages={budget.maxPages} {...judgeShare} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="main" type="submit" icon="play" disabled={sources.isEmpty && !sources.isSame}>
            {t.start}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
