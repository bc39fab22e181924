import type { Tx } from '../db/connection/client.ts';
import { isRunAlive } from '../db/queries/runs/run.ts';
import { holdUser } from '../db/queries/websets/account.ts';
import * as opened from '../db/queries/websets/opened.ts';
import { lockWebset } from '../db/queries/websets/webset.ts';
import { mayEdit, mayOpen, mayOwn } from '../domain/access.ts';
import { runAlive, unauthorized, websetForbidden, websetNotFound } from '../domain/errors.ts';
import type { OpenedWebset, Webset } from '../domain/webset-state.ts';
import type { Call } from './call.ts';

/** The id of the user who calls. UNAUTHORIZED when nobody is signed in. */
export function signedIn({ viewer }: Call): string {
  if (viewer.userId === null) throw unauthorized();
  return viewer.userId;
}

/** Holds the caller's account, before any webset, for what is kept in the caller's name. UNAUTHORIZED when it was deleted a moment ago. */
export async function holdCaller({ viewer }: Call, tx: Tx): Promise<void> {
  if (viewer.userId !== null && !(await holdUser(tx, viewer.userId))) throw unauthorized();
}

/** Through a share there is its webset and nothing else, not even something forbidden. */
const refused = ({ viewer }: Call) => (viewer.share ? websetNotFound() : websetForbidden());

/** The one access rule: the webset, or NOT_FOUND when there is none, or FORBIDDEN when it is another user's. */
export async function openWebset(call: Call, id: string): Promise<OpenedWebset> {
  const webset = await opened.openWebset(call.db, id);
  if (!webset) throw websetNotFound();
  if (!mayOpen(call.viewer, webset)) throw refused(call);
  return webset;
}

const opening = new WeakMap<Call, Map<string, Promise<OpenedWebset>>>();

/** The same, looked up once for one call: a query may name a webset in many places. Not for what changes it. */
export function openWebsetOnce(call: Call, id: string): Promise<OpenedWebset> {
  const known = opening.get(call) ?? new Map<string, Promise<OpenedWebset>>();
  opening.set(call, known);
  const found = known.get(id) ?? openWebset(call, id);
  known.set(id, found);
  return found;
}

/** The same for who may change the webset, holding it against every other change of its state until the transaction ends. */
export async function holdWebset(call: Call, tx: Tx, id: string, may = mayEdit): Promise<Webset> {
  const webset = await lockWebset(tx, id);
  if (!webset) throw websetNotFound();
  if (!may(call.viewer, webset)) throw refused(call);
  return webset;
}

/** The same for who may delete and share it. */
export const holdOwnWebset = (call: Call, tx: Tx, id: string): Promise<Webset> => holdWebset(call, tx, id, mayOwn);

/** The same, refused with CONFLICT while a run is alive. */
export async function holdRestingWebset(call: Call, tx: Tx, id: string): Promise<Webset> {
  const webset = await holdWebset(call, tx, id);
  if (await isRunAlive(tx, id)) throw runAlive();
  return webset;
}
