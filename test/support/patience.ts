import { PATIENCE, type Patience } from '../../src/domain/work/patience.ts';

const MINUTES = 10;
const MS = MINUTES * 60_000;
const SECONDS = MINUTES * 60;

/** Timeouts that never expire: in tests about other things, a slow machine is late, not broken. */
const ENDLESS: Patience = {
  ...PATIENCE,
  health: { ...PATIENCE.health, silentMs: MS },
  readiness: { ...PATIENCE.readiness, answerMs: MS },
  gatewayDatabase: { connectSeconds: SECONDS, statementSeconds: SECONDS, idleInTransactionMs: MS },
  workerDatabase: { connectSeconds: SECONDS, statementSeconds: SECONDS, idleInTransactionMs: MS },
  queue: { connectSeconds: SECONDS, placeMs: MS, statementMs: MS, answerMs: MS, heartbeatSeconds: 3600 },
  answers: { ...PATIENCE.answers, waitMs: MS },
  downloads: { ...PATIENCE.downloads, waitMs: MS },
  bodies: { ...PATIENCE.bodies, seconds: SECONDS },
  uploads: { ...PATIENCE.uploads, seconds: SECONDS, drainMs: MS, lingerMs: MS },
  streams: { heartbeatSeconds: SECONDS, unreadSeconds: SECONDS },
  recipients: { ...PATIENCE.recipients, graceSeconds: SECONDS },
  connections: { headMs: MS, requestMs: MS, stillMs: MS, openMs: PATIENCE.connections.openMs, forcedMs: MS },
  handOver: { runsMs: MS, choresMs: PATIENCE.handOver.choresMs },
  chores: { ...PATIENCE.chores, stuckSeconds: SECONDS },
  threads: { ...PATIENCE.threads, pageSeconds: SECONDS, examineSeconds: SECONDS, learnSeconds: SECONDS, startingMs: MS },
};

/** Timeouts that a test is about; all others never expire. */
export type Figures = { [Part in keyof Patience]?: Partial<Patience[Part]> };

/** Endless timeouts except for these. */
export const patienceWith = (figures: Figures = {}): Patience =>
  Object.fromEntries(Object.entries(ENDLESS).map(([part, all]) => [part, { ...all, ...figures[part as keyof Patience] }])) as Patience;
