import {
  type ExecutionArgs,
  type ExecutionResult,
  type OperationDefinitionNode,
  type ValidatedExecutionArgs,
  validateExecutionArgs,
} from 'graphql';
import type { Answer } from '../../services/answers/room.ts';
import { type Plan, planOf, type Run } from './plan.ts';
import { admit } from './weigh.ts';

const plans = new WeakMap<OperationDefinitionNode, Plan | null>();

/**
 * Executes queries by plans, and in the `ordinary` way what has none. A query with any trouble is executed once more in the ordinary way: reading
 * twice changes nothing, and its errors, their paths and what is null for them are graphql's own. What is too large to be sent is refused as a whole.
 */
export const executePlanned =
  (ordinary: (args: ExecutionArgs) => unknown) =>
  async (args: ExecutionArgs): Promise<ExecutionResult> => {
    const answer = (args.contextValue as { answer?: Answer } | undefined)?.answer;
    const found = prepare(args);
    const again = async () => {
      if (answer?.refusal) return {};
      answer?.readAgain();
      return ordinary(args);
    };
    const result = await (found?.isQuery ? follow(found.plan, found.valid).catch(again) : ordinary(args));
    return admit(args, answer, result as ExecutionResult);
  };

/**
 * The data of a stored document of ours, by its plan. A mutation's trouble is thrown as it was: it is not done twice, and has one field, so that there is no
 * part of an answer to tell. Null for what is executed in the ordinary way: what has no plan, and a query with any trouble.
 */
export async function executeStored(args: ExecutionArgs): Promise<ExecutionResult['data']> {
  const found = prepare(args);
  if (!found) return null;
  const following = follow(found.plan, found.valid);
  const { data } = await (found.isQuery ? following.catch(() => ({ data: null })) : following);
  return data;
}

function prepare(args: ExecutionArgs): { plan: Plan; valid: ValidatedExecutionArgs; isQuery: boolean } | null {
  const valid = validateExecutionArgs(args);
  if (!('operation' in valid)) return null;
  const { schema, document, operation } = valid;
  const known = plans.get(operation);
  const plan = known === undefined ? planOf(schema, document, operation) : known;
  plans.set(operation, plan);
  return plan && { plan, valid, isQuery: operation.operation === 'query' };
}

const follow = (plan: Plan, { rootValue, contextValue, variableValues }: ValidatedExecutionArgs) =>
  new Promise<ExecutionResult>((resolve, reject) => {
    let data: Record<string, unknown> | null = null;
    let left = 1;
    const settle = () => {
      if (--left === 0) resolve({ data });
    };
    const run: Run = {
      context: contextValue,
      variables: variableValues,
      args: new Map(),
      later(value, put) {
        left++;
        value.then((found) => {
          try {
            put(found);
            settle();
          } catch (error) {
            reject(error);
          }
        }, reject);
      },
    };
    data = plan(rootValue, run) as Record<string, unknown>; // what it throws rejects
    settle();
  });
