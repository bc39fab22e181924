import { NANO_USD, type Spent } from './money/cost.ts';

export const RUN_STATES = ['queued', 'running', 'completed', 'cancelled', 'failed'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** search: searches the web and judges what it finds; fill: judges what rows lack; rejudge: judges cells again; import: reads the things of a list. The second and third read no page anew. */
export const RUN_MODES = ['search', 'fill', 'rejudge', 'import'] as const;
export type RunMode = (typeof RUN_MODES)[number];
/** Those that start without a list. */
export type StartMode = Exclude<RunMode, 'import'>;

/** What a run that does not search is about: these rows, and these criteria and columns. What is left out: all. */
export interface RunScope {
  rowIds?: string[] | undefined;
  columnIds?: string[] | undefined;
}
/** Of rows, and of criteria and columns together, that a run may name. */
export const SCOPE_MAX = 1000;

/** Why a run stopped in order. */
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

/** Why a run broke off; each comes with words on what to do about it. */
export const FAILURE_REASONS = ['search_unavailable', 'repeated_failure', 'poison_page'] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

export type RunReason = StopReason | FailureReason;

/** Where a query comes from: the plan, what was learned from likely rows, or a person. */
export const QUERY_FAMILIES = ['plan', 'learned', 'person'] as const;
export type QueryFamily = (typeof QUERY_FAMILIES)[number];

/** searches: pages of answers that were asked for, of all providers at once; found: distinct candidates; read: pages read; unreadable: pages that could not be; judged: rows judged; matched: rows that match. */
export interface RunCounts {
  searches: number;
  found: number;
  read: number;
  unreadable: number;
  judged: number;
  matched: number;
}

/** What a search provider answered to one question: how many hits it named, and why it named none; null: it answered. */
export interface ProviderAnswer {
  provider: string;
  brought: number;
  failure: string | null;
}

/** What became of a run's questions to a search provider: hits that it brought, how often it failed, and why it did the last time. */
export interface ProviderTally {
  provider: string;
  asked: number;
  brought: number;
  failed: number;
  failure: string | null;
}

const JUDGED_BEFORE_RATE = 100;
const MATCH_RATE_MIN = 0.01;

/** Whether under 1 % of 100 rows or more matched: the searches find other things. A run with nothing to show yet goes on for as long as it may. */
export const isUnderRate = ({ judged, matched }: Pick<RunCounts, 'judged' | 'matched'>): boolean =>
  judged >= JUDGED_BEFORE_RATE && matched > 0 && matched < MATCH_RATE_MIN * judged;

/** What a run may use: rows that match, pages fetched or taken from the index, minutes of running, searches, and what models may cost (null: no cap). */
export interface RunBudget {
  target: number;
  maxPages: number;
  maxMinutes: number;
  /** Absent: as many as the product sets. */
  maxSearches?: number;
  /** Billionths of a US dollar. */
  maxCostNanoUsd?: number | null;
  /** The share of the pages that a model judges, 0 to 1; null or absent: as many as it takes (domain/model/judge-share.ts). */
  judgeShare?: number | null;
}

/** What of a budget has a ceiling. */
export type BoundName = Exclude<keyof RunBudget, 'judgeShare'>;

/** The most that a run may be given. */
export const BUDGET_MAX: Record<BoundName, number> = {
  target: 100_000,
  maxPages: 1_000_000,
  maxMinutes: 10_080,
  maxSearches: 10_000,
  maxCostNanoUsd: 100_000 * NANO_USD,
};

/** The most that callers may name for a run, as the operator set it: of all callers, and of those without an account (the smaller holds). */
export interface RunCeilings extends RunBudget {
  anonymous: Pick<RunBudget, 'maxPages' | 'maxMinutes'>;
}

/** `now`: its caller holds more than half of all places. `turn`: it has had its turn, and a caller who holds fewer places waits. */
export const HAND_OVERS = ['now', 'turn'] as const;
export type HandOver = (typeof HAND_OVERS)[number];

export interface Run extends RunBudget {
  id: string;
  websetId: string;
  /** Whom it is counted for while it is alive: an account or an address (domain/caller.ts); null: nobody, or it has ended. */
  caller: string | null;
  mode: RunMode;
  /** Null: all rows and columns. */
  only: RunScope | null;
  state: RunState;
  reason: RunReason | null;
  /** Words on the reason, for a person. */
  detail: string | null;
  attempt: number;
  /** Stages that threw; retakes and hand-overs are none. */
  failures: number;
  /** Attempts since a candidate was last finished. */
  stalls: number;
  maxCostNanoUsd: number | null;
  maxSearches: number;
  /** What it searches for; null until it has planned. */
  queries: string[] | null;
  counts: RunCounts;
  judgeShare: number | null;
  /** What the checks of this run have raised the share to; null: nothing. */
  raisedShare: number | null;
  /** What models took, failed calls included; what is set aside for calls at work counts. */
  spent: Spent;
  /** What models would have taken besides, had they judged the pages that were decided by what was learned. */
  saved: Spent;
  criterionIds: string[];
  enrichmentIds: string[];
  createdAt: Date;
  startedAt: Date | null;
  /** When a worker last took it. */
  takenAt: Date | null;
  /** Milliseconds that workers held it before that. */
  heldMs: number;
  /** Whether its place is wanted by another caller. */
  handOver: HandOver | null;
  endedAt: Date | null;
}

export const isAlive = (run: Pick<Run, 'state'>) => run.state === 'queued' || run.state === 'running';
