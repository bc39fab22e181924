import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../../../config.ts';
import { isUnavailable } from '../../../db/connection/faults.ts';
import { Fault, messageOf } from '../../../domain/errors.ts';
import type { RunState } from '../../../domain/run-state.ts';
import { createWebsetInput } from '../../../domain/webset-state.ts';
import type { Call } from '../../../services/call.ts';
import { addEnrichment } from '../../../services/columns.ts';
import { cancelRun, startRun } from '../../../services/runs.ts';
import { suggestPlan } from '../../../services/suggestions.ts';
import { createWebset } from '../../../services/websets.ts';
import { serviceFacts } from '../../facts.ts';
import { EXIT, UsageError } from '../exit.ts';
import { openCall, openOrJoin } from './asked-service.ts';
import { follow } from './follow.ts';
import { report } from './result.ts';

export interface AskOptions {
  /** The file for the rows; without it they are printed as a table. */
  csv?: string | undefined;
  /** The number of matching rows to find. */
  target?: string | undefined;
  /** Reads at most ten pages. */
  preview?: boolean | undefined;
}

const PREVIEW_PAGES = 10;

/**
 * `ask`: turns a request into rows, on the service that runs on this DATA_DIR or on one of its own. Returns an exit code of EXIT. Ctrl-C
 * cancels the run, and shows and writes what was found; a second one ends the command at once.
 */
export async function ask(config: Config, request: string, options: AskOptions): Promise<number> {
  const target = targetOf(options.target);
  const input = createWebsetInput.safeParse({ originalQuery: request.trim() });
  if (!input.success) throw new UsageError('a request has 1 to 10,000 characters');
  if (options.csv !== undefined) await checkWritable(options.csv);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(signal));
  const note = (line: string) => console.error(line);
  try {
    await using service = await openOrJoin(config, note);
    if (stop.signal.aborted) return exitOf(stop.signal);
    await using opened = await openCall(config, service.databaseUrl);
    const { code, websetId } = await askOn(opened.call, opened.config, {
      ...options,
      request: input.data.originalQuery,
      target,
      stop: stop.signal,
    });
    console.log(`${service.joined ? 'Open it at' : '`npm start` shows it at'} ${config.publicUrl}/w/${websetId}`);
    return code;
  } catch (error) {
    if (stop.signal.aborted) return exitOf(stop.signal);
    if (error instanceof Fault && error.code === 'BAD_REQUEST') throw new UsageError(error.message);
    if (isUnavailable(error))
      throw new Error('the service that did the run has ended: what was found is kept, and the run goes on once it runs again');
    throw error;
  }
}

const exitOf = ({ reason }: AbortSignal) => (reason === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted);

interface Asked extends Pick<AskOptions, 'csv' | 'preview'> {
  request: string;
  target: number | undefined;
  stop: AbortSignal;
}

/**
 * Asks a service that can execute runs. Returns the exit code and the new webset's id. Throws Fault BAD_REQUEST for a target above the
 * ceiling.
 */
export async function askOn(call: Call, config: Config, { request, csv, target, preview, stop }: Asked) {
  const { category, columns } = suggestPlan(request, null);
  const webset = await createWebset(call, { originalQuery: request, ...(category && { category }) });
  for (const column of columns) await addEnrichment(call, webset.id, column);
  await startRun(call, webset.id, { ...(target !== undefined && { target }), ...(preview && { maxPages: PREVIEW_PAGES }) });
  const cancel = () => void cancelRun(call, webset.id).catch(() => {}); // an unavailable database ends the events, too
  stop.addEventListener('abort', cancel, { once: true });
  if (stop.aborted) cancel();
  await follow(call, config, webset.id);

  const { state, matching } = await report(call, webset.id, csv, serviceFacts(config));
  return { code: stop.aborted ? exitOf(stop) : codeOf(state, matching), websetId: webset.id };
}

function codeOf(state: RunState | null, matching: number): number {
  if (state === 'cancelled') return EXIT.interrupted;
  if (state === 'failed') return EXIT.failed;
  return matching > 0 ? EXIT.done : EXIT.nothing;
}

function targetOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--target ${text}: must be a whole number from 1`);
  return Number(text);
}

/** Fails before the run when the file cannot be written at the end. */
async function checkWritable(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found?.isDirectory()) throw new UsageError(`--csv ${file}: is a folder`);
  await access(found ? file : dirname(file), constants.W_OK).catch((error: unknown) => {
    throw new UsageError(`--csv ${file}: cannot be written: ${messageOf(error)}`);
  });
}
