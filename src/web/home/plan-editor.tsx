import { useRef } from 'react';
import type { Format } from '../generated/documents.ts';
import { words } from '../texts/texts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Select } from '../ui/field.tsx';
import { Reading } from '../ui/reading.tsx';
import type { Plan, PlannedColumn, PlannedCriterion } from './draft.ts';

const LABEL_MAX = 80;
const DESCRIPTION_MAX = 500;
const t = words.homePage;

interface Suggestions {
  busy: boolean;
}

/** The editor of criteria and columns before the run. */
export function PlanEditor({
  plan,
  request,
  onChange,
  suggestions,
  foot,
}: {
  plan: Plan;
  /** The request by which criteria are read; null while another plan is coming. */
  request: string | null;
  onChange: (plan: Plan) => void;
  suggestions: Suggestions;
  foot: React.ReactNode;
}) {
  const { criteria, enrichments } = plan;
  return (
    <div className="plan">
      <List
        title={t.criteria}
        note={plan.whole ? t.whole[plan.whole] : t.criteriaNote}
        none={suggestions.busy ? t.suggesting : t.noCriteria}
        add={t.addCriterion}
        nameOf={t.criterionLabel}
        items={criteria}
        fresh={() => ({ key: crypto.randomUUID(), label: '', description: '' })}
        onChange={(next) => onChange({ ...plan, criteria: next })}
        reading={({ label }, id) => <Reading id={id} request={request} label={label} />}
      />
      <List
        title={t.columns}
        note={t.columnsNote}
        none={t.noColumns}
        add={t.addColumn}
        nameOf={t.columnLabel}
        items={enrichments}
        fresh={(): PlannedColumn => ({ key: crypto.randomUUID(), label: '', description: '', format: 'text' })}
        onChange={(next) => onChange({ ...plan, enrichments: next })}
        format={(item, set) => (
          <Select
            label={t.formatLabel(item.label)}
            hidden
            options={words.formats}
            value={item.format}
            onPick={(format: Format) => set({ ...item, format })}
          />
        )}
      />
      {foot}
    </div>
  );
}

interface ListProps<T extends PlannedCriterion> {
  title: string;
  note: string;
  none: string;
  add: string;
  nameOf: (place: number) => string;
  items: T[];
  fresh: () => T;
  onChange: (items: T[]) => void;
  format?: (item: T, set: (item: T) => void) => React.ReactNode;
  /** How an item is understood, with the id for its field's `aria-describedby`. */
  reading?: (item: T, id: string) => React.ReactNode;
}

function List<T extends PlannedCriterion>({ title, note, none, add, nameOf, items, fresh, onChange, format, reading }: ListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const focusLast = () => requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus());
  return (
    <section className="plan-list">
      <header>
        <h2>{title}</h2>
        <p className="soft">{note}</p>
      </header>
      {items.length === 0 && <p className="plan-none soft">{none}</p>}
      <ul ref={list}>
        {items.map((item, i) => {
          const set = (next: T) => onChange(items.map((one) => (one.key === item.key ? next : one)));
          const readingId = `reading-${item.key}`;
          return (
            <li key={item.key} className={format ? 'plan-item plan-item-format' : 'plan-item'}>
              <input
                aria-label={nameOf(i + 1)}
                aria-describedby={reading && readingId}
                maxLength={LABEL_MAX}
                value={item.label}
                onChange={(event) => set({ ...item, label: event.target.value })}
              />
              {format?.(item, set)}
              <IconButton icon="close" label={t.remove(item.label)} onClick={() => onChange(items.filter((one) => one.key !== item.key))} />
              {reading?.(item, readingId)}
              <input
                className="plan-description"
                aria-label={t.descriptionLabel(item.label)}
                placeholder={t.descriptionOf}
                maxLength={DESCRIPTION_MAX}
                value={item.description}
                onChange={(event) => set({ ...item, description: event.target.value })}
              />
            </li>
          );
        })}
      </ul>
      <Button
        kind="quiet"
        icon="plus"
        onClick={() => {
          onChange([...items, fresh()]);
          focusLast();
        }}
      >
        {add}
      </Button>
    </section>
  );
}
