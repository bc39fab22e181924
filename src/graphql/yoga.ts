import { type DocumentNode, GraphQLError, getOperationAST } from 'graphql';
import { createYoga, isAsyncIterable, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import { faultOf } from '../services/faults.ts';
import { enterShare } from '../services/share/enter.ts';
import type { Context } from './builder.ts';
import { extensionsOf, httpOf, maskErrors } from './errors.ts';
import { createDocumentCache, noCache } from './execution/document-cache.ts';
import { executeCompiled } from './execution/execute.ts';
import { checkTokens, checkVariables, overLimits } from './execution/limits.ts';
import { subscribeTogether } from './execution/subscribe.ts';
import { schema } from './schema.ts';
import { shareIdsOf } from './share/through.ts';

/** What comes with a request: who makes its caller's context once the request was read and checked. It may wait for its turn. */
interface Entry {
  enter(): Promise<Context>;
}

export interface GatewayOptions {
  /** Bytes. */
  bodyLimit: number;
  streamSeconds: number;
  report(error: unknown): void;
  /** Hears of each query that is executed without being compiled. */
  onUncompiled?(): void;
}

/** An app has some dozens of documents of a few thousand characters each. */
const CACHED_CHARACTERS = 200_000;

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * The GraphQL pipeline of every endpoint: limited parsing, validation, execution, masking; `report` gets each masked error. Called with
 * Node's request it serves HTTP; `getEnveloped({ enter })` runs a stored document.
 */
export const createGateway = ({ bodyLimit, streamSeconds, report, onUncompiled = () => {} }: GatewayOptions) =>
  createYoga<Entry, Context>({
    schema,
    context: ({ enter, params }) => enter().then((caller) => throughShare(caller, params), refuseWhole),
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
    parserAndValidationCache: { documentCache: createDocumentCache(CACHED_CHARACTERS), errorCache: noCache },
    maxRequestBodySize: bodyLimit,
    maskedErrors: { maskError: maskErrors(report), errorMessage: 'Unexpected error.', isDev: false },
    logging: silent,
    plugins: [limitDocuments(), compileQueries(onUncompiled), endSubscriptions(streamSeconds), writeEventsWhole()],
  });

export type Gateway = ReturnType<typeof createGateway>;

/** The context of a request that may come by a share. */
async function throughShare(caller: Context, params: Parameters<typeof shareIdsOf>[0]): Promise<Context> {
  const ids = caller.shareId ? [] : shareIdsOf(params);
  if (!caller.shareId && ids.length === 0) return caller;
  return { ...caller, viewer: await enterShare(caller, caller.shareId ?? null, ids).catch(refuseWhole) };
}

/** Who cannot be let in is answered with the status of the refusal. */
function refuseWhole(error: unknown): never {
  const fault = faultOf(error);
  throw fault ? new GraphQLError(fault.message, { extensions: { ...extensionsOf(fault), http: httpOf(fault) } }) : error;
}

/** A subscription over HTTP ends with its client, too, and in order when its time is up. Queries do without: joined signals cost memory. */
const endSubscriptions = (seconds: number): Plugin<YogaInitialContext & Context> => ({
  onSubscribe({ args: { contextValue }, setSubscribeFn }) {
    setSubscribeFn(subscribeTogether);
    if (!contextValue.request) return;
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), seconds * 1000);
    const end = () => clearTimeout(timer);
    contextValue.signal = AbortSignal.any([contextValue.request.signal, contextValue.signal, over.signal]);
    contextValue.signal.addEventListener('abort', end, { once: true });
    return { onSubscribeResult: ({ result }) => (isAsyncIterable(result) ? { onEnd: end } : end()) };
  },
});

/**
 * A mutation continues when its client leaves, and may hold a connection to Postgres while it waits for a row: it holds the place of its
 * request until it ends.
 */
const compileQueries = (onUncompiled: () => void): Plugin<Context> => ({
  onExecute({ args, executeFn, setExecuteFn }) {
    const execute = executeCompiled(executeFn, onUncompiled);
    const isMutation = getOperationAST(args.document, args.operationName)?.operation === 'mutation';
    const { holdPlace } = args.contextValue;
    setExecuteFn(isMutation && holdPlace ? (input) => holdPlace(() => execute(input)) : execute);
  },
});

const JSON_ACCEPTED = /(?:\*\/\*|\bapplication\/(?:\*|json|graphql-response\+json))(?![\w.+-])/i;

/** An event of a stream, or a part of a multipart answer, is one text: what is written in pieces else is not there. */
const writeEventsWhole = (): Plugin => ({
  onResultProcess({ request, result, setResult }) {
    const accept = request.headers.get('accept');
    if (accept && !JSON_ACCEPTED.test(accept) && 'data' in result && 'stringify' in result)
      setResult({ ...result, stringify: JSON.stringify });
  },
});

function limitDocuments(): Plugin {
  const weighed = new WeakMap<DocumentNode, GraphQLError[]>();
  return {
    // not in onParse: Yoga answers what is thrown there with 200 to clients that accept application/json
    onParams({ params: { query, variables, extensions } }) {
      if (typeof query === 'string') checkTokens(query);
      checkVariables(variables);
      checkVariables(extensions);
    },
    onValidate({ params: { documentAST }, setResult }) {
      const errors = weighed.get(documentAST) ?? overLimits(schema, documentAST);
      weighed.set(documentAST, errors);
      if (errors.length > 0) setResult(errors);
      return ({ result }) => {
        for (const { extensions } of result as GraphQLError[]) extensions.code = 'BAD_REQUEST'; // Yoga has a word of its own
      };
    },
  };
}
