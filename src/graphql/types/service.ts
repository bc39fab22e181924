import type { ServiceFacts, Switch } from '../../domain/service.ts';
import { builder } from '../builder.ts';

const SwitchType = builder.objectRef<Switch>('ServiceSwitch').implement({
  description: 'Something that the service can be given.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is called.' }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether it is on.' }),
    setting: t.exposeString('setting', {
      nullable: true,
      description: 'The environment variable that turns it on; null: it is always there.',
    }),
    note: t.exposeString('note', { nullable: true, description: 'What it is, or why it is not on.' }),
  }),
});

const ServiceType = builder.objectRef<ServiceFacts>('Service').implement({
  description: 'How this service is set up.',
  fields: (t) => ({
    searchProviders: t.expose('searchProviders', { type: [SwitchType], description: 'The search providers there are, on or off.' }),
    models: t.expose('models', { type: [SwitchType], description: 'What judges: the rules, and language models.' }),
    anonymous: t.exposeBoolean('anonymous', { description: 'Whether who has not signed in may do anything.' }),
    signUp: t.exposeBoolean('signUp', { description: 'Whether anybody may make an account.' }),
    samples: t.exposeBoolean('samples', { description: 'Whether the sample web is served under /samples/.' }),
    graphiql: t.exposeBoolean('graphiql', { description: 'Whether GraphiQL answers browsers at /graphql.' }),
  }),
});

builder.queryField('service', (t) =>
  t.field({
    type: ServiceType,
    description: 'How this service is set up: what is on, and which environment variable turns on what is not. No addresses, no keys.',
    resolve: (_root, _args, { facts }) => facts,
  }),
);
