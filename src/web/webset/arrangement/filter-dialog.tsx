import { type FormEvent, useState } from 'react';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import type { Column } from '../view.ts';
import { type Condition, isAskable, type Op, opsOf, VERDICTS } from './conditions.ts';

const t = words.filters;

interface Props {
  column: Column;
  columns: readonly Column[];
  conditions: readonly Condition[];
  onConditions: (conditions: readonly Condition[]) => void;
  onClose: () => void;
}

/** The filter of one column: verdicts of a criterion; for values the text they contain, whether there are any, and bounds. */
export function FilterDialog({ column, columns, conditions, onConditions, onClose }: Props) {
  const { key, label } = column;
  const own = conditions.filter((one) => one.key === key);
  const saidOf = (op: Op) => own.find((one) => one.op === op)?.value ?? '';
  const [asked, setAsked] = useState<Partial<Record<Op, string>>>(() => Object.fromEntries(own.map(({ op, value }) => [op, value])));
  const [wrong, setWrong] = useState<Op | null>(null);
  const ops = opsOf(column);
  const apply = (next: readonly Condition[]) => {
    onConditions([...conditions.filter((one) => one.key !== key), ...next]);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isFlag = (op: Op) => op === 'empty' || op === 'filled';
    const next = ops.flatMap((op) => {
      const value = asked[op]?.trim() ?? '';
      return (isFlag(op) ? asked[op] !== undefined : value !== '') ? [{ key, op, value }] : [];
    });
    const bad = next.find((one) => !isAskable(one, columns));
    if (bad) return setWrong(bad.op);
    apply(next);
  };
  const fieldOf = (op: Op, more: { type?: string; inputMode?: 'decimal'; placeholder?: string } = {}) => (
    <Field
      key={op}
      label={t.fields[op]}
      defaultValue={saidOf(op)}
      wrong={wrong === op ? (t.wrong[op] ?? t.tooLong) : undefined}
      {...more}
      onChange={(event) => setAsked({ ...asked, [op]: event.target.value })}
    />
  );
  return (
    <Dialog title={t.title(label)} onClose={onClose}>
      <form className="dialog-form" onSubmit={submit} noValidate>
        {ops.includes('is') && <Verdicts asked={asked} onAsked={setAsked} canExclude={ops.includes('not')} />}
        {ops.includes('has') && fieldOf('has')}
        {ops.includes('min') && (
          <div className="dialog-pair">
            {fieldOf('min', { inputMode: 'decimal' })}
            {fieldOf('max', { inputMode: 'decimal' })}
          </div>
        )}
        {ops.includes('from') && (
          <div className="dialog-pair">
            {fieldOf('from', { placeholder: t.dateHint })}
            {fieldOf('to', { placeholder: t.dateHint })}
          </div>
        )}
        {ops.includes('filled') && (
          <fieldset className="choices">
            <legend>{t.presence}</legend>
            {([undefined, 'filled', 'empty'] as const).map((op) => (
              <label key={op ?? 'any'}>
                <input
                  type="radio"
                  name="presence"
                  defaultChecked={op ? own.some((one) => one.op === op) : !own.some((one) => one.op === 'filled' || one.op === 'empty')}
                  onChange={() => {
                    const { filled: _filled, empty: _empty, ...others } = asked;
                    setAsked(op ? { ...others, [op]: '' } : others);
                  }}
                />
                {op ? t.fields[op] : t.any}
              </label>
            ))}
          </fieldset>
        )}
        <div className="dialog-actions">
          {own.length > 0 && (
            <Button kind="quiet" className="dialog-left" onClick={() => apply([])}>
              {t.removeAll}
            </Button>
          )}
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="main" type="submit">
            {t.apply}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The verdicts to show: the checked ones, or all others. */
function Verdicts({
  asked,
  onAsked,
  canExclude,
}: {
  asked: Partial<Record<Op, string>>;
  onAsked: (asked: Partial<Record<Op, string>>) => void;
  canExclude: boolean;
}) {
  const [op, setOp] = useState<'is' | 'not'>(asked.not === undefined ? 'is' : 'not');
  const chosen = (asked[op] ?? '').split(',');
  const put = (next: 'is' | 'not', verdicts: readonly string[]) => {
    setOp(next);
    const list = VERDICTS.filter((one) => verdicts.includes(one));
    onAsked(list.length > 0 ? { [next]: list.join(',') } : {});
  };
  return (
    <>
      <fieldset className="choices" hidden={!canExclude}>
        <legend>{t.verdictLegend}</legend>
        {(['is', 'not'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name="op" checked={op === one} onChange={() => put(one, chosen)} />
            {t.fields[one]}
          </label>
        ))}
      </fieldset>
      <fieldset className="choices">
        <legend className="unseen">{t.verdicts}</legend>
        {VERDICTS.map((verdict) => (
          <label key={verdict}>
            <input
              type="checkbox"
              checked={chosen.includes(verdict)}
              onChange={({ target }) => put(op, target.checked ? [...chosen, verdict] : chosen.filter((one) => one !== verdict))}
            />
            <Chip verdict={verdict} />
          </label>
        ))}
      </fieldset>
    </>
  );
}
