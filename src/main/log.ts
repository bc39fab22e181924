import { createHash } from 'node:crypto';
import pino from 'pino';
import { describeError, redact } from '../http/describe-error.ts';

/**
 * JSON lines on standard error: standard output belongs to what a command prints. Errors are told without the values they carry, and a run
 * by a short hash of its id, which alone would open a run without an owner.
 */
export const openLog = (part: string, level = 'info', to: pino.DestinationStream = pino.destination(2)) =>
  pino({ base: { part }, level, serializers: { err: describeError, run: tagOf, detail: redact, trace: redact } }, to);

/** The same for the same run, and nothing else: eight letters of its hash. */
const tagOf = (runId: unknown) => createHash('sha256').update(String(runId)).digest('hex').slice(0, 8);
