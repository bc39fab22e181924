import { z } from 'zod';
import {
  type AddressTable,
  type CollectionKind,
  type CountedCollection,
  collectionName,
  type FailedFile,
  type FileCounts,
} from '../../../domain/page/collection.ts';
import { claimInput } from '../../../domain/webset-state.ts';
import {
  claimCollections,
  getCollection,
  listCollections,
  listFailedOf,
  type NamedCollection,
  removeCollection,
  renameCollection,
} from '../../../services/collections/collections.ts';
import { keyOf } from '../../../services/collections/sources.ts';
import { mayUpload } from '../../../services/collections/uploads.ts';
import { builder, inputOf, wordsEnum } from '../../builder.ts';

const CollectionKindType = wordsEnum<CollectionKind>('CollectionKind', 'Whose a collection is.', {
  samples: 'The sample web’s: searched where there is nothing else.',
  operator: 'The operator’s, made by the command `index`: searched for everybody.',
  uploaded: 'Of the account that uploaded it, and searched for that account alone; without an account, of anybody with its id.',
});

const FileCountsType = builder.objectRef<FileCounts>('CollectionFiles').implement({
  description: 'How far the files and addresses of a collection are that were uploaded.',
  fields: (t) => ({
    waiting: t.exposeInt('waiting', { description: 'Those that a worker has still to read.' }),
    read: t.exposeInt('read', { description: 'Those that were read.' }),
    failed: t.exposeInt('failed', { description: 'Those that could not be read.' }),
  }),
});

const FailedFileType = builder.objectRef<FailedFile>('FailedFile').implement({
  description: 'A file or an address that could not be read.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Its name with the folders above it, or its address.' }),
    reason: t.exposeString('reason', { description: 'Why it could not be read, in words.' }),
  }),
});

const AddressTableType = builder.objectRef<AddressTable>('AddressTable').implement({
  description: 'A table of addresses that was uploaded.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Its name with the folders above it.' }),
    column: t.exposeString('column', { description: 'The column that the addresses were taken from: its head, or its place from 1.' }),
    addresses: t.exposeInt('addresses', { description: 'How many addresses it names.' }),
  }),
});

const CollectionType = builder.objectRef<CountedCollection>('Collection').implement({
  description: 'Pages under one name that a request may search.',
  fields: (t) => ({
    id: t.expose('id', {
      type: 'UUID',
      description: 'The id by which requests name it. Of one that was uploaded without an account it is the capability to open it.',
    }),
    keyIn: t.string({
      description: 'What `SearchedCollection.key` is where a webset names it.',
      args: { websetId: t.arg({ type: 'UUID', required: true, description: 'The id of the webset.' }) },
      resolve: ({ id }, { websetId }, context) => keyOf(context, websetId, id),
    }),
    name: t.exposeString('name', { description: 'What it is called.' }),
    kind: t.expose('kind', { type: CollectionKindType, description: 'Whose it is.' }),
    pages: t.exposeInt('pages', { description: 'How many pages of it are searched.' }),
    files: t.expose('files', { type: FileCountsType, description: 'How far its files are, at the moment of which the pages are counted.' }),
    failures: t.field({
      type: [FailedFileType],
      description: 'What could not be read of it, a hundred at most.',
      resolve: (collection, _args, context) => listFailedOf(context, collection),
    }),
    tables: t.expose('tables', {
      type: [AddressTableType],
      description: 'The tables of addresses that were read of it, the newest first, twenty at most.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of its creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last renamed or added to.' }),
  }),
});

export const SearchedCollectionType = builder.objectRef<NamedCollection>('SearchedCollection').implement({
  description: 'A collection that a webset searches, for callers who may open the webset: without an id that opens the collection.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Names it in setWebsetSources for this webset and caller; it opens nothing.' }),
    name: t.exposeString('name', { description: 'What it is called.' }),
    kind: t.expose('kind', { type: CollectionKindType, description: 'Whose it is.' }),
    pages: t.exposeInt('pages', { description: 'How many pages of it are searched.' }),
  }),
});

