import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type DocumentNode, type ExecutionResult, type GraphQLError, validate } from 'graphql';
import type { Context } from '../graphql/builder.ts';
import { faultOfErrors } from '../graphql/errors.ts';
import { schema } from '../graphql/schema.ts';
import type { Gateway } from '../graphql/yoga.ts';

/** Runs stored documents through the pipeline of POST /graphql, with larger pages and more columns. Throws refusals as Faults. */
export interface Documents {
  execute<D, V>(caller: Context, document: TypedDocumentNode<D, V>, variables: V): Promise<D>;
  /** Ends with `caller.signal`. */
  subscribe<D, V>(caller: Context, document: TypedDocumentNode<D, V>, variables: V): Promise<AsyncIterable<D>>;
}

export function createDocuments(gateway: Gateway): Documents {
  const valid = new WeakSet<DocumentNode>();

  function check(document: DocumentNode) {
    if (valid.has(document)) return;
    const errors = validate(schema, document);
    if (errors.length > 0) throw new AggregateError(errors, 'a stored document does not fit the schema');
    valid.add(document);
  }

  async function prepare(caller: Context, document: DocumentNode, variableValues: unknown) {
    const { contextFactory, execute, subscribe } = gateway.getEnveloped({ enter: async () => ({ ...caller, trusted: true }) });
    return { execute, subscribe, args: { schema, document, variableValues, contextValue: await contextFactory() } };
  }

  return {
    async execute<D, V>(caller: Context, document: TypedDocumentNode<D, V>, variables: V) {
      check(document);
      const { execute, args } = await prepare(caller, document, variables);
      return dataOf<D>((await execute(args)) as ExecutionResult);
    },
    async subscribe<D, V>(caller: Context, document: TypedDocumentNode<D, V>, variables: V) {
      check(document);
      const { subscribe, args } = await prepare(caller, document, variables);
      const results = (await subscribe(args)) as AsyncIterable<ExecutionResult> | ExecutionResult;
      if (!(Symbol.asyncIterator in results)) throw faultOfErrors(errorsOf(results));
      return unwrap<D>(results);
    },
  };
}

async function* unwrap<D>(results: AsyncIterable<ExecutionResult>) {
  for await (const result of results) yield dataOf<D>(result);
}

const errorsOf = (result: ExecutionResult) => (result.errors ?? []) as readonly GraphQLError[];

function dataOf<D>(result: ExecutionResult): D {
  if (result.errors || !result.data) throw faultOfErrors(errorsOf(result));
  return result.data as D;
}
