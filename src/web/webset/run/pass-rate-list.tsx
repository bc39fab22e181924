import { useState } from 'react';
import type { PassRate } from '../../../domain/run-outcome.ts';
import { ask } from '../../api/client.ts';
import { asTrouble } from '../../api/trouble.ts';
import { type HeadFragment, UpdateCriterionDocument, type Verdict } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { say } from '../../ui/toast.tsx';
import { removeColumn } from '../edit/remove-column.ts';
import type { ColumnTask } from '../grid/column-dialog.tsx';
import { useMayEdit } from '../share/access.ts';
import type { WebsetStore } from '../store.ts';

const t = words.outcome;
const VERDICTS: readonly Verdict[] = ['match', 'partial', 'needs_review', 'no_match'];

/** How many rows meet each criterion, with ways to change it. */
export function PassRateList({
  webset,
  criteria,
  rates,
  without,
  store,
  onTask,
}: {
  /** The webset's UUID. */
  webset: string;
  criteria: HeadFragment['criteria'];
  /** In the order of the criteria. */
  rates: readonly PassRate[];
  /** The number of rows that would match without a criterion, where that is more than do. */
  without: ReadonlyMap<string, number>;
  store: WebsetStore;
  onTask: (task: ColumnTask) => void;
}) {
  const [busy, setBusy] = useState<string | null>(null);
  const mayEdit = useMayEdit();
  const require = async (criterionId: string, required: boolean) => {
    setBusy(criterionId);
    try {
      await ask(UpdateCriterionDocument, { input: { criterionId, required } });
      store.reload();
    } catch (error) {
      say(asTrouble(error).message, { kind: 'bad' });
    }
    setBusy(null);
  };
  return (
    <ul className="pass-rates">
      {criteria.map(({ uuid, label, required }, i) => (
        <li key={uuid}>
          <span className="pass-label">
            {label} {!required && <small className="soft">{t.optional}</small>}
          </span>
          <span className="pass-counts">
            {VERDICTS.map((verdict) => {
              const { counts, judged } = rates[i] as PassRate;
              return (
                <span key={verdict} className={`mark mark-${verdict}`} title={t.of(words.verdicts[verdict], counts[verdict], judged)}>
                  <Icon name={verdict} size={14} />
                  {counts[verdict]}
                  <span className="unseen">{words.verdicts[verdict]}</span>
                </span>
              );
            })}
          </span>
          {mayEdit && (
            <span className="pass-actions">
              <Button kind="quiet" aria-label={t.rewordOne(label)} onClick={() => onTask({ what: 'criterion', id: uuid })}>
                {t.reword}
              </Button>
              <Button
                kind="quiet"
                busy={busy === uuid}
                aria-label={required ? t.makeOptionalOne(label) : t.makeRequiredOne(label)}
                onClick={() => void require(uuid, !required)}
              >
                {required ? t.makeOptional(without.get(uuid) ?? null) : t.makeRequired}
              </Button>
              <Button
                kind="quiet"
                aria-label={t.dropOne(label)}
                onClick={() => removeColumn(store, { of: webset, what: 'criterion', id: uuid, label })}
              >
                {t.drop}
              </Button>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
