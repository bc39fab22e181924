import { useState } from 'react';
import type { RunFactsFragment, StartRunInput } from '../../generated/documents.ts';
import { words } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { EstimateNote } from './estimate.tsx';

const t = words.runDialog;
const BOUNDS = { target: 100_000, maxPages: 1_000_000, maxMinutes: 10_080 };
type Budget = Omit<StartRunInput, 'websetId'>;

/** How far another run may go: the last one's bounds, with a goal beyond what matches already. */
export function RunDialog({
  websetId,
  run,
  matched,
  onStart,
  onClose,
}: {
  websetId: string;
  run: RunFactsFragment;
  matched: number;
  onStart: (budget: Budget) => void;
  onClose: () => void;
}) {
  const [budget, setBudget] = useState({
    target: Math.max(run.target, Math.ceil((matched + 10) / 10) * 10),
    maxPages: run.maxPages,
    maxMinutes: run.maxMinutes,
  });
  const [maxCost, setMaxCost] = useState(run.maxCost ?? Number.NaN);
  const costs = run.maxCost !== null || run.cost.inputTokens > 0;
  const field = (name: keyof typeof BOUNDS) => ({
    label: t[name],
    type: 'number',
    inputMode: 'numeric' as const,
    min: 1,
    max: BOUNDS[name],
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
          onStart(Number.isNaN(maxCost) ? budget : { ...budget, maxCost });
        }}
      >
        <p className="soft">{t.note}</p>
        <Field {...field('target')} hint={t.already(matched)} />
        <div className="dialog-pair">
          <Field {...field('maxPages')} />
          <Field {...field('maxMinutes')} />
        </div>
        {costs && (
          <Field
            label={t.maxCost}
            hint={t.maxCostHint}
            type="number"
            inputMode="decimal"
            min={0}
            step="any"
            value={Number.isNaN(maxCost) ? '' : maxCost}
            onChange={(event) => setMaxCost(event.target.valueAsNumber)}
          />
        )}
        <EstimateNote websetId={websetId} maxPages={budget.maxPages} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="main" type="submit" icon="play">
            {t.start}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
