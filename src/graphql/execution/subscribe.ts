import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  executeSubscriptionEvent,
  mapSourceToResponseEvent,
  type ValidatedSubscriptionArgs,
  validateSubscriptionArgs,
} from 'graphql';
import { isAsyncIterable } from 'graphql-yoga';

/** Yoga writes a result out by its own `stringify`, where it has one. */
type Answer = ExecutionResult & { stringify?: () => string };

const answers = new WeakMap<object, Map<string, Answer>>();

/**
 * Subscribes as graphql-js does, but an event that many follow (the feed gives them one object) is executed and written out once for all
 * that asked the same. Nothing that an event tells depends on its reader: who may follow is decided before an event comes here.
 */
export async function subscribeTogether(args: ExecutionArgs) {
  const valid = validateSubscriptionArgs(args);
  if (!('operation' in valid)) return { errors: valid, extensions: { http: { status: 400 } } };
  const question = JSON.stringify([valid.document.loc?.source.body, args.operationName, valid.rawVariableValues]);
  const stream = await createSourceEventStream(valid);
  return isAsyncIterable(stream) ? mapSourceToResponseEvent(valid, stream, (event) => answerTo(question, event)) : stream;
}

function answerTo(question: string, args: ValidatedSubscriptionArgs): Answer | Promise<Answer> {
  const event = args.rootValue as object;
  const known = answers.get(event)?.get(question);
  if (known) return known;
  const answer = executeSubscriptionEvent(args);
  if (answer instanceof Promise || answer.errors) return answer;
  const text = JSON.stringify(answer);
  const kept = { ...answer, stringify: () => text };
  const others = answers.get(event) ?? new Map<string, Answer>();
  answers.set(event, others.set(question, kept));
  return kept;
}
