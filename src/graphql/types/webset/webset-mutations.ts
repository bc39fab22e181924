import { z } from 'zod';
import { sourcesInput } from '../../../domain/page/collection.ts';
import { createWebsetInput, titleInput } from '../../../domain/webset-state.ts';
import { createWebset, deleteWebset, duplicateWebset, renameWebset } from '../../../services/websets.ts';
import { builder, inputOf, withoutNulls } from '../../builder.ts';
import { WebsetType } from '../nouns.ts';
import { CategoryType } from './webset-enums.ts';

builder.relayMutationField(
  'createWebset',
  {
    description: 'A request.',
    validate: inputOf(createWebsetInput.extend(sourcesInput.shape)),
    inputFields: (t) => ({
      originalQuery: t.string({ required: true, description: 'The request in plain English, 1 to 10,000 characters.' }),
      category: t.field({ type: CategoryType, description: 'What kind of thing is looked for.' }),
      notes: t.string({ description: 'What the agent should know besides the request, at most 10,000 characters.' }),
      collectionIds: t.field({
        type: ['UUID'],
        description:
          'The collections that it searches, 100 at most, none for the web alone; left out: those of its owner, the operator’s, and the samples where there is nothing else. Missing: NOT_FOUND; somebody else’s: FORBIDDEN.',
      }),
      searchWeb: t.boolean({
        description: 'Whether it searches the web, where that is on; without a word only one that names no collections does.',
      }),
    }),
  },
  {
    description: 'Makes a webset; owned when the caller is signed in. TOO_MANY_REQUESTS beyond the hourly limit.',
    resolve: async (_root, { input }, context) => ({ webset: await createWebset(context, withoutNulls(input)) }),
  },
  {
    description: 'The answer of createWebset.',
    outputFields: (t) => ({ webset: t.expose('webset', { type: WebsetType, description: 'The new webset.' }) }),
  },
);

builder.relayMutationField(
  'duplicateWebset',
  {
    description: 'Which webset to take as a template.',
    inputFields: (t) => ({ websetId: t.field({ type: 'UUID', required: true, description: 'The id of the webset.' }) }),
  },
  {
    description:
      'Makes a webset with the request, category, notes, title, criteria and columns of another one, and no rows; owned when the caller is signed in. TOO_MANY_REQUESTS beyond the hourly limit of websets made.',
    resolve: async (_root, { input }, context) => ({ webset: await duplicateWebset(context, input.websetId) }),
  },
  {
    description: 'The answer of duplicateWebset.',
    outputFields: (t) => ({ webset: t.expose('webset', { type: WebsetType, description: 'The new webset.' }) }),
  },
);

builder.relayMutationField(
  'renameWebset',
  {
    description: 'A new title.',
    validate: inputOf(z.object({ websetId: z.string(), title: titleInput })),
    inputFields: (t) => ({
      websetId: t.field({ type: 'UUID', required: true, description: 'The id of the webset.' }),
      title: t.string({ required: true, description: 'The display title, 1 to 120 characters.' }),
    }),
  },
  {
    description: 'Sets the display title.',
    resolve: async (_root, { input }, context) => ({ webset: await renameWebset(context, input.websetId, input.title) }),
  },
  {
    description: 'The answer of renameWebset.',
    outputFields: (t) => ({ webset: t.expose('webset', { type: WebsetType, description: 'The webset with its new title.' }) }),
  },
);

builder.relayMutationField(
  'deleteWebset',
  {
    description: 'The webset to delete.',
    inputFields: (t) => ({ websetId: t.field({ type: 'UUID', required: true, description: 'The id of the webset.' }) }),
  },
  {
    description: 'Deletes a webset and its results for good; a run of it is cancelled.',
    resolve: async (_root, { input: { websetId } }, context) => {
      await deleteWebset(context, websetId);
      return { websetId };
    },
  },
  {
    description: 'The answer of deleteWebset.',
    outputFields: (t) => ({ websetId: t.expose('websetId', { type: 'UUID', description: 'The UUID of what is no more.' }) }),
  },
);
