import { availableParallelism } from 'node:os';
import { type Examiner, openExaminer } from '../agent/entity/examiner.ts';
import type { Limits } from '../agent/fetch/exchange.ts';
import { type FetcherOptions, openFetcher } from '../agent/fetch/fetcher.ts';
import { type Assessor, openAssessor } from '../agent/judge/threads/assess-pool.ts';
import { type Learner, openLearner } from '../agent/judge/threads/learner.ts';
import type { Model } from '../agent/model/ask.ts';
import { furtherQueriesByModel } from '../agent/model/planning/further-queries.ts';
import { planByModel } from '../agent/model/planning/planner.ts';
import { suggestByModel } from '../agent/model/planning/suggester.ts';
import { modelReasoner } from '../agent/model/reasoner.ts';
import type { Answers, ModelPorts, Ports } from '../agent/ports.ts';
import { openReader, type Reader } from '../agent/read/reader.ts';
import type { SearchProvider } from '../agent/search/provider.ts';
import type { OpenOptions } from '../agent/search/registry.ts';
import type { Config } from '../config.ts';
import { PATIENCE, type Patience } from '../domain/work/patience.ts';
import type { PlanDeps } from '../runs/model-plan.ts';
import { recordedAnswers, recordedModel } from '../runs/recording/record.ts';
import type { Thinking, WorkerDeps } from '../runs/worker-deps.ts';
import { openModels } from './open-models.ts';
import { openProviders as openConfigured } from './search-providers.ts';

const USER_AGENT = 'webset/0.1';

const THREADS = { threads: Math.max(1, Math.min(4, availableParallelism() - 1)), memoryMb: 256 };

interface ThreadOptions {
  /** Whether the threads start at once, so that the first run need not wait; otherwise each starts on first use. */
  isWarm?: boolean;
  patience?: Patience['threads'];
}

export const openReaders = (onDropped?: (n: number) => void, { isWarm = false, patience = PATIENCE.threads }: ThreadOptions = {}) =>
  openReader({ ...THREADS, isWarm, patience, seconds: patience.pageSeconds, ...(onDropped && { onDropped }) });

/** Opens the threads that examine pages and search results. */
export const openExaminers = ({ isWarm = false, patience = PATIENCE.threads }: ThreadOptions = {}) =>
  openExaminer({ ...THREADS, isWarm, patience, seconds: patience.examineSeconds });

/** Opens the threads that judge by the rules and score. */
export const openAssessors = ({ isWarm = false, patience = PATIENCE.threads }: ThreadOptions = {}) =>
  openAssessor({ ...THREADS, isWarm, patience, seconds: patience.pageSeconds });

/** The threads of a worker. */
export interface Threads extends AsyncDisposable {
  reader: Reader;
  examiner: Examiner;
  assessor: Assessor & AsyncDisposable;
  learner: Learner;
}

/** `onDropped` receives the number of addresses of a page that were too long and left out. */
export function openThreads({ onDropped, ...options }: ThreadOptions & { onDropped?: (n: number) => void } = {}): Threads {
  const parts = {
    reader: openReaders(onDropped, options),
    examiner: openExaminers(options),
    assessor: openAssessors(options),
    learner: openLearners(options),
  };
  return {
    ...parts,
    async [Symbol.asyncDispose]() {
      await Promise.all(Object.values(parts).map((part) => part[Symbol.asyncDispose]()));
    },
  };
}

/** Opens the thread that decides by scores and answers: a single one, as it caches what it prepared. */
export const openLearners = ({ isWarm = false, patience = PATIENCE.threads }: ThreadOptions = {}) =>
  openLearner({ memoryMb: 1024, isWarm, patience, seconds: patience.learnSeconds });

/** The User-Agent for sites and services, with the operator's contact. */
export const userAgentOf = ({ contact }: Config) => (contact ? `${USER_AGENT} (+${contact})` : USER_AGENT);

type FetcherPorts = Pick<Ports, 'clock' | 'turns' | 'pauses'>;

/** Sitemaps may have 50 MB (sitemaps.org). */
export const SITEMAP_LIMITS = { totalMs: 60_000, maxBytes: 50 * 1024 * 1024 };

/** Fetches sitemaps of any media type, as sites serve them under many. */
export const openSitemapFetcher = (config: Config, ports: FetcherPorts, limits: Partial<Limits> = SITEMAP_LIMITS) =>
  openFetchers(config, ports, limits, { anyType: true });

export const openFetchers = (
  config: Config,
  ports: FetcherPorts,
  limits: Partial<Limits> = {},
  more: Pick<FetcherOptions, 'anyType'> & Partial<Pick<FetcherOptions, 'userAgent'>> = {},
) => {
  const { clock, turns, pauses } = ports;
  return openFetcher({
    userAgent: userAgentOf(config),
    allowPrivate: config.allowPrivate,
    hostDelayMs: config.hostDelayMs,
    clock,
    turns,
    pauses,
    limits,
    ...more,
  });
};

type PlansAndJudges = Thinking & Pick<PlanDeps, 'suggest'>;

/** Plans and judges with these models; with the rules if there are none. */
export const thinkingBy = (models: readonly Model[], answers: Answers): PlansAndJudges => ({
  plan: (input, budget, signal) => planByModel(models, answers, input, budget, signal),
  furtherQueries: models.length > 0 ? (input, budget, signal) => furtherQueriesByModel(models, answers, input, budget, signal) : null,
  suggest: (input, budget, signal) => suggestByModel(models, answers, input, budget, signal),
  reasoner: models.length > 0 ? modelReasoner({ models, answers }) : null,
});

/** Plans and judges with the models of this configuration, or with the rules. */
export function openThinking(
  config: Config,
  ports: ModelPorts,
  fetch: typeof globalThis.fetch,
): PlansAndJudges & Required<Pick<WorkerDeps, 'think'>> {
  const models = openModels(config, ports, fetch);
  return {
    ...thinkingBy(models, ports.answers),
    think: (recorder) =>
      thinkingBy(
        models.map((model) => recordedModel(model, recorder)),
        recordedAnswers(ports.answers, recorder),
      ),
  };
}

export const openProviders = (
  config: Config,
  ports: Pick<OpenOptions, 'index' | 'clock' | 'turns' | 'timeoutMs'>,
): Promise<SearchProvider[]> => openConfigured(config, ports, userAgentOf(config));
