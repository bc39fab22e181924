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
import type { Context } from '../builder.ts';
import { inward, outward } from '../share/through.ts';

/** Yoga writes a result by the result's own `stringify`, if it has one. */
type Answer = ExecutionResult & { stringify?: () => string };

const answers = new WeakMap<object, Map<string, Answer>>();

/**
 * Subscribes as graphql-js does, but executes and writes an event once for all followers with the same question (the feed gives them one
 * object), unless they came by a share. Access is decided before an event comes here, so events do not depend on the follower.
 */
export async function subscribeTogether(args: ExecutionArgs) {
  const context = args.contextValue as Context;
  const valid = validateSubscriptionArgs(inward(args));
  if (!('operation' in valid)) return outward(context, { errors: valid, extensions: { http: { status: 400 } } });
  const question = JSON.stringify([valid.document.loc?.source.body, args.operationName, valid.rawVariableValues]);
  const stream = await createSourceEventStream(valid);
  if (!isAsyncIterable(stream)) return outward(context, stream);
  const answer = context.viewer.share
    ? async (event: ValidatedSubscriptionArgs) => outward(context, await executeSubscriptionEvent(event))
    : (event: ValidatedSubscriptionArgs) => answerTo(question, event);
  return mapSourceToResponseEvent(valid, stream, answer);
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
