import {
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  Lexer,
  type SelectionSetNode,
  Source,
  TokenKind,
} from 'graphql';
import { PAGE_DEFAULT, PAGE_MAX } from '../types/connection/slice.ts';

/**
 * Limits of a client's document: `name` in characters, `nesting` of brackets in its text, `cost` in fields that the answer could hold,
 * `values` in its variables.
 */
const LIMITS = { tokens: 4000, name: 200, values: 300, nesting: 100, depth: 14, aliases: 60, cost: 60_000 };

const LIST_SIZE = 10; // a list without a page size, as cost counts it
/** Introspection has a fixed cost: the whole schema is some thousands of fields. */
const INTROSPECTION = new Map([
  ['__schema', 15_000],
  ['__type', 1000],
  ['__typename', 1],
]);
/** Costs of fields of Query whose work is more than their answers show: a request is parsed, a webset is read. */
const WORK: ReadonlyMap<string, number> = new Map([
  ['suggestPlan', 25_000],
  ['readCriterion', 25_000],
  ['service', 200],
  ['webset', 200],
  ['node', 200],
]);
/** The same for other types: coverage reads what a run named, merges are searched for, `asks` parses the request of its webset. */
const WORK_OF_TYPES: ReadonlyMap<string, number> = new Map([
  ['Criterion.isKind', 100],
  ['Criterion.asks', 100],
  ['Run.coverage', 1000],
  ['Row.suggestedMerges', 1000],
  ['Webset.viewRows', 20_000],
]);
/** Costs of each item of these lists. */
const WORK_EACH: ReadonlyMap<string, number> = new Map([
  ['nodes', 200],
  ['websets', 200],
]);

/** Arguments that read all rows of a webset, for however few in the answer. */
const WORK_OF_ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ['sort', 5000],
  ['filter', 5000],
]);
/** Conditions of a filter that an index serves. */
const CHEAP_CONDITIONS: ReadonlySet<string> = new Set(['matchVerdict', 'noByAnswers', 'changedSince', 'hidden']);

const OPENING: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Throws for a text that must not reach the parser, which recurses. Invalid GraphQL is left to the parser. */
export function checkTokens(text: string): void {
  const lexer = new Lexer(new Source(text));
  let nesting = 0;
  for (let count = 1; advance(lexer); count++) {
    const { kind } = lexer.token;
    if (OPENING.has(kind)) nesting++;
    else if (CLOSING.has(kind)) nesting--;
    if (count > LIMITS.tokens) throw over('tokens');
    if (kind === TokenKind.NAME && lexer.token.end - lexer.token.start > LIMITS.name) throw over('name');
    if (nesting > LIMITS.nesting) throw over('nesting');
  }
}

/** Throws for variables with more values than any document takes: validation would write an error for each wrong value. */
export function checkVariables(variables: unknown): void {
  const left: unknown[] = [variables];
  for (let count = 1; left.length > 0; count++) {
    if (count + left.length > LIMITS.values) throw over('values');
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value) && value.length > LIMITS.values) throw over('values');
    for (const name in value) if (left.push((value as Record<string, unknown>)[name]) > LIMITS.values) throw over('values');
  }
}

function advance(lexer: Lexer): boolean {
  try {
    return lexer.advance().kind !== TokenKind.EOF;
  } catch {
    return false;
  }
}

/** A 400 for every client: `spec: false` exempts it from the rule that clients of application/json get 200. */
const over = (limit: keyof typeof LIMITS, nodes?: ASTNode) =>
  new GraphQLError(`The query is over the limit of ${limit} (${LIMITS[limit]})`, {
    nodes,
    extensions: { code: 'BAD_REQUEST', http: { status: 400, spec: false } },
  });

interface Weight {
  depth: number;
  aliases: number;
  cost: number;
}

const NOTHING: Weight = { depth: 0, aliases: 0, cost: 0 };

/**
 * The errors of operations that are over a limit. Runs before validation, since queries can be made to overload validation itself: each
 * fragment is counted once, and cycles count as nothing (validation reports them).
 */
