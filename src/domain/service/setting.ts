/** The kind of a field's value: `secret` is never shown again, `amount` is US dollars. */
export const FIELD_KINDS = ['choice', 'text', 'url', 'secret', 'amount'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** One value of a setting, named like its environment variable. */
export interface SettingField {
  name: string;
  kind: FieldKind;
  required: boolean;
  /** The allowed values of a choice. */
  choices: readonly string[];
  /** Whether it determines where the setting's secret is sent. */
  isPlace: boolean;
}

/** A part of the service that the operator configures in the app. */
export interface SettingShape {
  name: string;
  fields: readonly SettingField[];
}

/** Where a setting comes from. `unreadable`: it was set in the app under another secret of the service. */
export const SETTING_SOURCES = ['environment', 'app', 'unreadable'] as const;
export type SettingSource = (typeof SETTING_SOURCES)[number];

/** A setting as its operator sees it. `value` is null for secrets, unset values, and values from the environment. */
export interface SettingState {
  name: string;
  source: SettingSource | null;
  fields: (SettingField & { value: string | null; isSet: boolean })[];
}

/** Values by field name. */
export type SettingValues = Readonly<Record<string, string>>;

/** The result of a trial, in words for the operator. */
export interface SettingTried {
  works: boolean;
  message: string;
}

/**
 * Who may configure the service in the app: the caller, another account, the first account once created, or nobody (the operator's account
 * was deleted).
 */
export const OPERATORS = ['caller', 'another', 'first', 'nobody'] as const;
export type Operator = (typeof OPERATORS)[number];

/** The settings in the database. After `save` resolves, this process uses the new values; other processes follow immediately. */
export interface StoredSettings {
  states(): SettingState[];
  /** Stores the values of a setting and returns its new state; absent secrets stay as they were. Throws Fault. */
  save(name: string, values: SettingValues): Promise<SettingState>;
  remove(name: string): Promise<SettingState>;
  /** Tries the values once without storing them; one trial at a time per process. Throws Fault for values that could not be stored. */
  attempt(name: string, values: SettingValues, signal: AbortSignal): Promise<SettingTried>;
}
