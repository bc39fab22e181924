import { useState } from 'react';
import type { HeadFragment, LineFragment, Verdict } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { VERDICTS } from '../arrangement/conditions.ts';
import type { WebsetStore } from '../store.ts';
import { exportRows, hideRows, judgeRows, mergeRows } from './bulk.ts';

const t = words.selection;
const MERGED_MAX = 100;

interface Props {
  head: HeadFragment;
  rows: readonly LineFragment[];
  store: WebsetStore;
  mayEdit: boolean;
  onClear: () => void;
  /** Called when it cannot be loaded. */
  onClose: () => void;
  /** Opens the form for another title of a row. */
  onTitle: (row: LineFragment) => void;
  /** Focuses the rows: the bar disappears with its action. */
  onDone: () => void;
}

/** The actions for the selected rows. */
export function SelectionBar({ head, rows, store, mayEdit, onClear, onTitle, onDone }: Props) {
  const [judging, setJudging] = useState(false);
  const [busy, setBusy] = useState(false);
  const isAside = rows[0]?.hidden === true;
  /** The rows stay selected if nothing was changed. */
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    const isDone = await work();
    setBusy(false);
    if (isDone === false) return;
    onClear();
    onDone();
  };
  return (
    <div className="selection-bar" role="group" aria-label={t.bar}>
      <span role="status">{t.count(rows.length)}</span>
      {mayEdit && head.criteria.length > 0 && !isAside && (
        <Button kind="quiet" icon="person" busy={busy} onClick={() => setJudging(true)}>
          {t.verdict}
        </Button>
      )}
      {mayEdit && (
        <Button kind="quiet" icon="eye" busy={busy} onClick={() => void run(() => hideRows(store, rows, isAside))}>
          {isAside ? t.show : t.hide}
        </Button>
      )}
      {mayEdit && !isAside && rows.length > 1 && rows.length <= MERGED_MAX && (
        <Button kind="quiet" icon="copy" busy={busy} onClick={() => void run(() => mergeRows(store, rows))}>
          {t.merge}
        </Button>
      )}
      {mayEdit && rows.length === 1 && (
        <Button kind="quiet" icon="pencil" onClick={() => onTitle(rows[0] as LineFragment)}>
          {t.title}
        </Button>
      )}
      <Button kind="quiet" icon="download" onClick={() => exportRows(head, rows)}>
        {t.export}
      </Button>
      <Button
        kind="quiet"
        icon="close"
        onClick={() => {
          onClear();
          onDone();
        }}
      >
        {t.clear}
      </Button>
      {judging && (
        <VerdictDialog
          head={head}
          count={rows.length}
          onSend={(criterion, verdict) => void run(() => judgeRows(store, rows, criterion, verdict))}
          onClose={() => setJudging(false)}
        />
      )}
    </div>
  );
}

function VerdictDialog({
  head: { criteria },
  count,
  onSend,
  onClose,
}: {
  head: HeadFragment;
  count: number;
  onSend: (criterion: string, verdict: Verdict) => void;
  onClose: () => void;
}) {
  const [criterion, setCriterion] = useState(criteria[0]?.uuid ?? '');
  const [verdict, setVerdict] = useState<Verdict>('match');
  return (
    <Dialog title={t.dialogTitle(count)} onClose={onClose}>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          onSend(criterion, verdict);
        }}
      >
        <Select
          label={t.criterion}
          options={Object.fromEntries(criteria.map(({ uuid, label }) => [uuid, label]))}
          value={criterion}
          onPick={setCriterion}
        />
        <fieldset className="choices">
          <legend>{words.review.legend}</legend>
          {VERDICTS.map((one) => (
            <label key={one}>
              <input type="radio" name="verdict" checked={verdict === one} onChange={() => setVerdict(one)} />
              <Chip verdict={one} />
            </label>
          ))}
        </fieldset>
        <p className="soft dialog-note">{words.review.counts}</p>
        <div className="dialog-actions">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="main" type="submit">
            {words.review.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
