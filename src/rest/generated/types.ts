/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A new criterion. */
export type AddCriterionInput = {
  /** What exactly is asked, at most 500 characters. */
  description?: string | null | undefined;
  /** Its name, 1 to 80 characters, unique among the criteria of the webset. */
  label: string;
  /** Whether it counts in the combined verdict of a row; true when left out. */
  required?: boolean | null | undefined;
  /** The id of the webset. */
  websetId: string;
};

/** A new column. */
export type AddEnrichmentInput = {
  /** What exactly is wanted, at most 500 characters. */
  description?: string | null | undefined;
  /** What its values are; text when left out. */
  format?: Format | null | undefined;
  /** Its name, 1 to 80 characters, unique among the columns of the webset. */
  label: string;
  /** The id of the webset. */
  websetId: string;
};

/** Whose run to cancel. */
export type CancelRunInput = {
  /** The id of the webset. */
  websetId: string;
};

/** What kind of thing a webset looks for. */
export type Category =
  /** Articles. */
  | 'articles'
  /** Companies and other organisations. */
  | 'companies'
  /** Persons. */
  | 'people'
  /** Posts, as in blogs and forums. */
  | 'posts'
  /** Research papers. */
  | 'research';

/** The websets to claim. */
export type ClaimWebsetsInput = {
  /** The UUIDs of the websets, 1 to 20. */
  websetIds: Array<string>;
};

/** A request. */
export type CreateWebsetInput = {
  /** What kind of thing is looked for. */
  category?: Category | null | undefined;
  /** The collections that it searches, 100 at most, none for the web alone; left out: those of its owner, the operator’s, and the samples where there is nothing else. Missing: NOT_FOUND; somebody else’s: FORBIDDEN. */
  collectionIds?: Array<string> | null | undefined;
  /** What the agent should know besides the request, at most 10,000 characters. */
  notes?: string | null | undefined;
  /** The request in plain English, 1 to 10,000 characters. */
  originalQuery: string;
  /** Whether it searches the web, where that is on; without a word only one that names no collections does. */
  searchWeb?: boolean | null | undefined;
};

/** The webset to delete. */
export type DeleteWebsetInput = {
  /** The id of the webset. */
  websetId: string;
};

/** What the values of a column are. They are strings in every format. */
export type Format =
  /** A date in ISO 8601, as precise as the page gives it. */
  | 'date'
  /** A plain decimal. */
  | 'number'
  /** Words of the page. */
  | 'text'
  /** An absolute URL. */
  | 'url';

/** A new title. */
export type RenameWebsetInput = {
  /** The display title, 1 to 120 characters. */
  title: string;
  /** The id of the webset. */
  websetId: string;
};

/** What a run does. */
export type RunMode =
  /** Judges and fills what rows lack, from the pages as they were read: nothing is searched. */
  | 'FILL'
  /** Reads the things of a list that was brought (`importRows`), and judges them. Not for startRun. */
  | 'IMPORT'
  /** Judges and fills again, from the pages as they were read. A person’s verdict and value stay; what is replaced is kept in `earlier`. */
  | 'REJUDGE'
  /** Searches the web, and judges what it finds. */
  | 'SEARCH';

/** The reason for a run’s end. */
export type RunReason =
  /** Somebody cancelled it. */
  | 'cancelled'
  /** The searches found nothing more to read. */
  | 'candidates_exhausted'
  /** The money allowed was used up; `detail` says which cap. */
  | 'cost_budget'
  /** Another 100 pages would have brought about one match (`coverage`). */
  | 'coverage_reached'
  /** Of 100 results or more, some but under 1 % matched, so that it was not searched on. */
  | 'low_match_rate'
  /** The pages allowed were used up. */
  | 'page_budget'
  /** A page brought the worker down again and again. */
  | 'poison_page'
  /** All pages of its collections were read: they are no more than it may read. */
  | 'read_through'
  /** The same stage failed again and again. */
  | 'repeated_failure'
  /** All rows that it was asked about were judged; it did not search. */
  | 'rows_done'
  /** No search provider could be used. */
  | 'search_unavailable'
  /** As many rows match as were wanted. */
  | 'target_reached'
  /** The minutes allowed were used up. */
  | 'time_budget'
  /** The minutes allowed were used up before any of the files that it searches was read. */
  | 'waiting_for_uploads';

