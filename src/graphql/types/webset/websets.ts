import { z } from 'zod';
import { claimInput } from '../../../domain/webset-state.ts';
import { claimWebsets, countWebsets, pageWebsets } from '../../../services/websets.ts';
import { builder, inputOf } from '../../builder.ts';
import { websetCursor, websetPlace } from '../connection/cursor.ts';
import { connectionOf, sliceOf } from '../connection/slice.ts';
import { WebsetType } from '../nouns.ts';

builder.queryField('websets', (t) =>
  t.connection(
    {
      type: WebsetType,
      description: 'The caller’s own websets, the newest first. UNAUTHORIZED when nobody is signed in.',
      resolve: async (_root, args, context) => {
        const page = await pageWebsets(context, sliceOf(context, args, websetPlace));
        const edges = page.websets.map((webset) => ({ cursor: websetCursor(webset), node: webset }));
        return { ...connectionOf(edges, page), count: () => countWebsets(context) };
      },
    },
    {
      name: 'WebsetConnection',
      description: 'A page of websets.',
      fields: (t) => ({ totalCount: t.int({ description: 'How many websets there are on all pages.', resolve: ({ count }) => count() }) }),
    },
    { name: 'WebsetEdge', description: 'A webset and its place.' },
  ),
);

builder.relayMutationField(
  'claimWebsets',
  {
    description: 'The websets to claim.',
    validate: inputOf(z.object({ websetIds: claimInput })),
    inputFields: (t) => ({ websetIds: t.field({ type: ['UUID'], required: true, description: 'The UUIDs of the websets, 1 to 20.' }) }),
  },
  {
    description: 'Makes websets that belong to nobody the caller’s. UNAUTHORIZED when nobody is signed in.',
    resolve: async (_root, { input }, context) => ({ websetIds: await claimWebsets(context, input.websetIds) }),
  },
  {
    description: 'The answer of claimWebsets.',
    outputFields: (t) => ({
      websetIds: t.expose('websetIds', {
        type: ['UUID'],
        description: 'Those that are now the caller’s, in the order asked, repeats once. Missing ones and other people’s are left out.',
      }),
    }),
  },
);
