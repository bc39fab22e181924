/** What kind of value a field takes: `secret` is never shown again, `amount` is US dollars. */
export const FIELD_KINDS = ['choice', 'text', 'url', 'secret', 'amount'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** One value of a setting, under the name of the environment variable that it stands for. */
export interface SettingField {
  name: string;
  kind: FieldKind;
  required: boolean;
  /** The values there are, of a choice. */
  choices: readonly string[];
  /** Whether it says where the setting's secret is sent. */
  isPlace: boolean;
}

/** A part of the service that its operator sets up in the app. */
export interface SettingShape {
  name: string;
  fields: readonly SettingField[];
}

/** Who set a setting. `unreadable`: it was set in the app, under another secret of the service. */
export const SETTING_SOURCES = ['environment', 'app', 'unreadable'] as const;
export type SettingSource = (typeof SETTING_SOURCES)[number];

/** A setting as its operator may see it: `value` is null of a secret, of what is not set, and of what the environment sets. */
export interface SettingState {
  name: string;
  source: SettingSource | null;
  fields: (SettingField & { value: string | null; isSet: boolean })[];
}

/** Values by the names of fields. */
export type SettingValues = Readonly<Record<string, string>>;

/** How a try went, in words for the operator. */
export interface SettingTried {
  works: boolean;
  message: string;
}

/** Who may set the service up in the app: the caller, another account, the first account once it is made, or nobody (the operator's account was deleted). */
export const OPERATORS = ['caller', 'another', 'first', 'nobody'] as const;
export type Operator = (typeof OPERATORS)[number];

/** The settings that are kept in the database. What is saved is in use by this process when `save` resolves, and by the others at once after. */
export interface StoredSettings {
  states(): SettingState[];
  /** Keeps the values of a setting; secrets that are left out stay as they were. Answers it as it is then. Throws Fault. */
  save(name: string, values: SettingValues): Promise<SettingState>;
  remove(name: string): Promise<SettingState>;
  /** Uses the values once, without keeping them; one at a time in a process. Throws Fault for values that could not be kept. */
  attempt(name: string, values: SettingValues, signal: AbortSignal): Promise<SettingTried>;
}