interface Uploads {
  enabled: boolean;
  maxBytes: number;
}

const UploadsType = builder.objectRef<Uploads>('Uploads').implement({
  description: 'What the caller may upload by `POST /api/collections`.',
  fields: (t) => ({
    enabled: t.exposeBoolean('enabled', {
      description: 'Whether the caller may upload at all: without an account where ANONYMOUS_UPLOADS is on.',
    }),
    maxBytes: t.exposeInt('maxBytes', { description: 'Bytes of one upload.' }),
  }),
});

builder.queryFields((t) => ({
  collections: t.field({
    type: [CollectionType],
    description:
      'The collections that a request of the caller’s searches when it names none: the caller’s own, the operator’s and the samples, oldest first.',
    resolve: (_root, _args, context) => listCollections(context),
  }),
  collection: t.field({
    type: CollectionType,
    description: 'One collection. Missing: NOT_FOUND; somebody else’s: FORBIDDEN.',
    args: { id: t.arg({ type: 'UUID', required: true, description: 'The id of the collection.' }) },
    resolve: (_root, { id }, context) => getCollection(context, id),
  }),
  uploads: t.field({
    type: UploadsType,
    description: 'What the caller may upload.',
    resolve: (_root, _args, context) => ({ enabled: mayUpload(context), maxBytes: context.uploads.bytesPerRequest }),
  }),
}));

builder.relayMutationField(
  'renameCollection',
  {
    description: 'A new name.',
    validate: inputOf(z.object({ collectionId: z.string(), name: collectionName })),
    inputFields: (t) => ({
      collectionId: t.field({ type: 'UUID', required: true, description: 'The id of the collection.' }),
      name: t.string({ required: true, description: 'What it is called, 1 to 120 characters.' }),
    }),
  },
  {
    description: 'Renames a collection that was uploaded. FORBIDDEN for the operator’s and other people’s.',
    resolve: async (_root, { input }, context) => ({ collection: await renameCollection(context, input.collectionId, input.name) }),
  },
  {
    description: 'The answer of renameCollection.',
    outputFields: (t) => ({
      collection: t.expose('collection', { type: CollectionType, description: 'The collection with its new name.' }),
    }),
  },
);

builder.relayMutationField(
  'removeCollection',
  {
    description: 'The collection to remove.',
    inputFields: (t) => ({ collectionId: t.field({ type: 'UUID', required: true, description: 'The id of the collection.' }) }),
  },
  {
    description:
      'Removes a collection that was uploaded, with its files: no request searches it any more. Rows keep what they quote of it. FORBIDDEN for the operator’s and other people’s.',
    resolve: async (_root, { input: { collectionId } }, context) => {
      await removeCollection(context, collectionId);
      return { collectionId };
    },
  },
  {
    description: 'The answer of removeCollection.',
    outputFields: (t) => ({ collectionId: t.expose('collectionId', { type: 'UUID', description: 'The id of what is no more.' }) }),
  },
);

builder.relayMutationField(
  'claimCollections',
  {
    description: 'The collections to claim.',
    validate: inputOf(z.object({ collectionIds: claimInput })),
    inputFields: (t) => ({
      collectionIds: t.field({ type: ['UUID'], required: true, description: 'The ids of the collections, 1 to 20.' }),
    }),
  },
  {
    description:
      'Makes collections that were uploaded without an account the caller’s: websets of nobody search them no more. UNAUTHORIZED when nobody is signed in, CONFLICT where the account would keep more than it may.',
    resolve: async (_root, { input }, context) => ({ collectionIds: await claimCollections(context, input.collectionIds) }),
  },
  {
    description: 'The answer of claimCollections.',
    outputFields: (t) => ({
      collectionIds: t.expose('collectionIds', {
        type: ['UUID'],
        description: 'Those that are now the caller’s, in the order asked, repeats once. Missing ones and other people’s are left out.',
      }),
    }),
  },
);
