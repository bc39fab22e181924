import { generateText, type Output } from 'ai';
import { add, costOf, NOTHING, type Price, type Spent, tokensAbout, tokensAtMost } from '../../domain/money/cost.ts';
import { createLimiter } from '../../domain/work/limiter.ts';
import type { EndpointCapabilities, ModelBudget, ModelPorts } from '../ports.ts';
import { credentialsKeyOf, type Endpoint, keyOf, nameOf } from './endpoint.ts';
import { languageModel, MODES, type Mode, modesOf } from './language-model.ts';
import { failureOf, ModelFailure } from './model-failure.ts';
import { countable, tokensUsed } from './usage.ts';

// otherwise the SDK prints warnings on the console
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

const TRIES = 4;
const BACK_OFF_MS = 1_000;
const BACK_OFF_MAX_MS = 30_000;
/** Pauses after an endpoint was unavailable, and after it refused the key. */
const UNAVAILABLE_MS = 30_000;
const CLOSED_MS = 10 * 60_000;
/** Waits are split into pieces, since other workers may extend a pause. */
const PIECE_MS = 30_000;
export const OUTPUT_MAX = 16_384;

export interface Request {
  instructions: string;
  prompt: string;
  /** JSON Schema of the answer. */
  schema: Record<string, unknown>;
  /** Tokens expected for the answer. */
  outputTokens: number;
}

export interface Said {
  text: string;
  /** The answer ended at the token limit. */
  isCut: boolean;
}

export interface Model {
  name: string;
  key: string;
  endpoint: Endpoint;
  price: Price | null;
  /**
   * One answer. Waits for pauses up to `patienceMs`, retries passing errors and falls back to an output mode that the endpoint supports.
   * `onSpent` receives all tokens, including those of failed tries. Throws ModelFailure, CapReached, or the signal's reason.
   */
  ask(request: Request, how: Asking): Promise<Said>;
}

export interface Asking {
  budget: ModelBudget;
  patienceMs: number;
  signal: AbortSignal;
  onSpent(spent: Spent): void;
}

export interface ModelTools {
  ports: Pick<ModelPorts, 'pauses' | 'calls' | 'capabilities' | 'clock'>;
  fetch: typeof globalThis.fetch;
  /** Returns 0 to 1, for jitter. */
  random?: () => number;
  onCall?: (call: { mode: Mode; failure: ModelFailure | null }) => void;
}

/** The answer as plain text: we parse it ourselves, since an unreadable answer is repaired, and is charged in any case. */
const shaped = ({ schema }: Request, mode: Mode): Output.Output<string, string, never> => ({
  name: 'text',
  responseFormat: Promise.resolve(
    mode === 'schema'
      ? { type: 'json' as const, schema, name: 'answer' }
      : mode === 'object'
        ? { type: 'json' as const }
        : { type: 'text' as const },
  ),
  parseCompleteOutput: async ({ text }) => text,
  parsePartialOutput: async () => undefined,
  createElementStreamTransform: () => undefined,
});

