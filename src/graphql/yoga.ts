import type { DocumentNode, GraphQLError } from 'graphql';
import { createYoga, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import type { Context } from './builder.ts';
import { maskErrors } from './errors.ts';
import { checkTokens, overLimits } from './limits.ts';
import { schema } from './schema.ts';

/** What comes with a request: its caller's context, made by the door it came in by. */
interface Entry {
  caller: Context;
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * The GraphQL pipeline that every door uses: parsing within limits, validation, execution, masking. `report` hears of every masked error.
 * Called with Node's request and response it serves GraphQL over HTTP; `getEnveloped({ caller })` runs a stored document.
 */
export const createGateway = ({ bodyLimit, report }: { bodyLimit: number; report: (error: unknown) => void }) =>
  createYoga<Entry, Context>({
    schema,
    context: ({ caller }) => ({ ...caller }),
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
    maxRequestBodySize: bodyLimit,
    maskedErrors: { maskError: maskErrors(report), errorMessage: 'Unexpected error.', isDev: false },
    logging: silent,
    plugins: [limitDocuments(), endSubscriptions],
  });

export type Gateway = ReturnType<typeof createGateway>;

/** A subscription over HTTP ends with its client, too. Queries do without: joined signals cost memory. */
const endSubscriptions: Plugin<YogaInitialContext & Context> = {
  onSubscribe({ args: { contextValue } }) {
    if (contextValue.request) contextValue.signal = AbortSignal.any([contextValue.request.signal, contextValue.signal]);
  },
};

function limitDocuments(): Plugin {
  const weighed = new WeakMap<DocumentNode, GraphQLError[]>();
  return {
    // not in onParse: Yoga answers what is thrown there with 200 to clients that accept application/json
    onParams({ params: { query } }) {
      if (typeof query === 'string') checkTokens(query);
    },
    onValidate({ params: { documentAST }, setResult }) {
      const errors = weighed.get(documentAST) ?? overLimits(schema, documentAST);
      weighed.set(documentAST, errors);
      if (errors.length > 0) setResult(errors);
    },
  };
}
