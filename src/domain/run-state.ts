import { NANO_USD, type Spent } from './money/cost.ts';

export const RUN_STATES = ['queued', 'running', 'completed', 'cancelled', 'failed'] as const;
export type RunState = (typeof RUN_STATES)[number];

/**
 * search: searches and judges what it finds; fill: judges missing cells; rejudge: judges cells again; import: reads the things of a list.
 * fill and rejudge read no page again.
 */
export const RUN_MODES = ['search', 'fill', 'rejudge', 'import'] as const;
export type RunMode = (typeof RUN_MODES)[number];
/** The modes that start without a list. */
export type StartMode = Exclude<RunMode, 'import'>;

/** The scope of a run that does not search: rows, and criteria and columns. Absent means all. */
export interface RunScope {
  rowIds?: string[] | undefined;
  columnIds?: string[] | undefined;
}
/** The most rows, and the most criteria and columns together, that a run may name. */
export const SCOPE_MAX = 1000;

/** Why a run stopped without a failure. */
export const STOP_REASONS = [
  'target_reached',
  'candidates_exhausted',
  'read_through',
  'coverage_reached',
  'waiting_for_uploads',
  'rows_done',
  'low_match_rate',
  'page_budget',
  'time_budget',
  'cost_budget',
  'cancelled',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** Why a run failed; each comes with advice in words. */
export const FAILURE_REASONS = ['search_unavailable', 'repeated_failure', 'poison_page'] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

export type RunReason = StopReason | FailureReason;

/** The origin of a query: the plan, what likely rows taught, or a person. */
export const QUERY_FAMILIES = ['plan', 'learned', 'person'] as const;
export type QueryFamily = (typeof QUERY_FAMILIES)[number];

/**
 * searches: result pages requested, of all providers; found: distinct candidates; read: pages read; unreadable: pages that failed; judged:
 * rows judged; matched: rows that match.
 */
export interface RunCounts {
  searches: number;
  found: number;
  read: number;
  unreadable: number;
  judged: number;
  matched: number;
}

/** A provider's answer to one query: the number of hits, and why there are none; null if it answered. */
export interface ProviderAnswer {
  provider: string;
  brought: number;
  failure: string | null;
}

/** The totals of a search provider in a run: hits, failures, and the reason for the last failure. */
export interface ProviderTally {
  provider: string;
  asked: number;
  brought: number;
  failed: number;
  failure: string | null;
}

const JUDGED_BEFORE_RATE = 100;
const MATCH_RATE_MIN = 0.01;

/** Whether under 1 % of 100 or more rows matched: the queries find other things. A run without any match goes on for its whole budget. */
export const isUnderRate = ({ judged, matched }: Pick<RunCounts, 'judged' | 'matched'>): boolean =>
  judged >= JUDGED_BEFORE_RATE && matched > 0 && matched < MATCH_RATE_MIN * judged;

/** The limits of a run: matches, pages fetched or taken from the index, minutes, searches, and the cost of models (null: no cap). */
export interface RunBudget {
  target: number;
  maxPages: number;
  maxMinutes: number;
  /** Absent: the product's default. */
  maxSearches?: number;
  /** Billionths of a US dollar. */
  maxCostNanoUsd?: number | null;
  /** The share of pages that a model judges, 0 to 1; null or absent: automatic (domain/model/judge-share.ts). */
  judgeShare?: number | null;
}

/** The parts of a budget that have a ceiling. */
export type BoundName = Exclude<keyof RunBudget, 'judgeShare'>;

/** The maximum budget of a run. */
export const BUDGET_MAX: Record<BoundName, number> = {
  target: 100_000,
  maxPages: 1_000_000,
  maxMinutes: 10_080,
  maxSearches: 10_000,
  maxCostNanoUsd: 100_000 * NANO_USD,
};

/** The ceilings for a run: for all callers, and for those without an account (the smaller applies). */
export interface RunCeilings extends RunBudget {
  anonymous: Pick<RunBudget, 'maxPages' | 'maxMinutes'>;
}

const CEILINGS = { target: 1000, maxPages: 5000, maxMinutes: 240, maxSearches: 60, anonymous: { maxPages: 1000, maxMinutes: 60 } };

/** The ceilings of a service. An operator's higher budget raises its ceiling, and the operator's cap on costs applies to all callers. */
export const ceilingsFor = ({ target, maxPages, maxMinutes, maxCostNanoUsd = null }: RunBudget): RunCeilings => ({
  target: Math.max(CEILINGS.target, target),
  maxPages: Math.max(CEILINGS.maxPages, maxPages),
  maxMinutes: Math.max(CEILINGS.maxMinutes, maxMinutes),
  maxSearches: CEILINGS.maxSearches,
  maxCostNanoUsd,
  anonymous: {
    maxPages: Math.max(CEILINGS.anonymous.maxPages, maxPages),
    maxMinutes: Math.max(CEILINGS.anonymous.maxMinutes, maxMinutes),
  },
});

/** `now`: its caller holds more than half of all places. `turn`: it has had its turn, and a caller with fewer places waits. */
export const HAND_OVERS = ['now', 'turn'] as const;
export type HandOver = (typeof HAND_OVERS)[number];

export interface Run extends RunBudget {
  id: string;
  websetId: string;
  /** The key that it counts against while alive: an account or an address (domain/caller/caller.ts); null: none, or it has ended. */
  caller: string | null;
  mode: RunMode;
  /** Null: all rows and columns. */
  only: RunScope | null;
  state: RunState;
  reason: RunReason | null;
  /** The reason in words, for a person. */
  detail: string | null;
  attempt: number;
  /** Stages that threw; retries by other workers and hand-overs do not count. */
  failures: number;
  /** Attempts since a candidate was last finished. */
  stalls: number;
  maxCostNanoUsd: number | null;
  maxSearches: number;
  /** The queries; null before planning. */
  queries: string[] | null;
  counts: RunCounts;
  judgeShare: number | null;
  /** The share after this run's checks raised it; null if they did not. */
  raisedShare: number | null;
  /** The usage of models, including failed calls and reservations for calls in progress. */
  spent: Spent;
  /** The usage that models would have had for the pages that were decided by what was learned. */
  saved: Spent;
  criterionIds: string[];
  enrichmentIds: string[];
  createdAt: Date;
  startedAt: Date | null;
  /** When a worker last took it. */
  takenAt: Date | null;
  /** Milliseconds that workers held it before that. */
  heldMs: number;
  /** Whether another caller needs its place. */
  handOver: HandOver | null;
  endedAt: Date | null;
}

export const isAlive = (run: Pick<Run, 'state'>) => run.state === 'queued' || run.state === 'running';
