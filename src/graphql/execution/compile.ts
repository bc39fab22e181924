import {
  type DocumentNode,
  defaultTypeResolver,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type VariableValues,
} from 'graphql';
import { type Complete, fail, fill, isLost, isPromise, type Place, type Position, type Run } from './compiled-run.ts';

// Compiles a query to closures, once for all its executions.

interface Step {
  key: string;
  position: Position;
  read(source: unknown, run: Run): unknown;
}

type Nodes = [FieldNode, ...FieldNode[]];

/** Thrown while a query is compiled: it is executed by graphql-js. */
class Uncompiled extends Error {}

function uncompiled(why: string): never {
  throw new Uncompiled(why);
}

/**
 * The closures of a query for these values of the variables that `@include` and `@skip` name. Null for what is not compiled: mutations,
 * subscriptions, introspection, and queries with more fields than `space` has left.
 */
export function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: VariableValues,
  space = { fields: spaceOf(document) },
): Complete | null {
  const root = schema.getQueryType();
  if (operation.operation !== 'query' || operation.directives?.length || !root) return null;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);

  function compileObject(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Complete {
    if (type.isTypeOf) uncompiled('a type that is to be asked');
    const fields = fieldsOf({ schema, fragments, variables }, type, sets);
    return objectOf([...fields].map(([key, nodes]) => compileField(type, key, nodes)));
  }

  function compileField(type: GraphQLObjectType, key: string, nodes: Nodes): Step {
    if (--space.fields < 0 || key === '__proto__') uncompiled('too many fields, or a name that objects have a meaning for');
    const name = nodes[0].name.value;
    if (name === '__typename')
      return { key, read: () => type.name, position: { isNullable: false, nodes, isLeaf: true, complete: (found) => found } };
    const field = type.getFields()[name] ?? uncompiled('introspection');
    const info = infoOf({ fieldName: name, fieldNodes: nodes, returnType: field.type, parentType: type, schema, operation });
    return { key, read: readerOf(field, nodes[0], info), position: compileType(field.type, `${type.name}.${name}`, nodes, info) };
  }

  function compileType(type: GraphQLOutputType, coordinate: string, nodes: Nodes, info: GraphQLResolveInfo): Position {
    const isNullable = !isNonNullType(type);
    const inner = isNonNullType(type) ? type.ofType : type;
    const completeSome = compileSome(inner, coordinate, nodes, info);
    const complete: Complete = (found, run, place) => {
      if (found instanceof Error) throw found;
      if (found !== null && found !== undefined) return completeSome(found, run, place);
      if (isNullable) return null;
      throw new Error(`Cannot return null for non-nullable field ${coordinate}.`);
    };
    return { isNullable, nodes, isLeaf: isLeafType(inner), complete };
  }

  function compileSome(type: GraphQLOutputType, coordinate: string, nodes: Nodes, info: GraphQLResolveInfo): Complete {
    if (isListType(type)) return listOf(compileType(type.ofType, coordinate, nodes, info), coordinate);
    if (isLeafType(type)) return leafOf(type);
    const sets = nodes.flatMap((node) => node.selectionSet ?? []);
    if (isObjectType(type)) return compileObject(type, sets);
    if (!isAbstractType(type)) return uncompiled('a type of another kind');
    const objects = new Map(schema.getPossibleTypes(type).map((possible) => [possible.name, compileObject(possible, sets)]));
    return abstractOf(type, objects, info);
  }

  try {
    return compileObject(root, [operation.selectionSet]);
  } catch (error) {
    if (error instanceof Uncompiled || error instanceof GraphQLError) return null;
    throw error;
  }
}

/**
 * The most fields of all compilations of a document: one a character of its text, since documents are cached by their length. Stored
 * documents of ours have no text.
 */
export const spaceOf = ({ loc }: DocumentNode) => loc?.source.body.length ?? Number.POSITIVE_INFINITY;

interface Selecting {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: VariableValues;
}

