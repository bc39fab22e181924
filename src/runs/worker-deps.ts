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
import type { ChosenSearch, RunQuery } from '../agent/search/learn/choose.ts';
import type { SearchProvider } from '../agent/search/provider.ts';
import type { Database, Tx } from '../db/connection/client.ts';
import type { Listener } from '../db/connection/listener.ts';
import type { ChoicePurpose } from '../db/queries/runs/judge-choice.ts';
import type { Run, StopReason } from '../domain/run.ts';
import type { Sender } from '../queue/queue.ts';
import type { ModelRecorder } from './recording/record.ts';

/** What is counted of a worker's doings. */
export type Done = 'retakes' | 'rows' | 'pages' | 'cells' | 'events' | 'addresses_dropped';

/** A row that a model judged in a recorded run, and what for. */
export interface ScriptChoice {
  key: string;
  purpose: ChoicePurpose;
}

/** The order of a recorded run. */
export interface Script {
  next(): string | undefined;
  done(): void;
  reason: StopReason;
  /** What a round searched for. */
  searches(queries: readonly RunQuery[], round: number): ChosenSearch[];
  /** The rows that a model judged in it, by their keys; null: every one, as it was read. */
  choices: readonly ScriptChoice[] | null;
}

/** Who plans, names further queries and judges: models, or the rules. */
export type Thinking = Pick<WorkerDeps, 'plan' | 'furtherQueries' | 'reasoner'>;

/** What a worker sees runs through with. */
export interface WorkerDeps {
  db: Database;
  listener: Listener;
  queue: Sender;
  ports: Ports;
  providers: SearchProvider[];
  /** The page at an address (agent/read-page.ts). */
  readPage(url: string, signal: AbortSignal): Promise<PageRead>;
  /** Works out in threads what strangers' words decide the cost of. */
  examiner: Examiner;
  registry: Registry;
  plan(input: PlanInput, budget: ModelBudget, signal: AbortSignal): Promise<Planned>;
  /** Queries that a model would ask further by what was learned; null without one. */
  furtherQueries: ((input: FurtherInput, budget: ModelBudget, signal: AbortSignal) => Promise<string[]>) | null;
  /** A model that judges; null without one. */
  reasoner: Reasoner | null;
  /** Judges every page by the rules and scores it, whoever judges it then. */
  assessor: Assessor;
  /** Decides a webset's rows by their scores and people's answers. */
  learner: Learner;
  /** Planner and judge whose models' answers are written down. */
  think?: (recorder: ModelRecorder) => Thinking;
  /** Runs are recorded. */
  record?: boolean;
  /** Hears, in its transaction, of the searches that a round chose. */
  searching?: (tx: Tx, chosen: readonly ChosenSearch[]) => Promise<void>;
  /** Hears, in its transaction, of each candidate that is finished. */
  settled?: (tx: Tx, key: string) => Promise<void>;
  /** The candidates to finish, in their order, and why the run then ends: of a recording that is played. */
  script?: Script;
  /** What a run, or a plan before it, may spend on models. */
  budgetOf(run: Pick<Run, 'id' | 'maxCostNanoUsd' | 'caller'>, of?: 'run' | 'plan'): ModelBudget;
  /** Candidates of one run at work at a time. */
  lanes: number;
  /** Seconds before a stage that failed is tried again, the first time; each time after that four times as long, a minute at most. */
  retrySeconds?: number;
  /** Hears of what is done, for the metrics. */
  tally?: (what: Done, n: number) => void;
  log: { info(facts: object, message: string): void; error(facts: object, message: string): void };
}
