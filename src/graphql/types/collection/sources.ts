import { sourcesChange } from '../../../domain/page/collection.ts';
import { setSources } from '../../../services/collections/sources.ts';
import { builder, inputOf, withoutNulls } from '../../builder.ts';
import { WebsetType } from '../nouns.ts';

builder.relayMutationField(
  'setWebsetSources',
  {
    description: 'What a webset is to search.',
    validate: inputOf(sourcesChange),
    inputFields: (t) => ({
      websetId: t.field({ type: 'UUID', required: true, description: 'The id of the webset.' }),
      usual: t.boolean({
        description:
          'Names no collection any more: it searches those of its owner, the operator’s, and the samples where there is nothing else. Not through a share.',
      }),
      keep: t.stringList({ description: 'Those that it goes on searching, by their `key`; left out: all that it names.' }),
      collectionIds: t.field({ type: ['UUID'], description: 'Collections that it searches besides, by their ids.' }),
      searchWeb: t.boolean({ description: 'Whether it searches the web, where that is on; left out: as before, with `usual` it does.' }),
    }),
  },
  {
    description:
      'Says anew what a webset searches, from its next run on. Through a share to edit collections are left out, none added. BAD_REQUEST where nothing is left to search, NOT_FOUND and FORBIDDEN for collections, CONFLICT while a run is alive.',
    resolve: async (_root, { input }, context) => {
      const { websetId, ...change } = withoutNulls(input);
      return { webset: await setSources(context, websetId, change) };
    },
  },
  {
    description: 'The answer of setWebsetSources.',
    outputFields: (t) => ({ webset: t.expose('webset', { type: WebsetType, description: 'The webset with what it searches.' }) }),
  },
);
