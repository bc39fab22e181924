import { useRef } from 'react';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { keepFocusIn } from '../../ui/focus.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Column } from '../view.ts';
import { type Condition, conditionText, isAskable, wordsOf } from './conditions.ts';

const t = words.filters;

interface Props {
  conditions: readonly Condition[];
  columns: readonly Column[];
  onConditions: (conditions: readonly Condition[]) => void;
  /** Opens the form of a column's conditions. */
  onFilter: (column: string) => void;
}

/** The conditions in effect, each with a way to change and remove it. */
export function FilterBar({ conditions, columns, onConditions, onFilter }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const shown = conditions.filter((one) => isAskable(one, columns));
  if (shown.length === 0) return null;
  const keep = (left: readonly Condition[]) => {
    onConditions(left);
    const toolbar = bar.current?.closest('main')?.querySelector('.toolbar');
    keepFocusIn(left.length > 0 ? bar.current : toolbar);
  };
  return (
    <div ref={bar} className="filter-bar" role="group" aria-label={t.bar}>
      {shown.map((one) => (
        <span key={conditionText(one)} className="filter-chip">
          <button type="button" className="filter-words" title={t.change} onClick={() => onFilter(one.key)}>
            <span dir="auto">{wordsOf(one, columns)}</span>
          </button>
          <button
            type="button"
            className="filter-remove"
            aria-label={t.remove(wordsOf(one, columns))}
            title={t.remove(wordsOf(one, columns))}
            onClick={() => keep(conditions.filter((other) => other !== one))}
          >
            <Icon name="close" size={12} />
          </button>
        </span>
      ))}
      {shown.length > 1 && (
        <Button kind="quiet" onClick={() => keep([])}>
          {t.clear}
        </Button>
      )}
    </div>
  );
}
