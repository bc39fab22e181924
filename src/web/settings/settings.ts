import { useCallback, useEffect, useState } from 'react';
import { usePerson } from '../api/account.ts';
import { ask } from '../api/client.ts';
import { relearnService } from '../api/service-setup.ts';
import { asTrouble } from '../api/trouble.ts';
import { type SettingFragment, SettingsDocument, type SettingsQuery } from '../generated/documents.ts';

export type Settings = SettingsQuery['service'];

/** The operator's settings, fetched again when somebody signs in or out; null until they are known. `changed` replaces one setting. */
export function useSettings() {
  const person = usePerson();
  const [settings, setSettings] = useState<Settings | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const whose = person === undefined ? undefined : (person?.id ?? null);
  useEffect(() => {
    setSettings(null); // they belong to another account
    if (whose === undefined) return;
    let isOver = false;
    ask(SettingsDocument, {}).then(
      ({ service }) => {
        if (isOver) return;
        setSettings(service);
        setTrouble(null);
      },
      (error: unknown) => !isOver && setTrouble(asTrouble(error).message),
    );
    return () => {
      isOver = true;
    };
  }, [whose]);
  const changed = useCallback((setting: SettingFragment) => {
    setSettings(
      (before) => before && { ...before, settings: before.settings?.map((one) => (one.name === setting.name ? setting : one)) ?? null },
    );
    relearnService();
  }, []);
  return { settings, trouble, changed, whose };
}

/** A setting to open, with the values that were found for it. */
export interface SetUp {
  setting: SettingFragment;
  found: Readonly<Record<string, string>>;
}
