import { createHash } from 'node:crypto';
import pino from 'pino';
import { describeError, redact } from '../http/describe-error.ts';

/**
 * JSON lines on standard error; standard output is for the output of commands. Errors are logged without the values in them, and a run by a
 * hash of its id, as the id itself would open a run without an owner.
 */
export const openLog = (part: string, level = 'info', to: pino.DestinationStream = pino.destination(2)) =>
  pino({ base: { part }, level, serializers: { err: describeError, run: tagOf, detail: redact, trace: redact } }, to);

/** A stable tag of a run: eight hex digits of its hash. */
const tagOf = (runId: unknown) => createHash('sha256').update(String(runId)).digest('hex').slice(0, 8);
