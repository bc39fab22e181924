import type { SettingFragment } from '../generated/documents.ts';
import { Field, Select } from '../ui/field.tsx';
import { settingsTexts as t } from './texts.ts';

/** The input of one value: a choice, a key that is never shown, or a line of text. */
export function SettingInput({
  field: { name, kind, required, choices, isSet },
  value,
  onChange,
  disabled,
}: {
  field: SettingFragment['fields'][number];
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
}) {
  const label = t.fields[name] ?? t.key;
  if (kind === 'choice')
    return (
      <Select
        label={label}
        options={Object.fromEntries(choices.map((choice) => [choice, t.choices[choice] ?? choice]))}
        value={value}
        onPick={onChange}
      />
    );
  const isSecret = kind === 'secret';
  const hint = [t.hints[name], isSecret && t.never, !required && !isSecret && t.optional].filter(Boolean).join(' · ');
  return (
    <Field
      label={label}
      hint={hint}
      type={t.inputs[kind]}
      inputMode={kind === 'amount' ? 'decimal' : undefined}
      autoComplete={isSecret ? 'new-password' : 'off'}
      spellCheck={false}
      placeholder={isSecret && isSet ? t.kept : undefined}
      required={required && !(isSecret && isSet)}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
