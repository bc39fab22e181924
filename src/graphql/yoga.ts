import { type DocumentNode, type GraphQLError, parse } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
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
    context: ({ caller, request }) => ({ ...caller, signal: request ? AbortSignal.any([request.signal, caller.signal]) : caller.signal }),
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
    maxRequestBodySize: bodyLimit,
    maskedErrors: { maskError: maskErrors(report), errorMessage: 'Unexpected error.', isDev: false },
    logging: silent,
    plugins: [limitDocuments()],
  });

export type Gateway = ReturnType<typeof createGateway>;

function limitDocuments(): Plugin {
  const weighed = new WeakMap<DocumentNode, GraphQLError[]>();
  return {
    onParse: ({ setParseFn }) =>
      setParseFn((source, options) => {
        checkTokens(typeof source === 'string' ? source : source.body);
        return parse(source, options);
      }),
    onValidate({ params: { documentAST }, setResult }) {
      const errors = weighed.get(documentAST) ?? overLimits(schema, documentAST);
      weighed.set(documentAST, errors);
      if (errors.length > 0) setResult(errors);
    },
  };
}
