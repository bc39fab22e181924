/**
 * All timeouts of the service, by the part that waits. Names end in `Ms` for milliseconds and in `Seconds` for seconds. Each part takes its
 * own section as an option, with these values as defaults.
 */
export const PATIENCE = {
  /** Database health checks: the interval, and how long it may be silent, twice in a row, before it is unavailable. */
  health: { everyMs: 1000, unavailableEveryMs: 250, silentMs: 3000 },
  /** /readyz: how long the database may take, and the maximum age of its last answer. */
  readiness: { answerMs: 2000, freshMs: 1000 },
  /** A connection to Postgres: connecting, one statement, and idling within a transaction before its locks are released. */
  gatewayDatabase: { connectSeconds: 10, statementSeconds: 30, idleInTransactionMs: 8000 },
  workerDatabase: { connectSeconds: 5, statementSeconds: 10, idleInTransactionMs: 8000 },
  /** The queue: connecting, waiting for a connection of its pool, one statement, its answer; a silent worker's job (10 at least). */
  queue: { connectSeconds: 5, placeMs: 60_000, statementMs: 30_000, answerMs: 10_000, heartbeatSeconds: 10 },
  /** The first connection to Postgres: how long it may be silent. */
  migration: { answerMs: 10_000 },
  /** Changes of websets: how long they are batched, and the interval at which a follower polls by itself. */
  listener: { tickMs: 20, floorMs: 1000 },
  /** Large answers: how long one waits for memory that other callers' answers hold. */
  answers: { waitMs: 5000 },
  /** Downloads: how long one waits for a thread that other callers use, and the polling interval. */
  downloads: { waitMs: 30_000, lookMs: 250 },
  /** Request bodies: how long one may take to arrive, and the polling interval. */
  bodies: { seconds: 15, lookMs: 250 },
  /**
   * Uploads: the window for a minimum of bytes, how long a refused body is read before and after the answer, and when a slow one gives way
   * to others.
   */
  uploads: { seconds: 15, lookMs: 500, drainMs: 30_000, lingerMs: 5000, graceMs: 5000 },
  /** Event streams: the interval of blank lines, and how long a follower may leave lines unread. */
  streams: { heartbeatSeconds: 15, unreadSeconds: 30 },
  /**
   * Slow recipients: the time before a rate is required, the window of its average, that window while others wait for what an answer holds,
   * and the polling interval.
   */
  recipients: { graceSeconds: 30, averageSeconds: 180, contendedSeconds: 40, lookMs: 1000 },
  /**
   * Connections: the request head, the whole request (guards end most earlier), and one without traffic. A closing server answers health
   * checks for `openMs` while requests are at work; after `forcedMs` it cuts them off.
   */
  connections: { headMs: 15_000, requestMs: 3_600_000, stillMs: 300_000, openMs: 4000, forcedMs: 5000 },
  /** Processes of a service: a child that is silent, one that starts, one that stops, and requeueing its work before a restart. */
  children: { silentMs: 10_000, startingMs: 60_000, stopMs: 12_000, giveBackMs: 5000 },
  /** A worker that stops: for the runs at work, and for its chores. */
  handOver: { runsMs: 7000, choresMs: 1000 },
  /** A worker's chores: their intervals, and the maximum age of a session that waits for its client. */
  chores: { superviseMs: 1000, tidyMs: 10_000, sweepMs: 60_000, stuckSeconds: 8 },
  /** The Postgres of a service: before its watchdog restarts, and for one that is starting elsewhere. */
  embedded: { guardRestartMs: 500, attachMs: 10_000 },
  /**
   * Threads that read, examine, judge and learn: the processor time that a page and a webset's answers may take, and the surplus of a
   * thread that loads its code. A task also fails after `elapsedTimes` that time by the clock, as a busy machine runs a thread rarely.
   */
  threads: { pageSeconds: 15, examineSeconds: 2, learnSeconds: 120, startingMs: 500, elapsedTimes: 2 },
  /** The review queue: how long a question waits until earlier answers are learned, and the polling interval. */
  learned: { withinMs: 2000, everyMs: 50 },
} as const satisfies Record<string, Record<string, number>>;

/** Timeouts: the defaults, or values that the caller overrides. */
export type Patience = { [Part in keyof typeof PATIENCE]: { [Name in keyof (typeof PATIENCE)[Part]]: number } };
