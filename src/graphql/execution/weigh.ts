import { type ExecutionArgs, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import type { Fault } from '../../domain/errors.ts';
import { ANSWER_MAX, type Answer } from '../../services/answers/memory.ts';
import { extensionsOf, httpOf } from '../errors.ts';
import { inPieces, LONG_ANSWER } from './pieces.ts';

/** Texts of so many characters are measured once, at how many places ever they stand. */
const LONG = 1000;
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

const bytesOfText = (text: string) => (PLAIN.test(text) ? text.length + 2 : Buffer.byteLength(JSON.stringify(text)));

/** The bytes of a value as JSON, each occurrence of a text counted; stops counting once they are over `most`. */
export function bytesOf(value: unknown, most: number): number {
  const measured = new Map<string, number>();
  let bytes = 0;
  const text = (words: string) => {
    if (words.length < LONG) return bytesOfText(words);
    const known = measured.get(words) ?? bytesOfText(words);
    measured.set(words, known);
    return known;
  };
  const add = (part: unknown): void => {
    if (typeof part === 'string') bytes += text(part);
    else if (typeof part !== 'object' || part === null) bytes += 6;
    else if (Array.isArray(part)) {
      bytes += 2 + part.length;
      for (let i = 0; i < part.length && bytes <= most; i++) add(part[i]);
    } else {
      bytes += 2;
      for (const key in part) {
        bytes += key.length + 4;
        add((part as Record<string, unknown>)[key]);
        if (bytes > most) return;
      }
    }
  };
  add(value);
  return bytes;
}

/** A result as it may be sent: weighed, its room held, a long one in pieces; else the refusal. What is `paged` is weighed where its pages are written. */
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
    const bytes =
      bytesOf(result.data, ANSWER_MAX) +
      bytesOf(
        result.errors?.map(({ message, path }) => [message, path]),
        ANSWER_MAX,
      );
    if (bytes > ANSWER_MAX) await answer.read(ANSWER_MAX + 1); // throws the refusal
    await answer.hold(bytes);
    return bytes > LONG_ANSWER ? inPieces(result) : result;
  } catch (error) {
    if (error !== answer.refusal || !answer.refusal) throw error;
    return refusedResult(answer.refusal, getOperationAST(args.document, args.operationName)?.operation === 'mutation');
  }
}

/** What a mutation changed stays changed, so that its refusal is an error of the answer and not of the request. */
function refusedResult(fault: Fault, isMutation: boolean): ExecutionResult {
  if (isMutation)
    return { data: null, errors: [new GraphQLError(`The change is made. ${fault.message}`, { extensions: extensionsOf(fault) })] };
  return { errors: [new GraphQLError(fault.message, { extensions: { ...extensionsOf(fault), http: httpOf(fault) } })] };
}
