import type { Examiner } from '../agent/entity/examiner.ts';
import type { Registry } from '../agent/entity/registry.ts';
import type { Reasoner } from '../agent/judge/finding.ts';
import type { Assessor } from '../agent/judge/threads/assess-pool.ts';
import type { Learner } from '../agent/judge/threads/learner.ts';
import type { FurtherInput } from '../agent/model/planning/further-queries.ts';
import type { Planned } from '../agent/model/planning/planner.ts';
import type { PlanInput } from '../agent/plan.ts';
import type { ModelBudget, Ports } from '../agent/ports.ts';
import type { PageRead } from '../agent/read-page.ts';
import type { ChosenSearch } from '../agent/search/learn/choose.ts';
import type { SearchProvider } from '../agent/search/provider.ts';
import type { Database, Tx } from '../db/connection/client.ts';
import type { Listener } from '../db/connection/listener.ts';
import type { ChoicePurpose } from '../db/queries/runs/judge-choice.ts';
import type { Run, StopReason } from '../domain/run-state.ts';
import type { Sender } from '../queue/job-queue.ts';
import type { ModelRecorder } from './recording/record.ts';

/** The counters of a worker. */
export type Done = 'retakes' | 'rows' | 'pages' | 'cells' | 'events' | 'addresses_dropped';

/** A row that a model judged in a recorded run, and for what purpose. */
export interface ScriptChoice {
  key: string;
  purpose: ChoicePurpose;
}

/** The order of a recorded run. */
export interface Script {
  next(): string | undefined;
  done(): void;
  reason: StopReason;
  /** The searches of a round. */
  searches(round: number): ChosenSearch[];
  /** The rows that a model judged, by key; null: all, as they were read. */
  choices: readonly ScriptChoice[] | null;
}

/** The planner, the source of further queries, and the judge: models, or the rules. */
export type Thinking = Pick<WorkerDeps, 'plan' | 'furtherQueries' | 'reasoner'>;

/** The dependencies of a worker. */
export interface WorkerDeps {
  db: Database;
  listener: Listener;
  queue: Sender;
  ports: Ports;
  providers: SearchProvider[];
  /** The page at an address (agent/read-page.ts). */
  readPage(url: string, signal: AbortSignal): Promise<PageRead>;
  /** Examines pages in threads: the cost depends on untrusted text. */
  examiner: Examiner;
  registry: Registry;
  plan(input: PlanInput, budget: ModelBudget, signal: AbortSignal): Promise<Planned>;
  /** A model's further queries from what was learned; null without a model. */
  furtherQueries: ((input: FurtherInput, budget: ModelBudget, signal: AbortSignal) => Promise<string[]>) | null;
  /** A model that judges; null without one. */
  reasoner: Reasoner | null;
  /** Judges every page by the rules and scores it, also when a model judges it. */
  assessor: Assessor;
  /** Decides a webset's rows by their scores and people's answers. */
  learner: Learner;
  /** The planner and judge with recorded model answers. */
  think?: (recorder: ModelRecorder) => Thinking;
  /** Whether runs are recorded. */
  record?: boolean;
  /** Called with the searches that a round chose, in its transaction. */
  searching?: (tx: Tx, chosen: readonly ChosenSearch[]) => Promise<void>;
  /** Called for each finished candidate, in its transaction. */
  settled?: (tx: Tx, key: string) => Promise<void>;
  /** For a replay: the candidates to finish, in order, and the reason that ends the run. */
  script?: Script;
  /** The model budget of a run or of its plan. */
  budgetOf(run: Pick<Run, 'id' | 'maxCostNanoUsd' | 'caller'>, of?: 'run' | 'plan'): ModelBudget;
  /** The candidates of one run that are processed at a time. */
  lanes: number;
  /** Seconds before the first retry of a failed stage; four times as long each further time, at most a minute. */
  retrySeconds?: number;
  /** Counts for the metrics. */
  tally?: (what: Done, n: number) => void;
  log: { info(facts: object, message: string): void; error(facts: object, message: string): void };
}
