import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type VariableValues,
} from 'graphql';

// A query as closures that are put together once for all its executions. What is out of the ordinary throws: the query is then executed in the
// ordinary way, which alone knows how errors, nulls in the wrong place and abstract types are answered.

/** One execution. */
export interface Run {
  context: unknown;
  variables: VariableValues;
  /** The arguments of the fields that take any. */
  args: Map<FieldNode, Record<string, unknown>>;
  /** Hands on what a promise brings, before the execution ends. */
  later(value: PromiseLike<unknown>, put: (found: unknown) => void): void;
}

/** Makes the answer of what a resolver found. */
export type Plan = (found: unknown, run: Run) => unknown;

interface Step {
  key: string;
  read(source: unknown, run: Run): unknown;
  answer: Plan;
}

type Nodes = [FieldNode, ...FieldNode[]];

class Unplanned extends Error {}

function unplanned(why: string): never {
  throw new Unplanned(why);
}

/**
 * The plan of a query, or of a mutation of one field; null for what is none: other operations, directives, abstract types, introspection. A plan has no more fields than its
 * document has characters, however often its fragments are spread, since documents are kept by their length.
 */
export function planOf(schema: GraphQLSchema, document: DocumentNode, { operation, directives, selectionSet }: OperationDefinitionNode) {
  const root = schema.getRootType(operation);
  const isSerial = operation === 'mutation' && selectionSet.selections.length > 1;
  if (operation === 'subscription' || isSerial || directives?.length || !root) return null;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  let room = document.loc?.source.body.length ?? Number.POSITIVE_INFINITY; // only our own stored documents come without a text

  function planObject(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Plan {
    if (type.isTypeOf) unplanned('a type that is to be asked');
    return objectOf([...fieldsOf(fragments, type, sets)].map(([key, nodes]) => planField(type, key, nodes)));
  }

  function planField(type: GraphQLObjectType, key: string, nodes: Nodes): Step {
    if (--room < 0 || key === '__proto__') unplanned('too many fields, or a name that objects have a meaning for');
    const name = nodes[0].name.value;
    if (name === '__typename') return { key, read: () => type.name, answer: (found) => found };
    const field = type.getFields()[name] ?? unplanned('introspection');
    return { key, read: readerOf(field, nodes[0]), answer: planType(field.type, nodes) };
  }

  function planType(type: GraphQLOutputType, nodes: Nodes): Plan {
    const isNullable = !isNonNullType(type);
    const answer = planSome(isNonNullType(type) ? type.ofType : type, nodes);
    return (found, run) => {
      if (found !== null && found !== undefined) return answer(found, run);
      return isNullable ? null : unplanned('null where there is to be something');
    };
  }

  function planSome(type: GraphQLOutputType, nodes: Nodes): Plan {
    if (isListType(type)) return listOf(planType(type.ofType, nodes));
    if (isLeafType(type)) return leafOf(type);
    if (!isObjectType(type)) return unplanned('an abstract type');
    return planObject(
      type,
      nodes.flatMap((node) => node.selectionSet ?? []),
    );
  }

  try {
    return planObject(root, [selectionSet]);
  } catch (error) {
    if (error instanceof Unplanned) return null;
    throw error;
  }
}

/** What is asked of an object by its keys in the answer, in the order first named. */
function fieldsOf(fragments: ReadonlyMap<string, FragmentDefinitionNode>, { name }: GraphQLObjectType, sets: readonly SelectionSetNode[]) {
  const fields = new Map<string, Nodes>();
  const seen = new Set<string>();
  function add(set: SelectionSetNode, condition = name) {
    if (condition !== name) unplanned('a condition on a type');
    for (const selection of set.selections) {
      if (selection.directives?.length) unplanned('a directive');
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const same = fields.get(key);
        if (same) same.push(selection);
        else fields.set(key, [selection]);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        add(selection.selectionSet, selection.typeCondition?.name.value);
      } else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value);
        const fragment = fragments.get(selection.name.value) ?? unplanned('no such fragment');
        add(fragment.selectionSet, fragment.typeCondition.name.value);
      }
    }
  }
  for (const set of sets) add(set);
  return fields;
}

const objectOf = (steps: readonly Step[]): Plan => {
  const blank = Object.fromEntries(steps.map(({ key }) => [key, null])); // the order of the keys, whatever comes later
  return (found, run) => {
    const object: Record<string, unknown> = { ...blank };
    for (const { key, read, answer } of steps) {
      const value = read(found, run);
      if (isPromise(value)) {
        run.later(value, (late) => {
          object[key] = answer(late, run);
        });
      } else object[key] = answer(value, run);
    }
    return object;
  };
};

const listOf =
  (answer: Plan): Plan =>
  (found, run) => {
    if (!Array.isArray(found)) return unplanned('a list of another kind');
    const late = found.filter(isPromise);
    for (const item of late) item.then(undefined, () => {}); // nobody waits for them
    if (late.length > 0) unplanned('a list of promises');
    return found.map((item) => answer(item, run));
  };

function leafOf(type: GraphQLLeafType): Plan {
  if (!isEnumType(type)) return (found) => type.coerceOutputValue(found) ?? unplanned('no value of its scalar');
  const names = new Map(type.getValues().map(({ value, name }) => [value, name]));
  return (found) => names.get(found) ?? unplanned('no value of its enum');
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

const NO_ARGS = Object.freeze({});

// only `node` and `nodes` ask for it, which are abstract
const NO_INFO = new Proxy({} as GraphQLResolveInfo, { get: () => unplanned('what a plan does not know') });

function readerOf(field: GraphQLField<unknown, unknown>, node: FieldNode): Step['read'] {
  const { name, resolve, args } = field;
  if (!resolve)
    return (source) => {
      const value = (source as Record<string, unknown>)[name];
      return typeof value === 'function' ? unplanned('a method') : value;
    };
  if (args.length === 0) return (source, { context }) => resolve(source, NO_ARGS, context, NO_INFO);
  return (source, run) => {
    const known = run.args.get(node) ?? getArgumentValues(field, node, run.variables);
    run.args.set(node, known);
    return resolve(source, known, run.context, NO_INFO);
  };
}
