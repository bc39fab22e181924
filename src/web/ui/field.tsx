import { type ComponentProps, type ReactNode, useId } from 'react';

interface Props {
  label: string;
  hint?: ReactNode;
  wrong?: string | undefined;
}

/** A labelled input; its error is shown below it and read with it. */
export function Field({ label, hint, wrong, ...rest }: Props & ComponentProps<'input'>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {hint && <small>{hint}</small>}
      </label>
      <input id={id} aria-invalid={wrong ? true : undefined} aria-describedby={wrong ? `${id}-wrong` : undefined} {...rest} />
      {wrong && (
        <p className="field-wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
    </div>
  );
}

export function Area({ label, hint, ...rest }: Props & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {hint && <small>{hint}</small>}
      </label>
      <textarea id={id} {...rest} />
    </div>
  );
}

/** A choice of a few options, all visible. */
export function Choices<T extends string>({
  label,
  options,
  value,
  onPick,
}: {
  label: string;
  options: Record<T, string>;
  value: T;
  onPick: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset className="field choices">
      <legend>{label}</legend>
      {Object.entries<string>(options).map(([option, words]) => (
        <label key={option}>
          <input type="radio" name={name} checked={value === option} onChange={() => onPick(option as T)} /> {words}
        </label>
      ))}
    </fieldset>
  );
}

export function Select<T extends string>({
  label,
  options,
  value,
  onPick,
  hidden = false,
}: {
  label: string;
  options: Record<T, string>;
  value: T;
  onPick: (value: T) => void;
  hidden?: boolean;
}) {
  const id = useId();
  return (
    <div className={hidden ? 'field field-bare' : 'field'}>
      <label htmlFor={id} className={hidden ? 'unseen' : undefined}>
        {label}
      </label>
      <span className="select">
        <select id={id} value={value} onChange={(event) => onPick(event.target.value as T)}>
          {Object.entries<string>(options).map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </select>
      </span>
    </div>
  );
}