/** How far a run is. */
export type RunState =
  /** It was cancelled. */
  | 'cancelled'
  /** It ended in order. */
  | 'completed'
  /** It failed; its reason says why. */
  | 'failed'
  /** Waiting for a worker. */
  | 'queued'
  /** A worker is at it. */
  | 'running';

/** Which webset to run, and how far: at most to `Service.ceilings`. What is left out is the service’s own setting. */
export type StartRunInput = {
  /** Which criteria are judged; all when neither these nor columns are named. Not for a search. */
  criterionIds?: Array<string> | null | undefined;
  /** Which columns are filled; all when neither these nor criteria are named. Not for a search. */
  enrichmentIds?: Array<string> | null | undefined;
  /** The share of the pages that a model judges, 0 to 1; what it says teaches how the others are decided, at no cost. Left out, the service’s own setting. */
  judgeShare?: number | null | undefined;
  /** What models may cost, in US dollars. A run that reaches it ends in order; with a higher one the next goes on. */
  maxCost?: number | null | undefined;
  /** How many minutes workers may hold it, from 1. */
  maxMinutes?: number | null | undefined;
  /** How many pages it may read, from 1. */
  maxPages?: number | null | undefined;
  /** How many searches it may make, from 1. */
  maxSearches?: number | null | undefined;
  /** What the run does; SEARCH when left out. */
  mode?: RunMode | null | undefined;
  /** Which rows are filled or judged again, 1 to 1000; all when left out. Not for a search. */
  rowIds?: Array<string> | null | undefined;
  /** How many rows that match are wanted, from 1. */
  target?: number | null | undefined;
  /** The id of the webset. */
  websetId: string;
};

/** Whether a page meets a criterion. */
export type Verdict =
  /** It does, and the page’s words prove it. */
  | 'match'
  /** It cannot be said for sure: a person should look. */
  | 'needs_review'
  /** It does not. */
  | 'no_match'
  /** It does in part, and the page’s words prove that. */
  | 'partial';

/** How far a webset is. */
export type WebsetStatus =
  /** The last run was cancelled. */
  | 'cancelled'
  /** The last run ended in order. */
  | 'completed'
  /** No run was ever started. */
  | 'draft'
  /** The last run failed; its reason says why. */
  | 'failed'
  /** A run is queued or running. */
  | 'running';

export type AddCriterionMutationVariables = Exact<{
  input: AddCriterionInput;
}>;


export type AddCriterionMutation = { addCriterion: { criterion: { label: string, description: string | null, id: string } } };

export type AddEnrichmentMutationVariables = Exact<{
  input: AddEnrichmentInput;
}>;


export type AddEnrichmentMutation = { addEnrichment: { enrichment: { label: string, description: string | null, format: Format, id: string } } };

export type CancelRunMutationVariables = Exact<{
  input: CancelRunInput;
}>;


export type CancelRunMutation = { cancelRun: { webset: { title: string | null, originalQuery: string, category: Category | null, notes: string | null, status: WebsetStatus, runAlive: boolean, createdAt: string, updatedAt: string, id: string, run: { state: RunState, reason: RunReason | null, attempt: number, startedAt: string | null, endedAt: string | null, id: string, counts: { found: number, read: number, unreadable: number, judged: number, matched: number } } | null } } };

export type ClaimSessionsMutationVariables = Exact<{
  input: ClaimWebsetsInput;
}>;


export type ClaimSessionsMutation = { claimWebsets: { websetIds: Array<string> } };

export type CreateSessionMutationVariables = Exact<{
  input: CreateWebsetInput;
}>;


export type CreateSessionMutation = { createWebset: { webset: { title: string | null, originalQuery: string, category: Category | null, notes: string | null, status: WebsetStatus, runAlive: boolean, createdAt: string, updatedAt: string, id: string, run: { state: RunState, reason: RunReason | null, attempt: number, startedAt: string | null, endedAt: string | null, id: string, counts: { found: number, read: number, unreadable: number, judged: number, matched: number } } | null } } };

export type DeleteSessionMutationVariables = Exact<{
  input: DeleteWebsetInput;
}>;


