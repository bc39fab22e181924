import { z } from 'zod';
import {
  type FieldKind,
  OPERATORS,
  type Operator,
  type SettingSource,
  type SettingState,
  type SettingTried,
} from '../../../domain/service/setting.ts';
import { findOperator, listSettings, removeSetting, setSetting, trySetting } from '../../../services/settings/settings.ts';
import { builder, inputOf, wordsEnum } from '../../builder.ts';
import { ServiceType } from './service.ts';

const OPERATOR_WORDS: Record<Operator, string> = {
  caller: 'The caller.',
  another: 'An account that is not the caller’s.',
  first: 'There is no account yet: the first that is made.',
  nobody: 'Its account was deleted: `webset user operator` names another.',
};
const OperatorType = wordsEnum<Operator>('Operator', 'Who may set the service up in the app.', OPERATOR_WORDS);

const FieldKindType = wordsEnum<FieldKind>('SettingKind', 'What kind of value a field takes.', {
  choice: 'One of `choices`.',
  text: 'A line of text.',
  url: 'An http or https address.',
  secret: 'A key: it is never shown again.',
  amount: 'US dollars, such as 5 or 0.25.',
});

const SourceType = wordsEnum<SettingSource>('SettingSource', 'Who set a setting.', {
  environment: 'The environment: it goes before the app.',
  app: 'The operator, in the app.',
  unreadable: 'The operator, in the app, under another secret of the service: it has to be set again.',
});

const SettingFieldType = builder.objectRef<SettingState['fields'][number]>('SettingField').implement({
  description: 'A value of a setting.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of its environment variable.' }),
    kind: t.expose('kind', { type: FieldKindType, description: 'What kind of value it takes.' }),
    required: t.exposeBoolean('required', { description: 'Whether the setting needs it.' }),
    choices: t.exposeStringList('choices', { description: 'The values that a choice has.' }),
    value: t.exposeString('value', {
      nullable: true,
      description: 'What was set in the app; null of a secret, of what is not set, and of what the environment sets.',
    }),
    isSet: t.exposeBoolean('isSet', { description: 'Whether the app has set it.' }),
  }),
});

const SettingType = builder.objectRef<SettingState>('ServiceSetting').implement({
  description: 'A part of the service that its operator sets up in the app.',
  fields: (t) => ({
    name: t.exposeString('name', { description: '`model`, `cap`, `contact`, or the name of a search provider.' }),
    source: t.expose('source', { type: SourceType, nullable: true, description: 'Who set it; null: nobody.' }),
    fields: t.expose('fields', { type: [SettingFieldType], description: 'What can be set of it, value by value.' }),
  }),
});

const SettingTriedType = builder.objectRef<SettingTried>('SettingTried').implement({
  description: 'How a try of a setting went.',
  fields: (t) => ({
    works: t.exposeBoolean('works', { description: 'Whether it works.' }),
    message: t.exposeString('message', { description: 'What was answered, or why it does not work.' }),
  }),
});

builder.objectFields(ServiceType, (t) => ({
  operator: t.field({
    type: OperatorType,
    description: `Who may set the service up in the app: ${OPERATORS.join(', ')}.`,
    resolve: (_service, _args, context) => findOperator(context),
  }),
  settings: t.field({
    type: [SettingType],
    nullable: true,
    description: 'What the operator may set in the app; null to others.',
    resolve: (_service, _args, context) => listSettings(context),
  }),
}));

const VALUE_MAX = 2000;
const VALUES_MAX = 10;

const values = z.array(z.object({ name: z.string().min(1).max(100), value: z.string().max(VALUE_MAX) })).max(VALUES_MAX);
const named = z.object({ name: z.string().min(1).max(100) });

const SettingValueInput = builder.inputType('SettingValueInput', {
  description: 'A value of a setting.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name of the field.' }),
    value: t.string({ required: true, description: 'Its value, 2,000 characters at most; empty: none.' }),
  }),
});

const byName = (input: readonly { name: string; value: string }[]) => Object.fromEntries(input.map(({ name, value }) => [name, value]));

const NAME = 'The name of the setting.';
const REFUSALS = 'UNAUTHORIZED when nobody is signed in, FORBIDDEN for who is not the operator, NOT_FOUND for a name that is none';

builder.relayMutationField(
  'setServiceSetting',
  {
    description: 'The setting and all its values.',
    validate: inputOf(named.extend({ values })),
    inputFields: (t) => ({
      name: t.string({ required: true, description: NAME }),
      values: t.field({
        type: [SettingValueInput],
        required: true,
        description: 'Its values. A secret that is left out stays as it is, unless the address that it is sent to changes.',
      }),
    }),
  },
  {
    description: `Keeps a setting, encrypted, in the database; it is used from the next run on. BAD_REQUEST for values that cannot be used; CONFLICT for what the environment sets; ${REFUSALS}.`,
    resolve: async (_root, { input }, context) => ({ setting: await setSetting(context, input.name, byName(input.values)) }),
  },
  {
    description: 'The answer of setServiceSetting.',
    outputFields: (t) => ({ setting: t.expose('setting', { type: SettingType, description: 'The setting.' }) }),
  },
);

builder.relayMutationField(
  'removeServiceSetting',
  {
    description: 'The setting to forget.',
    validate: inputOf(named),
    inputFields: (t) => ({ name: t.string({ required: true, description: NAME }) }),
  },
  {
    description: `Forgets a setting. CONFLICT for what the environment sets; ${REFUSALS}.`,
    resolve: async (_root, { input }, context) => ({ setting: await removeSetting(context, input.name) }),
  },
  {
    description: 'The answer of removeServiceSetting.',
    outputFields: (t) => ({ setting: t.expose('setting', { type: SettingType, description: 'The setting, without values.' }) }),
  },
);

builder.relayMutationField(
  'tryServiceSetting',
  {
    description: 'The setting and the values to try.',
    validate: inputOf(named.extend({ values })),
    inputFields: (t) => ({
      name: t.string({ required: true, description: NAME }),
      values: t.field({ type: [SettingValueInput], required: true, description: 'As of setServiceSetting.' }),
    }),
  },
  {
    description: `Uses values once, without keeping them: asks a model one small question, or searches once. It counts as a run of the caller’s hour. BAD_REQUEST for values that cannot be used; CONFLICT for what the environment sets, and while another try is under way; TOO_MANY_REQUESTS; ${REFUSALS}.`,
    resolve: async (_root, { input }, context) => ({ tried: await trySetting(context, input.name, byName(input.values)) }),
  },
  {
    description: 'The answer of tryServiceSetting.',
    outputFields: (t) => ({ tried: t.expose('tried', { type: SettingTriedType, description: 'How it went.' }) }),
  },
);
