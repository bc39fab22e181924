import type { Operation } from './operation.ts';
import { addCriterion } from './operations/add-criterion.ts';
import { addEnrichment } from './operations/add-enrichment.ts';
import { cancelRun } from './operations/cancel-run.ts';
import { claimSessions } from './operations/claim-sessions.ts';
import { createSession } from './operations/create-session.ts';
import { deleteSession } from './operations/delete-session.ts';
import { getSession } from './operations/get-session.ts';
import { listSessions } from './operations/list-sessions.ts';
import { renameSession } from './operations/rename-session.ts';
import { startRun } from './operations/start-run.ts';

/** The whole RPC surface, one file an operation. */
export const operations = {
  createSession,
  startRun,
  getSession,
  cancelRun,
  addCriterion,
  addEnrichment,
  renameSession,
  deleteSession,
  listSessions,
  claimSessions,
};

/** The operation of a name, or undefined. */
export const operationNamed = (name: string): Operation | undefined =>
  Object.hasOwn(operations, name) ? (operations[name as keyof typeof operations] as unknown as Operation) : undefined;
