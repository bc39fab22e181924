import { z } from 'zod';
import { SHARE_ACCESS, type ShareAccess } from '../../../domain/caller/share.ts';
import { textOf } from '../../../domain/text.ts';
import {
  createShareLink,
  type ListedShare,
  listSharedWithMe,
  listShares,
  type ReceivedWebset,
  revokeShare,
  shareWebset,
} from '../../../services/share/shares.ts';
import { builder, inputOf, wordsEnum } from '../../builder.ts';
import { WebsetType } from '../nouns.ts';

const ACCESS_WORDS: Record<ShareAccess, string> = {
  read: 'It is read, with its proofs and events, and exported.',
  edit: 'It is also changed: run, reviewed, renamed, its criteria and columns edited. Not deleted and not shared.',
};
const ShareAccessType = wordsEnum<ShareAccess>('ShareAccess', 'What a share lets do with a webset.', ACCESS_WORDS);
const WebsetAccessType = wordsEnum<ShareAccess | 'own'>('WebsetAccess', 'What the caller may do with a webset.', {
  ...ACCESS_WORDS,
  own: 'All of it: also delete and share it.',
});

/** Octets of an address (RFC 5321). */
const EMAIL_MAX = 254;

const ShareType = builder.objectRef<ListedShare>('Share').implement({
  description: 'Who else may open a webset: an account, or anybody with the link, which reads.',
  fields: (t) => ({
    uuid: t.expose('id', { type: 'UUID', description: 'The id by which it is revoked. It opens nothing.' }),
    shareId: t.expose('shareId', {
      type: 'UUID',
      description: 'The id that opens the webset, in place of its own: as `webset(id:)`, in the app at /s/ID, under /api/shares/ID.',
    }),
    access: t.expose('access', { type: ShareAccessType, description: 'What it lets do.' }),
    email: t.string({
      nullable: true,
      description: 'The mail address of the account it is for; null of a link.',
      resolve: ({ person }) => person?.email ?? null,
    }),
    name: t.string({
      nullable: true,
      description: 'The name of who it is for; null of a link, and of who gave none.',
      resolve: ({ person }) => person?.name.trim() || null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of its creation.' }),
  }),
});

const SharedWebsetType = builder.objectRef<ReceivedWebset & { sharedBy: string | null }>('SharedWebset').implement({
  description: 'A webset that somebody shares with the caller.',
  fields: (t) => ({
    uuid: t.expose('id', { type: 'UUID', description: 'The id by which revokeShare gives it up. It opens nothing.' }),
    shareId: t.expose('shareId', { type: 'UUID', description: 'The id that opens it, as `webset(id:)` and in the app at /s/ID.' }),
    access: t.expose('access', { type: ShareAccessType, description: 'What the caller may do with it.' }),
    title: t.exposeString('title', { nullable: true, description: 'The display title; null until it is renamed.' }),
    request: t.exposeString('request', { description: 'The first 300 characters of the request.' }),
    sharedBy: t.exposeString('sharedBy', {
      nullable: true,
      description: 'The name of its owner, or the part before the @ of the mail address.',
    }),
    sharedAt: t.expose('createdAt', { type: 'DateTime', description: 'Since when it is shared.' }),
  }),
});

builder.objectFields(WebsetType, (t) => ({
  access: t.field({
    type: WebsetAccessType,
    description: 'What the caller may do with it.',
    resolve: (_webset, _args, { viewer }) => viewer.share?.access ?? 'own',
  }),
  shares: t.field({
    type: [ShareType],
    nullable: true,
    description: 'Its links, and the people it is shared with; null to whom it is shared with.',
    resolve: (webset, _args, context) => listShares(context, webset),
  }),
}));

builder.queryField('sharedWithMe', (t) =>
  t.field({
    type: [SharedWebsetType],
    description: 'The websets that others share with the caller, the newest first, 100 at most. UNAUTHORIZED when nobody is signed in.',
    resolve: (_root, _args, context) => listSharedWithMe(context),
  }),
);

builder.relayMutationField(
  'createShareLink',
  {
    description: 'The webset to make a link for.',
    inputFields: (t) => ({ websetId: t.field({ type: 'UUID', required: true, description: 'The id of the webset.' }) }),
  },
  {
    description:
      'Makes a link by which anybody can read a webset. CONFLICT beyond 20 of a webset; TOO_MANY_REQUESTS beyond the hourly limit of websets made.',
    resolve: async (_root, { input }, context) => ({ share: await createShareLink(context, input.websetId) }),
  },
  {
    description: 'The answer of createShareLink.',
    outputFields: (t) => ({ share: t.expose('share', { type: ShareType, description: 'The new link.' }) }),
  },
);

builder.relayMutationField(
  'shareWebset',
  {
    description: 'With whom to share a webset.',
    validate: inputOf(z.object({ websetId: z.string(), email: textOf(1, EMAIL_MAX), access: z.enum(SHARE_ACCESS) })),
    inputFields: (t) => ({
      websetId: t.field({ type: 'UUID', required: true, description: 'The id of a webset of the caller’s.' }),
      email: t.string({ required: true, description: 'The mail address of an account of this service.' }),
      access: t.field({ type: ShareAccessType, required: true, description: 'What it lets do.' }),
    }),
  },
  {
    description:
      'Shares a webset of the caller’s with an account, or changes what that account may do. NOT_FOUND for an address without an account; CONFLICT for a webset that belongs to nobody, and beyond 100 people; TOO_MANY_REQUESTS beyond the hourly limit of websets made.',
    resolve: async (_root, { input }, context) => ({
      share: await shareWebset(context, input.websetId, input.email.trim(), input.access),
    }),
  },
  {
    description: 'The answer of shareWebset.',
    outputFields: (t) => ({ share: t.expose('share', { type: ShareType, description: 'With whom it is shared.' }) }),
  },
);

builder.relayMutationField(
  'revokeShare',
  {
    description: 'The share to end.',
    inputFields: (t) => ({ shareUuid: t.field({ type: 'UUID', required: true, description: 'The `uuid` of the share.' }) }),
  },
  {
    description:
      'Ends a share of a webset of the caller’s, or one for the caller: it opens nothing any more, and what follows it ends within five seconds. NOT_FOUND for any other.',
    resolve: async (_root, { input: { shareUuid } }, context) => {
      await revokeShare(context, shareUuid);
      return { shareUuid };
    },
  },
  {
    description: 'The answer of revokeShare.',
    outputFields: (t) => ({ shareUuid: t.expose('shareUuid', { type: 'UUID', description: 'The `uuid` of what is no more.' }) }),
  },
);
