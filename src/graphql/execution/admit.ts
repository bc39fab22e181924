import { type ExecutionArgs, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import type { Fault } from '../../domain/errors.ts';
import { ANSWER_MAX, type Answer } from '../../services/answers/memory.ts';
import { extensionsOf, httpOf } from '../errors.ts';
import { jsonInTurns, lengthOf } from './json.ts';

/** Characters of an answer that is written in turns of the event loop. */
const LONG = 64_000;

/** A result as it may be sent, with its memory held, or its refusal. The pages of a `paged` one are written and counted by REST. */
export async function admit(
  args: ExecutionArgs,
  answer: Answer | undefined,
  result: ExecutionResult,
  paged: boolean,
): Promise<ExecutionResult> {
  if (!answer) return result;
  try {
    if (answer.refusal) throw answer.refusal;
    if (paged) return result;
    const problems = result.errors?.map(({ message, path }) => [message, path]);
    const length = lengthOf(result.data, ANSWER_MAX) + lengthOf(problems, ANSWER_MAX);
    await answer.write(length);
    if (length <= LONG) return result;
    const data = await jsonInTurns(result.data, ANSWER_MAX);
    await answer.write(data.length);
    return withData(result, data);
  } catch (error) {
    if (error !== answer.refusal || !answer.refusal) throw error;
    return refusedResult(answer.refusal, getOperationAST(args.document, args.operationName)?.operation === 'mutation');
  }
}

/** A result whose data is written: what its `stringify` returns is the body of Yoga's response. */
const withData = (result: ExecutionResult, data: Buffer): ExecutionResult =>
  Object.assign(result, {
    stringify: ({ data: _written, ...rest }: ExecutionResult) => {
      const before = JSON.stringify(rest).slice(0, -1);
      return Buffer.concat([Buffer.from(`${before}${before === '{' ? '' : ','}"data":`), data, Buffer.from('}')]);
    },
  });

/** What a mutation changed remains changed, so that its refusal is an error of the answer and not of the request. */
function refusedResult(fault: Fault, isMutation: boolean): ExecutionResult {
  if (isMutation)
    return { data: null, errors: [new GraphQLError(`The change is made. ${fault.message}`, { extensions: extensionsOf(fault) })] };
  return { errors: [new GraphQLError(fault.message, { extensions: { ...extensionsOf(fault), http: httpOf(fault) } })] };
}