export type DeleteSessionMutation = { deleteWebset: { websetId: string } };

export type ListSessionsQueryVariables = Exact<{
  first: number;
}>;


export type ListSessionsQuery = { websets: { nodes: Array<{ title: string | null, originalQuery: string, category: Category | null, notes: string | null, status: WebsetStatus, runAlive: boolean, createdAt: string, updatedAt: string, id: string, run: { state: RunState, reason: RunReason | null, attempt: number, startedAt: string | null, endedAt: string | null, id: string, counts: { found: number, read: number, unreadable: number, judged: number, matched: number } } | null }> } };

export type RenameSessionMutationVariables = Exact<{
  input: RenameWebsetInput;
}>;


export type RenameSessionMutation = { renameWebset: { webset: { title: string | null, originalQuery: string, category: Category | null, notes: string | null, status: WebsetStatus, runAlive: boolean, createdAt: string, updatedAt: string, id: string, run: { state: RunState, reason: RunReason | null, attempt: number, startedAt: string | null, endedAt: string | null, id: string, counts: { found: number, read: number, unreadable: number, judged: number, matched: number } } | null } } };

export type StartRunMutationVariables = Exact<{
  input: StartRunInput;
}>;


export type StartRunMutation = { startRun: { webset: { title: string | null, originalQuery: string, category: Category | null, notes: string | null, status: WebsetStatus, runAlive: boolean, createdAt: string, updatedAt: string, id: string, run: { state: RunState, reason: RunReason | null, attempt: number, startedAt: string | null, endedAt: string | null, id: string, counts: { found: number, read: number, unreadable: number, judged: number, matched: number } } | null } } };

export type SheetFieldsFragment = { rows: unknown, endCursor: string | null, hasNextPage: boolean };

export type SessionQueryVariables = Exact<{
  id: string;
  first: number;
  verdict?: Verdict | null | undefined;
  details?: boolean | null | undefined;
}>;


export type SessionQuery = { webset: { title: string | null, originalQuery: string, category: Category | null, notes: string | null, status: WebsetStatus, runAlive: boolean, createdAt: string, updatedAt: string, id: string, criteria: Array<{ label: string, description: string | null, id: string }>, enrichments: Array<{ label: string, description: string | null, format: Format, id: string }>, sheet: { rows: unknown, endCursor: string | null, hasNextPage: boolean }, run: { state: RunState, reason: RunReason | null, attempt: number, startedAt: string | null, endedAt: string | null, id: string, counts: { found: number, read: number, unreadable: number, judged: number, matched: number } } | null } };

export type SessionRowsQueryVariables = Exact<{
  id: string;
  first: number;
  after?: string | null | undefined;
  criterionIds?: Array<string> | string | null | undefined;
  enrichmentIds?: Array<string> | string | null | undefined;
  verdict?: Verdict | null | undefined;
  rowIds?: Array<string> | string | null | undefined;
  details?: boolean | null | undefined;
}>;


export type SessionRowsQuery = { webset: { sheet: { rows: unknown, endCursor: string | null, hasNextPage: boolean } } };

export type SessionViewQueryVariables = Exact<{
  id: string;
  view?: string | null | undefined;
  matchesFirst: boolean;
}>;


export type SessionViewQuery = { webset: { viewRows: unknown, views: Array<{ id: string, columns: Array<{ criterionId: string | null, enrichmentId: string | null, hidden: boolean }> }> } };

export type SessionHeadFragment = { title: string | null, originalQuery: string, category: Category | null, notes: string | null, status: WebsetStatus, runAlive: boolean, createdAt: string, updatedAt: string, id: string, run: { state: RunState, reason: RunReason | null, attempt: number, startedAt: string | null, endedAt: string | null, id: string, counts: { found: number, read: number, unreadable: number, judged: number, matched: number } } | null };

export type CriterionFieldsFragment = { label: string, description: string | null, id: string };

export type EnrichmentFieldsFragment = { label: string, description: string | null, format: Format, id: string };

export type StreamSubscriptionVariables = Exact<{
  id: string;
  startIndex: number;
}>;


export type StreamSubscription = { runEvents: { index: number, type: string, at: string, runId: string, data: unknown } };
