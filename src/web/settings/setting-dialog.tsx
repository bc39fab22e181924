import { useEffect, useId, useRef, useState } from 'react';
import { ask } from '../api/client.ts';
import { asTrouble } from '../api/trouble.ts';
import {
  RemoveServiceSettingDocument,
  SetServiceSettingDocument,
  type SettingFragment,
  TryServiceSettingDocument,
  type TryServiceSettingMutation,
} from '../generated/documents.ts';
import { words } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { say } from '../ui/toast.tsx';
import { useChange } from '../webset/use-change.ts';
import { SettingInput } from './setting-input.tsx';
import type { SetUp } from './settings.ts';
import { settingsTexts as t } from './texts.ts';

type Tried = TryServiceSettingMutation['tryServiceSetting']['tried'];

/** The form of one setting: its values are tried, saved or removed. */
export function SettingDialog({
  setUp: { setting, found },
  onChanged,
  onClose,
}: {
  setUp: SetUp;
  onChanged: (setting: SettingFragment) => void;
  onClose: () => void;
}) {
  const { name, fields, source } = setting;
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      fields.map((field) => [field.name, found[field.name] ?? field.value ?? (field.required ? (field.choices[0] ?? '') : '')]),
    ),
  );
  const [withoutKey, setWithoutKey] = useState(false);
  const [tried, setTried] = useState<Tried | null>(null);
  const [trying, setTrying] = useState(false);
  const trial = useRef<AbortController>(null);
  const form = useId();
  const { busy, error, send, onSubmit } = useChange(onClose);
  // a secret that is left empty stays as it is
  const sent = fields
    .filter(({ name: field, kind, isSet }) => kind !== 'secret' || !isSet || values[field] !== '' || withoutKey)
    .map(({ name: field }) => ({ name: field, value: values[field] ?? '' }));
  const save = async () => {
    const { setServiceSetting } = await ask(SetServiceSettingDocument, { input: { name, values: sent } });
    onChanged(setServiceSetting.setting);
    say(t.saved);
  };
  const remove = async () => {
    const { removeServiceSetting } = await ask(RemoveServiceSettingDocument, { input: { name } });
    onChanged(removeServiceSetting.setting);
    say(t.removed);
  };
  const tryIt = async () => {
    const mine = new AbortController();
    trial.current = mine;
    setTrying(true);
    setTried(null);
    const answer = await ask(TryServiceSettingDocument, { input: { name, values: sent } }, mine.signal).then(
      ({ tryServiceSetting }) => tryServiceSetting.tried,
      (trouble: unknown) => ({ works: false, message: asTrouble(trouble).message }),
    );
    if (mine.signal.aborted) return;
    setTried(answer);
    setTrying(false);
  };
  /** A trial of the previous values is obsolete. */
  const change = (next: Record<string, string>) => {
    trial.current?.abort();
    setTrying(false);
    setTried(null);
    setValues(next);
  };
  useEffect(() => () => trial.current?.abort(), []);
  const isEmpty = fields.some(
    ({ name: field, kind, required, isSet }) => required && values[field]?.trim() === '' && !(kind === 'secret' && isSet),
  );
  return (
    <Dialog title={t.titles[name] ?? name} onClose={onClose}>
      <form id={form} className="dialog-form" onSubmit={onSubmit(save)}>
        <p className="soft">{t.notes[name] ?? t.paid}</p>
        {source === 'unreadable' && <p className="note note-bad">{t.unreadable}</p>}
        {fields.map((field) => (
          <SettingInput
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) => change({ ...values, [field.name]: value })}
            disabled={withoutKey && field.kind === 'secret'}
          />
        ))}
        {fields.some(({ kind, required, isSet }) => kind === 'secret' && !required && isSet) && (
          <label className="setting-without">
            <input
              type="checkbox"
              checked={withoutKey}
              onChange={(event) => {
                change(Object.fromEntries(fields.map((field) => [field.name, field.kind === 'secret' ? '' : (values[field.name] ?? '')])));
                setWithoutKey(event.target.checked);
              }}
            />{' '}
            {t.removeKey}
          </label>
        )}
        <p role="status" className={tried ? `note ${tried.works ? 'note-good' : 'note-bad'}` : 'unseen'}>
          {tried && inWords(tried.message, setting)}
        </p>
        {error && (
          <p className="note note-bad" role="alert">
            {inWords(error, setting)}
          </p>
        )}
        <div className="dialog-actions">
          {source && (
            <Button kind="grave" className="setting-remove" disabled={busy} onClick={() => void send(remove)}>
              {t.remove}
            </Button>
          )}
          {name !== 'cap' && (
            <Button busy={trying} disabled={isEmpty} onClick={() => void tryIt()}>
              {t.tryIt}
            </Button>
          )}
          <Button kind="main" type="submit" busy={busy} disabled={isEmpty}>
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** A message of the service, with the labels of the form instead of variable names. */
const inWords = (message: string, { fields }: SettingFragment) =>
  fields.reduce((text, { name }) => text.replaceAll(name, `“${t.fields[name] ?? t.key}”`), message);
