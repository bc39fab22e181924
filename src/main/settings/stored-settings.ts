import { credentialsKeyOf, keyOf } from '../../agent/model/endpoint.ts';
import { providersWith } from '../../agent/search/registry.ts';
import { openSeal } from '../../auth/seal.ts';
import { APP_SETTINGS, setByEnvironment, withStored } from '../../config/app-settings.ts';
import { type Config, ConfigError } from '../../config.ts';
import type { Database, Tx } from '../../db/connection/client.ts';
import { clearPauses } from '../../db/queries/shared/pause.ts';
import { deleteSetting, listSettings, lockSettings, putSetting } from '../../db/queries/shared/setting.ts';
import { Fault } from '../../domain/errors.ts';
import type { SettingField, SettingShape, SettingState, SettingValues, StoredSettings } from '../../domain/service/setting.ts';
import { endpointsOf, judgeOf } from '../models.ts';
import { type Kept, openKept, usableOf } from './kept.ts';
import type { LiveConfig } from './live.ts';

/** The operator's settings, of this process and of the shared database. `own` is the configuration of the environment. */
export function storedSettings(own: Config, { live, db, secret }: { live: LiveConfig; db: Database; secret: string }): StoredSettings {
  const seal = openSeal(secret);
  const environment = setByEnvironment(own);
  let isTrying = false;
  // committed changes are stored: a process that cannot read them now is notified again
  const takeOver = () => live.reread().catch(() => {});
  const shapeOf = (name: string) => {
    const shape = APP_SETTINGS.find((one) => one.name === name);
    if (!shape) throw new Fault('NOT_FOUND', `There is no setting ${name}`);
    if (environment.has(name)) throw new Fault('CONFLICT', `The environment sets ${shape.fields[0]?.name}: it goes before the app`);
    return shape;
  };
  return {
    states: () => APP_SETTINGS.map((shape) => stateOf(shape, environment, live.kept())),
    async save(name, values) {
      const shape = shapeOf(name);
      const saved = await db.transaction(async (tx) => {
        await lockSettings(tx);
        const next = checked(own, shape, values, openKept(await listSettings(tx), seal));
        await putSetting(tx, name, seal.close(name, JSON.stringify(next.values)));
        await endRests(tx, name, next.config);
        return next.values;
      });
      await takeOver();
      return stateOf(shape, environment, { stored: new Map([[name, saved]]), unreadable: new Set() });
    },
    async remove(name) {
      const shape = shapeOf(name);
      await db.transaction((tx) => deleteSetting(tx, name));
      await takeOver();
      return stateOf(shape, environment, { stored: new Map(), unreadable: new Set() });
    },
    async attempt(name, values, signal) {
      const { config } = checked(own, shapeOf(name), values, live.kept());
      if (isTrying) throw new Fault('CONFLICT', 'Another try is under way: it ends within a minute');
      isTrying = true;
      try {
        const { attemptSetting } = await import('./attempt.ts'); // loads much code of the agent
        return await attemptSetting(db, config, name, signal);
      } finally {
        isTrying = false;
      }
    },
  };
}

/** Ends the pauses that a rejected key caused. */
async function endRests(tx: Tx, name: string, config: Config): Promise<void> {
  if (name === 'model')
    for (const { endpoint } of endpointsOf(config)) {
      await clearPauses(tx, ['model'], keyOf(endpoint));
      await clearPauses(tx, ['model-unavailable'], credentialsKeyOf(endpoint));
    }
  else for (const provider of name === 'contact' ? providersWith('contact') : [name]) await clearPauses(tx, ['provider'], provider);
}

function stateOf({ name, fields }: SettingShape, environment: ReadonlySet<string>, { stored, unreadable }: Kept): SettingState {
  const source = environment.has(name) ? 'environment' : unreadable.has(name) ? 'unreadable' : stored.has(name) ? 'app' : null;
  const values = source === 'app' ? stored.get(name) : undefined;
  return {
    name,
    source,
    fields: fields.map((field) => ({
      ...field,
      value: field.kind === 'secret' ? null : (values?.[field.name] ?? null),
      isSet: values?.[field.name] !== undefined,
    })),
  };
}

/** The values to store, and the resulting configuration. Throws Fault BAD_REQUEST for invalid values. */
function checked(own: Config, { name, fields }: SettingShape, input: SettingValues, { stored }: Kept) {
  const strange = Object.keys(input).find((one) => !fields.some((field) => field.name === one));
  if (strange !== undefined) throw new Fault('BAD_REQUEST', `${strange} is no value of ${name}`);
  const before = stored.get(name) ?? {};
  const values = valuesOf(fields, input, before);
  for (const field of fields) {
    const value = values[field.name];
    if (field.required && value === undefined) throw new Fault('BAD_REQUEST', `${field.name}: is needed`);
    if (field.kind === 'url' && value !== undefined && mayHoldKey(value))
      throw new Fault(
        'BAD_REQUEST',
        `${field.name}: must have no password and nothing after a question mark, since it is shown: give a key as the key`,
      );
    if (value !== undefined && CONTROL.test(value)) throw new Fault('BAD_REQUEST', `${field.name}: must be one line of text`);
  }
  try {
    const others = usableOf(own, new Map([...stored].filter(([other]) => other !== name)));
    const config = withStored(own, new Map([...others, [name, values]]));
    judgeOf(config);
    return { values, config };
  } catch (error) {
    throw error instanceof ConfigError ? new Fault('BAD_REQUEST', error.message) : error;
  }
}

/** An absent secret is kept unless its destination changes: otherwise a hijacked session could have it sent elsewhere. */
function valuesOf(fields: readonly SettingField[], input: SettingValues, before: SettingValues): SettingValues {
  const present = Object.entries(input).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()] as const]));
  const values: Record<string, string> = Object.fromEntries(present);
  const moved = fields.find(({ name, isPlace }) => isPlace && values[name] !== before[name]);
  for (const { name, kind } of fields) {
    if (kind !== 'secret' || name in input || before[name] === undefined) continue;
    if (moved) throw new Fault('BAD_REQUEST', `${name}: is needed again, since ${moved.name} says where it is sent, and changes`);
    values[name] = before[name];
  }
  return values;
}

const mayHoldKey = (text: string) => {
  const url = URL.parse(text);
  return Boolean(url && (url.username || url.password || url.search));
};

const CONTROL = /\p{Cc}/u;
