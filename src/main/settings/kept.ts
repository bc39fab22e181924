import { openSeal, type Seal } from '../../auth/seal.ts';
import { type Stored, withStored } from '../../config/app-settings.ts';
import { type Config, ConfigError } from '../../config.ts';
import type { Tx } from '../../db/connection/client.ts';
import { listSettings } from '../../db/queries/shared/setting.ts';
import type { SettingValues } from '../../domain/service/setting.ts';
import { judgeOf } from '../models.ts';
import { findSecret } from '../secret.ts';

/** The stored settings, as far as this process can decrypt them. */
export interface Kept {
  stored: Stored;
  /** Settings that were encrypted with another secret. */
  unreadable: ReadonlySet<string>;
}

export function openKept(rows: readonly { name: string; sealed: string }[], seal: Seal | null): Kept {
  const stored = new Map<string, SettingValues>();
  const unreadable = new Set<string>();
  for (const { name, sealed } of rows) {
    const text = seal?.open(name, sealed) ?? null;
    if (text === null) unreadable.add(name);
    else stored.set(name, JSON.parse(text));
  }
  return { stored, unreadable };
}

/**
 * The stored settings that are valid together; an invalid one (of another version, or a model without a known price) does not affect the
 * others.
 */
export function usableOf(own: Config, stored: Stored, onProblem: (name: string, problem: string) => void = () => {}): Stored {
  const usable = new Map<string, SettingValues>();
  for (const [name, values] of stored) {
    try {
      judgeOf(withStored(own, new Map([...usable, [name, values]])));
      usable.set(name, values);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      onProblem(name, error.message);
    }
  }
  return usable;
}

/** The configuration of environment and database, for a command; invalid settings are left out and reported on stderr. */
export async function configOfService(own: Config, db: Tx): Promise<Config> {
  const secret = await findSecret(own);
  const { stored, unreadable } = openKept(await listSettings(db), secret === null ? null : openSeal(secret));
  for (const name of unreadable) console.error(`${name}: is set in the app under another AUTH_SECRET: it is not used here`);
  return withStored(
    own,
    usableOf(own, stored, (name, problem) => console.error(`${name}: is set in the app, and cannot be used: ${problem}`)),
  );
}