/** What is asked of an object by its keys in the answer, in the order first named. */
function fieldsOf({ schema, fragments, variables }: Selecting, type: GraphQLObjectType, sets: readonly SelectionSetNode[]) {
  const fields = new Map<string, Nodes>();
  const seen = new Set<string>();
  const isWanted = (selection: SelectionNode) =>
    !selection.directives?.length ||
    (getDirectiveValues(GraphQLSkipDirective, selection, variables)?.if !== true &&
      getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.if !== false);
  const fits = (condition: string | undefined) => {
    const named = condition === undefined ? type : schema.getType(condition);
    return named === type || (isAbstractType(named) && schema.isSubType(named, type));
  };
  function add(set: SelectionSetNode) {
    for (const selection of set.selections) {
      if (!isWanted(selection)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const same = fields.get(key);
        if (same) same.push(selection);
        else fields.set(key, [selection]);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        if (fits(selection.typeCondition?.name.value)) add(selection.selectionSet);
      } else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value);
        const fragment = fragments.get(selection.name.value) ?? uncompiled('no such fragment');
        if (fits(fragment.typeCondition.name.value)) add(fragment.selectionSet);
      }
    }
  }
  for (const set of sets) add(set);
  return fields;
}

const objectOf = (steps: readonly Step[]): Complete => {
  const blank = Object.fromEntries(steps.map(({ key }) => [key, null])); // the order of the keys, whatever comes later
  return (source, run, above) => {
    const holder: Record<string, unknown> = { ...blank };
    for (const { key, read, position } of steps) {
      if (isLost(above, run)) break;
      try {
        const found = read(source, run);
        if (position.isLeaf && !isPromise(found)) holder[key] = position.complete(found, run, above);
        else fill({ holder, key, above, position, isNulled: false }, run, found);
      } catch (error) {
        fail({ holder, key, above, position, isNulled: false }, run, error);
      }
    }
    return holder;
  };
};

const listOf =
  (position: Position, coordinate: string): Complete =>
  (found, run, above) => {
    const items = itemsOf(found, coordinate);
    const holder: unknown[] = new Array(items.length).fill(null);
    for (let key = 0; key < items.length && !isLost(above, run); key++)
      fill({ holder: holder as unknown as Place['holder'], key, above, position, isNulled: false }, run, items[key]);
    return holder;
  };

function itemsOf(found: unknown, coordinate: string): readonly unknown[] {
  if (Array.isArray(found)) return found;
  if (typeof found === 'object' && found !== null && Symbol.iterator in found) return [...(found as Iterable<unknown>)];
  throw new GraphQLError(`Expected Iterable, but did not find one for field "${coordinate}".`);
}

function leafOf(type: GraphQLLeafType): Complete {
  const coerce = (found: unknown) => {
    const value = type.coerceOutputValue(found);
    if (value === null || value === undefined) throw new Error(`${type.name} has no value for what was found`);
    return value;
  };
  if (!isEnumType(type)) return coerce;
  const names = new Map(type.getValues().map(({ value, name }) => [value, name]));
  return (found) => names.get(found) ?? coerce(found);
}

function abstractOf(type: GraphQLAbstractType, objects: ReadonlyMap<string, Complete>, info: GraphQLResolveInfo): Complete {
  const resolveType = type.resolveType ?? defaultTypeResolver;
  const completeAs = (name: unknown): Complete => {
    const complete = objects.get(String(name));
    if (!complete) throw new GraphQLError(`"${name}" is no type of "${type.name}"`);
    return complete;
  };
  return (found, run, place) => {
    const name = resolveType(found, run.context, info, type);
    if (!isPromise(name)) return completeAs(name)(found, run, place);
    run.later(name, place, (late, _run, at) => completeAs(late)(found, run, at));
    return null; // until then
  };
}

const NO_ARGS = Object.freeze({});

/** The `info` of resolvers: what is the same in every execution of the field. Reading anything else throws. */
const infoOf = (known: Partial<GraphQLResolveInfo>) =>
  new Proxy(known, {
    get(target, name) {
      if (name in target) return Reflect.get(target, name);
      throw new Error(`a compiled query has no info.${String(name)}`);
    },
  }) as GraphQLResolveInfo;

function readerOf(field: GraphQLField<unknown, unknown>, node: FieldNode, info: GraphQLResolveInfo): Step['read'] {
  const { name, resolve, args } = field;
  if (resolve && args.length === 0) return (source, { context }) => resolve(source, NO_ARGS, context, info);
  const step = {}; // a node may be of several types, and a field be asked for by several nodes
  const readArgs = (run: Run) => {
    const known = run.args.get(step) ?? getArgumentValues(field, node, run.variables);
    run.args.set(step, known);
    return known;
  };
  if (resolve) return (source, run) => resolve(source, readArgs(run), run.context, info);
  return (source, run) => {
    const value = (source as Record<string, unknown>)[name];
    return typeof value === 'function' ? value.call(source, readArgs(run), run.context, info) : value;
  };
}
