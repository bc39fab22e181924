import { type FieldNode, type GraphQLError, locatedError, type ValidatedExecutionArgs, type VariableValues } from 'graphql';

/** Makes the answer of what a resolver found, for its place. */
export type Complete = (found: unknown, run: Run, place: Place) => unknown;

/** What is answered at a place, compiled once for all executions. */
export interface Position {
  isNullable: boolean;
  /** The nodes of the document that ask for it. */
  nodes: readonly FieldNode[];
  /** Answers in one step, without places below it. */
  isLeaf: boolean;
  complete: Complete;
}

/** Where an answer goes: a key of an object or list, below another place. */
export interface Place {
  holder: Record<string | number, unknown>;
  key: string | number;
  above: Place | null;
  position: Position;
  /** An error made it null: what is still found for places below it counts for nothing. */
  isNulled: boolean;
}

/** One execution. */
export interface Run {
  context: unknown;
  rootValue: unknown;
  variables: VariableValues;
  /** The arguments of the fields that take any, by what reads them. */
  args: Map<object, Record<string, unknown>>;
  errors: GraphQLError[];
  /** Hands on what a promise brings, before the execution ends. */
  later(value: PromiseLike<unknown>, place: Place, complete: Complete): void;
}

/** Runs a compiled operation: one result as graphql-js gives it, its errors in the order in which they became known. Never rejects. */
export const runCompiled = (
  root: Complete,
  nodes: readonly FieldNode[],
  { rootValue, contextValue, variableValues }: ValidatedExecutionArgs,
) =>
  new Promise<{ errors?: GraphQLError[]; data: unknown }>((resolve) => {
    const holder: Record<string, unknown> = { data: null };
    const position: Position = { isNullable: true, nodes, isLeaf: false, complete: root };
    const place: Place = { holder, key: 'data', above: null, position, isNulled: false };
    let left = 1;
    const settle = () => {
      if (--left > 0) return;
      const { data } = holder;
      resolve(run.errors.length > 0 ? { errors: run.errors, data } : { data });
    };
    const run: Run = {
      context: contextValue,
      rootValue,
      variables: variableValues,
      args: new Map(),
      errors: [],
      later(value, at, complete) {
        left++;
        value.then(
          (found) => {
            put(at, run, complete, found);
            settle();
          },
          (error) => {
            fail(at, run, error);
            settle();
          },
        );
      },
    };
    put(place, run, root, rootValue);
    settle();
  });

/** Fills a place with what a resolver found, now or later. */
export function fill(place: Place, run: Run, found: unknown): void {
  const { complete } = place.position;
  if (isPromise(found)) run.later(found, place, complete);
  else put(place, run, complete, found);
}

function put(place: Place, run: Run, complete: Complete, found: unknown): void {
  if (isLost(place, run)) return;
  try {
    const answer = complete(found, run, place);
    if (!place.isNulled) place.holder[place.key] = answer;
  } catch (error) {
    fail(place, run, error);
  }
}

/** Whether an error took the answer away that this place is part of. */
export function isLost(place: Place, run: Run): boolean {
  if (run.errors.length === 0) return false;
  for (let at: Place | null = place; at; at = at.above) if (at.isNulled) return true;
  return false;
}

/** Makes the nearest place null that may be, and keeps the error, unless that answer is lost already. */
export function fail(place: Place, run: Run, cause: unknown): void {
  const error = locatedError(cause, place.position.nodes, pathOf(place));
  let at = place;
  while (!at.position.isNullable && at.above) at = at.above;
  if (isLost(at, run)) return;
  at.isNulled = true;
  at.holder[at.key] = null;
  run.errors.push(error);
}

function pathOf(place: Place): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at = place; at.above; at = at.above) path.unshift(at.key);
  return path;
}

export const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
