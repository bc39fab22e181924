import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isInputObjectType,
  isListType,
  Kind,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type SharedWebset, shareIdOf, shareIdsIn } from '../../domain/caller/share.ts';
import { Fault } from '../../domain/errors.ts';
import { masked, remasked, unmaskedGlobalId, unmaskedId } from '../../services/share/masks.ts';
import type { Context } from '../builder.ts';
import { rootOf } from '../errors.ts';

// The one place that ids pass on their way in and out of what is asked through a share.

/** A request's document and variables, as they came. */
interface Params {
  query?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

/** The ids of the kind that shares show which a request names as values. */
export function shareIdsOf({ query, variables }: Params = {}): string[] {
  const found = query ? shareIdsIn(query) : [];
  const left: unknown[] = [variables];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string') found.push(...[shareIdOf(value) ?? []].flat());
    else if (typeof value === 'object' && value !== null) left.push(...Object.values(value));
  }
  return found;
}

/** The share that a request came by; schemas of tests have contexts of their own. */
const shareOf = (context: unknown) => (context as Partial<Context> | undefined)?.viewer?.share;

/** What is executed through the viewer's share: its aliases are replaced by their ids. Without a share, the same. */
export function inward(args: ExecutionArgs): ExecutionArgs {
  const share = shareOf(args.contextValue);
  if (!share) return args;
  const operation = getOperationAST(args.document, args.operationName);
  const variableValues = { ...args.variableValues };
  for (const { variable, type } of operation?.variableDefinitions ?? []) {
    const name = variable.name.value;
    const declared = typeFromAST(args.schema, type) as GraphQLInputType | undefined;
    if (declared && name in variableValues) variableValues[name] = unmaskedInput(share, variableValues[name], declared);
  }
  return { ...args, variableValues, document: unmaskedDocument(share, args.schema, args.document) };
}

const unmaskedLeaf = (share: SharedWebset, value: string, type: string | undefined) =>
  type === 'UUID' ? unmaskedId(share, value) : type === 'ID' ? unmaskedGlobalId(share, value) : value;

function unmaskedInput(share: SharedWebset, value: unknown, type: GraphQLInputType): unknown {
  const bare = getNullableType(type);
  if (isListType(bare))
    return Array.isArray(value) ? value.map((item) => unmaskedInput(share, item, bare.ofType)) : unmaskedInput(share, value, bare.ofType);
  if (typeof value === 'string') return unmaskedLeaf(share, value, getNamedType(bare).name);
  if (!isInputObjectType(bare) || typeof value !== 'object' || value === null) return value;
  const fields = bare.getFields();
  const unmasked = Object.entries(value).map(([name, part]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, field ? unmaskedInput(share, part, field.type) : part];
  });
  return Object.fromEntries(unmasked);
}

/** The same document where it holds no ids, so that it is compiled once. */
function unmaskedDocument(share: SharedWebset, schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const types = new TypeInfo(schema);
  return visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.STRING](node) {
        const value = unmaskedLeaf(share, node.value, getNamedType(types.getInputType())?.name);
        return value === node.value ? undefined : { ...node, value };
      },
    }),
  );
}

/** An answer as it is shown through the viewer's share. */
export async function outward(contextValue: unknown, result: ExecutionResult): Promise<ExecutionResult> {
  const share = shareOf(contextValue);
  if (!share) return result;
  const context = contextValue as Context;
  const shown = { ...result };
  if (result.data) shown.data = await masked(context.db, share, result.data);
  if (result.errors) shown.errors = await Promise.all(result.errors.map((error) => shownError(context, share, error)));
  return shown;
}

/** A refusal in words without ids. What is not for callers to read is masked where the words of all errors are (errors.ts). */
async function shownError({ db }: Context, share: SharedWebset, error: GraphQLError): Promise<GraphQLError> {
  const root = rootOf(error);
  const { nodes, source, positions, path, extensions } = error;
  const place = { nodes, source, positions, path, extensions };
  if (root instanceof Fault) {
    const shown = await masked(db, share, { message: root.message, issues: root.issues });
    const { issues } = shown;
    const originalError = new Fault(root.code, shown.message, {
      ...(issues && { issues }),
      ...(root.retryAfter !== undefined && { retryAfter: root.retryAfter }),
    });
    return new GraphQLError(shown.message, { ...place, originalError });
  }
  if (!(root instanceof GraphQLError)) return error;
  return new GraphQLError(remasked(share, error.message), place); // of a variable it repeats what was decrypted
}
