import * as db from '../../db/queries/shared/setting.ts';
import { Fault } from '../../domain/errors.ts';
import type { Operator, SettingState, SettingTried, SettingValues, StoredSettings } from '../../domain/service/setting.ts';
import type { Call } from '../call.ts';
import { spend } from '../limits.ts';
import { signedIn } from '../open.ts';

/** A call with the settings that are kept in the database. */
export interface SettingsCall extends Call {
  settings: StoredSettings;
  /** Aborted when the caller leaves; absent: it is not watched. */
  left?(): AbortSignal | undefined;
}

/** Who may set the service up in the app. */
export async function findOperator({ db: database, viewer }: Call): Promise<Operator> {
  const operator = await db.findOperator(database);
  if (operator === undefined) return 'first';
  if (operator === null) return 'nobody';
  return operator === viewer.userId && !viewer.share ? 'caller' : 'another';
}

/** Every setting, for the operator; null for others. */
export async function listSettings(call: SettingsCall): Promise<SettingState[] | null> {
  return (await findOperator(call)) === 'caller' ? call.settings.states() : null;
}

/** UNAUTHORIZED when nobody is signed in, FORBIDDEN for other accounts. */
async function holdOperator(call: SettingsCall): Promise<void> {
  signedIn(call);
  if ((await findOperator(call)) !== 'caller') throw new Fault('FORBIDDEN', 'Only the operator of this service may set it up');
}

/**
 * Stores a setting, used from the next run on. BAD_REQUEST for unusable values, CONFLICT for one that the environment sets, NOT_FOUND for
 * an unknown name.
 */
export async function setSetting(call: SettingsCall, name: string, values: SettingValues): Promise<SettingState> {
  await holdOperator(call);
  return call.settings.save(name, values);
}

/** Forgets a setting. One that is not set stays so. */
export async function removeSetting(call: SettingsCall, name: string): Promise<SettingState> {
  await holdOperator(call);
  return call.settings.remove(name);
}

/** Tries values once without storing them; it counts as a run of the caller's hour. CONFLICT while another try is under way. */
export async function trySetting(call: SettingsCall, name: string, values: SettingValues): Promise<SettingTried> {
  await holdOperator(call);
  await spend(call, 'run');
  return call.settings.attempt(name, values, call.left?.() ?? new AbortController().signal);
}