export function overLimits(schema: GraphQLSchema, document: DocumentNode): GraphQLError[] {
  const weigh = scale(schema, document);
  const errors: GraphQLError[] = [];
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const weight = weigh(definition.selectionSet, schema.getRootType(definition.operation));
    for (const limit of ['depth', 'aliases', 'cost'] as const) if (weight[limit] > LIMITS[limit]) errors.push(over(limit, definition));
  }
  return errors;
}

function scale(schema: GraphQLSchema, document: DocumentNode) {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  const weights = new Map<string, Weight>();

  const typeNamed = (name: string | undefined) => {
    const type = name === undefined ? undefined : schema.getType(name);
    return isCompositeType(type) ? type : undefined;
  };

  function weighFragment(name: string): Weight {
    const known = weights.get(name);
    if (known) return known;
    weights.set(name, NOTHING);
    const fragment = fragments.get(name);
    const weight = fragment ? weighSet(fragment.selectionSet, typeNamed(fragment.typeCondition.name.value)) : NOTHING;
    weights.set(name, weight);
    return weight;
  }

  function weighField(field: FieldNode, parent: GraphQLCompositeType | undefined): Weight {
    const introspected = INTROSPECTION.get(field.name.value);
    if (introspected !== undefined) return { depth: 1, aliases: field.alias ? 1 : 0, cost: introspected };
    const definition = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[field.name.value] : undefined;
    const named = definition && getNamedType(definition.type);
    const inner = field.selectionSet ? weighSet(field.selectionSet, isCompositeType(named) ? named : undefined) : NOTHING;
    const [work, each] = parent === schema.getQueryType() ? [WORK, WORK_EACH] : [];
    const isList = definition !== undefined && isListType(getNullableType(definition.type));
    return {
      depth: inner.depth + 1,
      aliases: inner.aliases + (field.alias ? 1 : 0),
      cost:
        (work?.get(field.name.value) ?? WORK_OF_TYPES.get(`${parent?.name}.${field.name.value}`) ?? 1) +
        workOfArguments(field) +
        (inner.cost + (each?.get(field.name.value) ?? 0)) *
          timesOf(field, isList, definition?.args.some(({ name }) => name === 'first') ?? false),
    };
  }

  function weighSet(set: SelectionSetNode, parent: GraphQLCompositeType | null | undefined): Weight {
    const sum = { ...NOTHING };
    for (const selection of set.selections) {
      const weight =
        selection.kind === Kind.FIELD
          ? weighField(selection, parent ?? undefined)
          : selection.kind === Kind.FRAGMENT_SPREAD
            ? weighFragment(selection.name.value)
            : weighSet(selection.selectionSet, selection.typeCondition ? typeNamed(selection.typeCondition.name.value) : parent);
      sum.depth = Math.max(sum.depth, weight.depth);
      sum.aliases += weight.aliases;
      sum.cost += weight.cost;
    }
    return sum;
  }

  return weighSet;
}

/** A filter in a variable counts as the most expensive one, unless it asks for changed, hidden or matching rows alone. */
function workOfArguments({ arguments: args = [] }: FieldNode): number {
  return args.reduce((sum, { name, value }) => {
    const isCheap =
      value.kind === Kind.NULL || (value.kind === Kind.OBJECT && value.fields.every((one) => CHEAP_CONDITIONS.has(one.name.value)));
    return sum + (isCheap ? 0 : (WORK_OF_ARGUMENTS.get(name.value) ?? 0));
  }, 0);
}

/**
 * How often the fields inside a field are answered. A page size in a variable counts as the largest; only what is inside a connection
 * repeats.
 */
function timesOf(field: FieldNode, isList: boolean, isConnection: boolean): number {
  const ids = field.arguments?.find(({ name }) => name.value === 'ids')?.value;
  if (isList && ids) return ids.kind === Kind.LIST ? ids.values.length : PAGE_MAX;
  if (!isConnection) return isList && field.name.value !== 'edges' && field.name.value !== 'nodes' ? LIST_SIZE : 1;
  const sizes = (field.arguments ?? []).filter(({ name }) => name.value === 'first' || name.value === 'last');
  if (sizes.length === 0) return PAGE_DEFAULT;
  return Math.max(0, ...sizes.map(({ value }) => (value.kind === Kind.INT ? Number(value.value) : PAGE_MAX)));
}
