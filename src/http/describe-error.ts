import { messageOf } from '../domain/errors.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** An error for the log: its kind and stack, without the ids and the parameters of a failed statement. */
export function describeError(error: unknown): object {
  const { name, stack, cause, code } = (typeof error === 'object' && error !== null ? error : {}) as Partial<Error> & { code?: unknown };
  return {
    ...(name !== undefined && { name: String(name) }),
    message: redact(messageOf(error)),
    ...(code !== undefined && { code: String(code) }),
    ...(stack !== undefined && { stack: redact(String(stack)) }),
    ...(cause !== undefined && { cause: describeError(cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(describeError) }),
  };
}

/** A text without ids, and without the parameters of a statement. */
export const redact = (text: string) => text.replace(/^params: .*(\n(?! {4}at ).*)*/gm, 'params: …').replace(UUID, '<id>');
