/**
 * How long each part of the service waits before it calls something late, lost or broken, by who has the patience. Milliseconds where a name ends in `Ms`, seconds
 * where it ends in `Seconds`. Each part takes its own section as an option, with these figures as defaults.
 */
export const PATIENCE = {
  /** The health of the database: pauses between two questions, and how long it may be silent, twice in a row, until it is called unavailable. */
  health: { everyMs: 1000, unavailableEveryMs: 250, silentMs: 3000 },
  /** /readyz: how long the database may take, and how old its last answer may be. */
  readiness: { answerMs: 2000, freshMs: 1000 },
  /** A connection to Postgres: until it stands, for one statement, and idle within a transaction before its locks are freed. */
  gatewayDatabase: { connectSeconds: 10, statementSeconds: 30, idleInTransactionMs: 8000 },
  workerDatabase: { connectSeconds: 5, statementSeconds: 10, idleInTransactionMs: 8000 },
  /** The queue's own connections: until one stands, for a place in their pool, for one statement, and for its answer. */
  queue: { connectSeconds: 5, placeMs: 60_000, statementMs: 30_000, answerMs: 10_000 },
  /** What connects to Postgres for the first time: how long it may be silent. */
  migration: { answerMs: 10_000 },
  /** Changes of websets: how long they are gathered before they are sent, and when a follower looks by itself. */
  listener: { tickMs: 20, floorMs: 1000 },
  /** Large answers: how long one waits for memory that others hold, and how often it is looked at. */
  answers: { waitMs: 5000, lookMs: 250 },
  /** Downloads: how long one waits for a thread. */
  downloads: { waitMs: 30_000 },
  /** Bodies of requests: how long one may take to come, and how often that is looked at. */
  bodies: { seconds: 15, lookMs: 250 },
  /** Uploads: seconds in which a least number of bytes comes, for how long the body of a refused one is taken in before it is answered, and what is left of it after; before one gives way to others. */
  uploads: { seconds: 15, lookMs: 500, drainMs: 30_000, lingerMs: 5000, graceMs: 5000 },
  /** Event streams: of one connection's blank lines, and how long a follower may leave its lines unread. */
  streams: { heartbeatSeconds: 15, unreadSeconds: 30 },
  /** Answers that are taken slowly: before a pace is asked for, what it is an average over, and how often that is looked at. */
  recipients: { graceSeconds: 30, averageSeconds: 180, lookMs: 1000 },
  /**
   * Connections: a request's head, all of a request (guards/bodies.ts and guards/uploads.ts end most before), one on which nothing moves. A closing server stays open to
   * questions about its health while requests are at work, and is cut off.
   */
  connections: { headMs: 15_000, requestMs: 3_600_000, stillMs: 300_000, openMs: 4000, forcedMs: 5000 },
  /** Processes of a service: a child that says nothing, one that starts, one that stops, and work that is given back before it is started again. */
  children: { silentMs: 10_000, startingMs: 60_000, stopMs: 12_000, giveBackMs: 5000 },
  /** A worker that stops: for the runs at work, and for what it does now and then. */
  handOver: { runsMs: 7000, choresMs: 1000 },
  /** A worker's chores: pauses between two of a kind, and how old a session that waits for its client may be. */
  chores: { superviseMs: 1000, tidyMs: 10_000, sweepMs: 60_000, stuckSeconds: 8 },
  /** The Postgres of a service: before its watchdog is started again, and for one that is starting elsewhere. */
  embedded: { guardRestartMs: 500, attachMs: 10_000 },
  /**
   * Threads that read, examine, judge and learn: how much of the processor's time a page and a webset's answers may take, and how much beside in a thread that loads its
   * code. Given up is also what takes so many times as long in all: a busy machine lends a thread little of it.
   */
  threads: { pageSeconds: 15, examineSeconds: 2, learnSeconds: 120, startingMs: 500, elapsedTimes: 2 },
  /** The queue of reviews: how long a question waits until answers before it are learned, and how often that is looked at. */
  learned: { withinMs: 2000, everyMs: 50 },
} as const satisfies Record<string, Record<string, number>>;

/** Figures of patience, as defaults or as somebody wants them. */
export type Patience = { [Part in keyof typeof PATIENCE]: { [Name in keyof (typeof PATIENCE)[Part]]: number } };