export function openModel(endpoint: Endpoint, price: Price | null, { ports, fetch, random = Math.random, onCall }: ModelTools): Model {
  const { pauses, calls, capabilities, clock } = ports;
  const [name, key] = [nameOf(endpoint), keyOf(endpoint)];
  const unavailableKey = `model-unavailable:${credentialsKeyOf(endpoint)}`;
  const limiter = createLimiter<Endpoint>({ each: endpoint.concurrency });
  const modes = modesOf(endpoint.provider);
  const models = new Map(MODES.map((mode) => [mode, languageModel(endpoint, mode, countable(fetch))]));
  let known: EndpointCapabilities | null = null;

  const learned = async (): Promise<EndpointCapabilities> => {
    known ??= (await capabilities.get(key)) ?? { mode: modes[0] ?? 'schema', outputTokens: 0 };
    return known;
  };
  const learn = async (learnt: EndpointCapabilities) => {
    if (known?.mode === learnt.mode && known.outputTokens === learnt.outputTokens) return;
    known = learnt;
    await capabilities.put(key, learnt);
  };
  const leftAlone = (why: string) => new ModelFailure('unavailable', `${name}: ${why}`);
  const jitter = (ms: number) => Math.round(ms * (0.5 + random() / 2));

  async function once(request: Request, mode: Mode, maxOutputTokens: number, { budget, signal, onSpent }: Asking): Promise<Said> {
    const { instructions, prompt } = request;
    const most = { inputTokens: tokensAtMost(instructions + prompt + JSON.stringify(request.schema)), outputTokens: maxOutputTokens };
    const likely = { inputTokens: tokensAbout(instructions.length + prompt.length), outputTokens: maxOutputTokens };
    const reserved = await budget.reserve({ ...most, costNanoUsd: costOf(most, price) });
    let spent = NOTHING;
    const timeout = AbortSignal.timeout(endpoint.timeoutMs);
    try {
      const { text, finishReason, usage } = await generateText({
        model: models.get(mode) as ReturnType<typeof languageModel>,
        instructions,
        prompt,
        output: shaped(request, mode),
        maxOutputTokens,
        // hosted models have defaults, and some refuse a temperature
        ...(endpoint.provider === 'openai-compatible' && { temperature: 0 }),
        maxRetries: 0,
        abortSignal: AbortSignal.any([signal, timeout]),
      });
      const used = {
        inputTokens: tokensUsed(usage.inputTokens, likely.inputTokens, most.inputTokens),
        outputTokens: tokensUsed(usage.outputTokens, Math.min(tokensAbout(text.length), most.outputTokens), most.outputTokens),
      };
      spent = { ...used, costNanoUsd: costOf(used, price) };
      onCall?.({ mode, failure: null });
      return { text, isCut: finishReason === 'length' };
    } catch (error) {
      const failure = timeout.aborted
        ? new ModelFailure('unavailable', `${name} did not answer within ${endpoint.timeoutMs / 1000} s`, { mayCost: true, cause: error })
        : failureOf(error, name, clock.now());
      if (failure.mayCost || signal.aborted) spent = { ...likely, costNanoUsd: costOf(likely, price) };
      signal.throwIfAborted();
      onCall?.({ mode, failure });
      throw failure;
    } finally {
      await reserved.settle(spent);
      onSpent(spent);
    }
  }

  /** Waits while the endpoint pauses. Throws ModelFailure when the pause exceeds the caller's patience. */
  async function rested(until: number, signal: AbortSignal): Promise<void> {
    const unavailable = await pauses.left(unavailableKey);
    if (unavailable.ms > 0)
      throw new ModelFailure('unavailable', `${unavailable.reason ?? name} (left alone for ${seconds(unavailable.ms)})`, {
        retryAfterMs: unavailable.ms,
      });
    for (;;) {
      const { ms, reason } = await pauses.left(`model:${key}`);
      if (ms <= 0) return;
      if (clock.now() + ms > until) throw new ModelFailure('limited', `${reason ?? name} (rests for ${seconds(ms)})`, { retryAfterMs: ms });
      // spreads the callers that wait
      await clock.sleep(Math.min(ms + jitter(Math.min(500, ms / 10)), PIECE_MS), signal);
    }
  }

  const backOffAfter = (tries: number) => jitter(Math.min(BACK_OFF_MAX_MS, BACK_OFF_MS * 2 ** (tries - 1)));

  /** Null: a pause began while the call waited for its place. A pause that this call causes is stored before its place is freed. */
  async function unlessResting(call: () => Promise<Said>, tries: number): Promise<Said | null> {
    if ((await pauses.left(`model:${key}`)).ms > 0) return null;
    try {
      return await call();
    } catch (error) {
      if (error instanceof ModelFailure && error.kind === 'limited')
        await pauses.set(`model:${key}`, Math.max(error.retryAfterMs ?? 0, backOffAfter(tries)), error.message);
      throw error;
    }
  }

  /** Waits before a retry, as long as the failure asks; throws when a retry is pointless. */
  async function recover(failure: ModelFailure, tries: number, how: Asking): Promise<void> {
    const { kind, retryAfterMs, message } = failure;
    if (kind === 'limited') return;
    if (kind === 'unauthorized' || kind === 'used_up') await pauses.set(unavailableKey, retryAfterMs ?? CLOSED_MS, message);
    if (kind !== 'unavailable') throw failure;
    if (tries >= TRIES) {
      await pauses.set(unavailableKey, UNAVAILABLE_MS, message);
      throw failure;
    }
    await clock.sleep(retryAfterMs ?? backOffAfter(tries), how.signal);
  }

  async function ask(request: Request, how: Asking): Promise<Said> {
    const { mode: liked, outputTokens: needed } = await learned();
    let at = Math.max(0, modes.indexOf(liked as Mode));
    const enough = Math.max(request.outputTokens, needed);
    let limit = Math.min(OUTPUT_MAX, enough);
    let cut: Said | null = null;
    const until = clock.now() + how.patienceMs;
    for (let tries = 1; ; ) {
      how.signal.throwIfAborted();
      await rested(until, how.signal);
      const mode = modes[at] as Mode;
      try {
        const call = () => calls.watch(unavailableKey, () => once(request, mode, limit, how), leftAlone);
        const said = await limiter.run(endpoint, () => unlessResting(call, tries), how.signal);
        if (said === null) continue;
        if (said.isCut && limit < OUTPUT_MAX) {
          cut = said;
          limit = Math.min(OUTPUT_MAX, limit * 4); // reasoning models use many tokens before the answer
          continue;
        }
        await learn({ mode, outputTokens: limit > enough && !said.isCut ? limit : needed });
        return said;
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        if (cut && error.kind === 'too_long') return cut; // there is no room for a longer answer
        // once another shape is accepted, a refused one is not tried again
        if (error.mayBeShape && at < modes.length - 1) at++;
        else await recover(error, tries++, how);
      }
    }
  }

  return { name, key, endpoint, price, ask };
}

const seconds = (ms: number) => `${Math.ceil(ms / 1000)} s`;

/** Sums the tokens that are spent. */
export function openTally(): { total: Spent; onSpent(spent: Spent): void } {
  const tally = {
    total: NOTHING,
    onSpent(spent: Spent) {
      tally.total = add(tally.total, spent);
    },
  };
  return tally;
}
