import SchemaBuilder from '@pothos/core';
import RelayPlugin, { resolveNodes } from '@pothos/plugin-relay';
import ZodPlugin from '@pothos/plugin-zod';
import { z } from 'zod';
import { shareIdOf } from '../domain/caller/share.ts';
import { Fault, type Issue, invalidInput } from '../domain/errors.ts';
import type { ServiceFacts } from '../domain/service/facts.ts';
import type { SettingsCall } from '../services/settings/settings.ts';
import { shareNotFound } from '../services/share/enter.ts';

/** Who asks, and for how long: `signal` ends with the client, the deadline or the process. `trusted` marks our own stored documents. */
export interface Context extends SettingsCall {
  signal: AbortSignal;
  trusted: boolean;
  /** The share that the request says it comes by; absent or null: it names one among its ids, or none. */
  shareId?: string | null;
  /** How the service is set up. */
  facts: ServiceFacts;
  /** Holds the request's place among those of its address until the work ends; absent: they are not limited. */
  holdPlace?<T>(work: () => Promise<T>): Promise<T>;
}

const NODES = ['Webset', 'Criterion', 'Enrichment', 'Row', 'Run'] as const;

export const builder = new SchemaBuilder<{
  Context: Context;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: { list: false; items: false };
  DefaultNodeNullability: false;
  Scalars: {
    UUID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    EventIndex: { Input: number; Output: number };
    JSON: { Input: never; Output: unknown };
  };
}>({
  plugins: [RelayPlugin, ZodPlugin],
  defaultFieldNullability: false,
  zod: { validationError: (error) => invalidInput(error.issues.map(({ code, path, message }) => ({ code, path, message }) as Issue)) },
  relay: {
    clientMutationId: 'omit',
    mutationInputArgOptions: { description: 'Input of the mutation.' },
    encodeGlobalID: (typename, id) => Buffer.from(`${typename}:${id}`).toString('base64url'),
    decodeGlobalID: (id) => decodeNodeId(id),
    idFieldOptions: { description: 'The global id, for `node` and for client caches.' },
    nodeTypeOptions: { description: 'A thing that can be fetched again by its global id.' },
    nodeQueryOptions: {
      description: 'One thing by its global id. Missing: NOT_FOUND; somebody else’s: FORBIDDEN.',
      args: { id: { description: 'A global id.' } },
    },
    nodesQueryOptions: {
      description: 'Several things by their global ids, in the order asked; null, with an error, for one that cannot be had.',
      args: { ids: { description: 'At most 100 global ids.' } },
      // one by one: the plugin's own way lets one refusal refuse all
      resolve: (_root, { ids }, context, info): Promise<unknown>[] => {
        if (ids.length > 100) throw new Fault('BAD_REQUEST', 'At most 100 ids at a time');
        const load = async (id: (typeof ids)[number]) => (await resolveNodes(builder, context, info, [id]))[0];
        const loads = new Map<string, Promise<unknown>>();
        return ids.map((id) => {
          const key = `${id.typename}:${id.id}`;
          const loaded = loads.get(key) ?? load(id);
          loads.set(key, loaded);
          return loaded;
        });
      },
    },
    pageInfoFieldOptions: { description: 'The place of the page.' },
    pageInfoTypeOptions: { description: 'The place of a page in its connection.' },
    hasNextPageFieldOptions: { description: 'Whether more follows after `endCursor`.' },
    hasPreviousPageFieldOptions: { description: 'Whether there is more before `startCursor`.' },
    startCursorFieldOptions: { description: 'The cursor of the first edge; null on an empty page.' },
    endCursorFieldOptions: { description: 'The cursor of the last edge; null on an empty page.' },
    beforeArgOptions: { description: 'Only what is before this cursor.' },
    afterArgOptions: { description: 'Only what follows this cursor.' },
    firstArgOptions: { description: 'How many from the front, at most 100; 20 when neither `first` nor `last` is set.' },
    lastArgOptions: { description: 'How many from the back, at most 100.' },
    edgesFieldOptions: { description: 'The page, with a cursor for each.', nullable: { list: false, items: false } },
    nodeFieldOptions: { description: 'The thing itself.', nullable: false },
    cursorFieldOptions: { description: 'Its place: opaque, and valid for good.' },
    nodesOnConnection: { description: 'The page, without cursors.' },
  },
});

builder.queryType({ description: 'What can be read.' });
builder.mutationType({ description: 'What can be changed. Each takes one `input` and answers one payload.' });
builder.subscriptionType({ description: 'What can be followed, over server-sent events.' });

function decodeNodeId(id: string) {
  if (shareIdOf(id)) throw shareNotFound(); // of a share that is revoked, or was entered by no request
  const [typename = '', uuid = ''] = Buffer.from(id, 'base64url').toString().split(':');
  if (!NODES.some((name) => name === typename) || !z.guid().safeParse(uuid).success)
    throw new Fault('BAD_REQUEST', 'This is no global id of this service');
  return { typename, id: uuid };
}

type WithoutNulls<T, Keep extends PropertyKey> = {
  [K in keyof T]: K extends Keep ? Exclude<T[K], undefined> : Exclude<T[K], null | undefined>;
};

/** An optional input field sent as null counts as absent, except those that null empties. */
export const withoutNulls = <T extends object, Keep extends keyof T = never>(input: T, ...nullable: Keep[]) =>
  Object.fromEntries(Object.entries(input).filter(([key, value]) => value !== null || nullable.includes(key as Keep))) as WithoutNulls<
    T,
    Keep
  >;

/** A domain schema as the check of a GraphQL input, whose nulls count as absent. */
export const inputOf = <S extends z.ZodType>(schema: S, ...nullable: string[]) => ({
  schema: z.preprocess((input) => withoutNulls(input as Record<string, unknown>, ...nullable), schema),
});

/** An enum whose values are the domain's own words, each with a description. */
export const wordsEnum = <W extends string>(name: string, description: string, words: Record<W, string>) =>
  builder.enumType(name, {
    description,
    values: Object.fromEntries(Object.entries<string>(words).map(([word, about]) => [word, { description: about }])) as Record<
      W,
      { description: string }
    >,
  });
