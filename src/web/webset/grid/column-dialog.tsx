import { useId, useState } from 'react';
import { ask } from '../../api/client.ts';
import {
  AddCriterionDocument,
  AddEnrichmentDocument,
  type Format,
  type HeadFragment,
  UpdateCriterionDocument,
  UpdateEnrichmentDocument,
} from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Area, Field, Select } from '../../ui/field.tsx';
import { Reading } from '../../ui/reading.tsx';
import { removeColumn } from '../edit/remove-column.ts';
import type { WebsetStore } from '../store.ts';
import { useChange } from '../use-change.ts';

const t = words.columnDialog;

/** The subject of the column dialog; `id` null: a new one. */
export type ColumnTask = { what: 'criterion' | 'enrichment'; id: string | null };

/** The form of a criterion or column: adds, changes or removes it. */
export function ColumnDialog({
  task: { what, id },
  head,
  store,
  onClose,
  onChanged,
}: {
  task: ColumnTask;
  head: HeadFragment;
  store: WebsetStore;
  onClose: () => void;
  /** It is new, or its question changed. */
  onChanged: (id: string, label: string) => void;
}) {
  const isCriterion = what === 'criterion';
  const known = isCriterion ? head.criteria.find(({ uuid }) => uuid === id) : head.enrichments.find(({ uuid }) => uuid === id);
  const [label, setLabel] = useState(known?.label ?? '');
  const [description, setDescription] = useState(known?.description ?? '');
  const [format, setFormat] = useState<Format>(known && 'format' in known ? known.format : 'text');
  const [required, setRequired] = useState(known && 'required' in known ? known.required : true);
  const { busy, error, onSubmit } = useChange(() => {
    store.reload();
    onClose();
  });
  const readingId = useId();
  const isFixed = id !== null && head.runAlive;

  const save = async () => {
    const said = { label: label.trim(), description: description.trim() || null };
    if (id === null) {
      const input = { websetId: head.uuid, ...said };
      const made = isCriterion
        ? (await ask(AddCriterionDocument, { input: { ...input, required } })).addCriterion.criterion
        : (await ask(AddEnrichmentDocument, { input: { ...input, format } })).addEnrichment.enrichment;
      return onChanged(made.uuid, said.label);
    }
    if (isCriterion) await ask(UpdateCriterionDocument, { input: { criterionId: id, ...said, required } });
    else await ask(UpdateEnrichmentDocument, { input: { enrichmentId: id, ...said, format } });
    const isOther =
      known?.label !== said.label || (known.description ?? null) !== said.description || ('format' in known && known.format !== format);
    if (isOther) onChanged(id, said.label);
  };
  const remove = () => {
    if (id === null) return;
    onClose();
    removeColumn(store, { of: head.uuid, what, id, label: known?.label ?? '' });
  };

  const title = id === null ? (isCriterion ? t.addCriterion : t.addEnrichment) : isCriterion ? t.editCriterion : t.editEnrichment;
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="dialog-form" onSubmit={onSubmit(save)}>
        {id === null && <p className="soft">{isCriterion ? t.criterionHint : t.enrichmentHint}</p>}
        {isFixed && <p className="note">{t.whileAlive}</p>}
        <div className="field">
          <Field
            label={t.label}
            value={label}
            maxLength={80}
            required
            disabled={isFixed}
            aria-describedby={isCriterion ? readingId : undefined}
            onChange={(event) => setLabel(event.target.value)}
          />
          {isCriterion && <Reading id={readingId} request={head.originalQuery} label={label} />}
        </div>
        <Area
          label={t.description}
          hint={t.optional}
          rows={3}
          value={description}
          maxLength={500}
          disabled={isFixed}
          onChange={(event) => setDescription(event.target.value)}
        />
        {isCriterion && (
          <label className="check">
            <input type="checkbox" checked={required} disabled={isFixed} onChange={(event) => setRequired(event.target.checked)} />
            <span>
              {t.required} <small className="soft">{t.requiredHint}</small>
            </span>
          </label>
        )}
        {!isCriterion && <Select label={t.format} options={words.formats} value={format} onPick={setFormat} />}
        <p className="soft dialog-note">{id === null ? (isCriterion ? t.later : t.laterColumn) : t.editNote}</p>
        {error && (
          <p className="note note-bad" role="alert">
            {error}
          </p>
        )}
        <div className="dialog-actions">
          {id !== null && (
            <Button kind="grave" icon="trash" className="dialog-left" disabled={isFixed} onClick={remove}>
              {t.remove}
            </Button>
          )}
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="main" type="submit" busy={busy} disabled={isFixed || label.trim() === ''}>
            {id === null ? t.add : words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
