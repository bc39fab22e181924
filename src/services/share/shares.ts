import { randomBytes } from 'node:crypto';
import type { Tx } from '../../db/connection/client.ts';
import { isMissingReference } from '../../db/connection/faults.ts';
import { findUserId } from '../../db/queries/websets/account.ts';
import * as db from '../../db/queries/websets/share.ts';
import { mayOwn } from '../../domain/access.ts';
import { LINKS_MAX, PEOPLE_MAX, type ShareAccess } from '../../domain/caller/share.ts';
import { Fault } from '../../domain/errors.ts';
import { calledBy } from '../../domain/review/review-input.ts';
import type { Webset } from '../../domain/webset-state.ts';
import type { Call } from '../call.ts';
import { spend } from '../limits.ts';
import { holdCaller, holdOwnWebset, openWebset, signedIn } from '../open.ts';
import { shareNotFound } from './enter.ts';

export type { ListedShare, ReceivedWebset } from '../../db/queries/websets/share.ts';

/** 122 random bits, as a UUID of version 8. */
function newShareId(): string {
  const hex = randomBytes(16).toString('hex');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const newKey = () => randomBytes(32).toString('hex');

/** Makes a link that reads. CONFLICT beyond 20 of a webset; TOO_MANY_REQUESTS beyond the hourly limit of websets made. */
export async function createShareLink(call: Call, websetId: string): Promise<db.ListedShare> {
  await openWebset(call, websetId); // a refusal costs nothing of the hour
  await spend(call, 'create');
  const id = await call.db.transaction(async (tx) => {
    await holdOwnWebset(call, tx, websetId);
    if ((await db.countShares(tx, websetId, 'links')) >= LINKS_MAX) throw full(`${LINKS_MAX} links`);
    return db.insertShare(tx, { shareId: newShareId(), websetId, access: 'read', userId: null, key: newKey() });
  });
  return findListed(call, websetId, id);
}

/**
 * Shares an owned webset with an account, or changes its access. CONFLICT for a webset without an owner and beyond 100 people; NOT_FOUND
 * without such an account; BAD_REQUEST for the owner's; TOO_MANY_REQUESTS beyond the hourly limit.
 */
export async function shareWebset(call: Call, websetId: string, email: string, access: ShareAccess): Promise<db.ListedShare> {
  const caller = signedIn(call);
  await openWebset(call, websetId);
  await spend(call, 'create'); // it says whether an address has an account
  const id = await call.db
    .transaction(async (tx) => {
      await holdCaller(call, tx);
      const { ownerId } = await holdOwnWebset(call, tx, websetId);
      if (ownerId === null) throw new Fault('CONFLICT', 'This webset belongs to nobody: claim it first');
      const userId = await findUserId(tx, email);
      if (userId === null) throw noAccount();
      if (userId === caller) throw new Fault('BAD_REQUEST', 'This webset is yours already');
      return grant(tx, websetId, userId, access);
    })
    .catch((error: unknown) => {
      throw isMissingReference(error) ? noAccount() : error; // the account was deleted at this moment
    });
  call.listener.notify(websetId);
  return findListed(call, websetId, id);
}

async function grant(tx: Tx, websetId: string, userId: string, access: ShareAccess): Promise<string> {
  const known = (await db.listShares(tx, websetId)).find((share) => share.userId === userId);
  if (!known && (await db.countShares(tx, websetId, 'people')) >= PEOPLE_MAX) throw full(`${PEOPLE_MAX} people`);
  return db.insertShare(tx, { shareId: newShareId(), websetId, access, userId, key: newKey() });
}

const noAccount = () => new Fault('NOT_FOUND', 'No account of this service has this address');

const full = (what: string) => new Fault('CONFLICT', `This webset is shared by ${what} already, as many as it may`);

async function findListed(call: Call, websetId: string, id: string): Promise<db.ListedShare> {
  const found = (await db.listShares(call.db, websetId)).find((share) => share.id === id);
  if (!found) throw shareNotFound(); // revoked meanwhile
  return found;
}

/** Ends a share: followers learn of it within five seconds. The owner ends any, an account its own. NOT_FOUND for others. */
export async function revokeShare(call: Call, id: string): Promise<void> {
  const share = call.viewer.share ? null : await db.findShare(call.db, id);
  if (!share) throw shareNotFound();
  const isMine = share.userId !== null && share.userId === call.viewer.userId;
  if (!isMine && !mayOwn(call.viewer, { id: share.websetId, ownerId: share.ownerId })) throw shareNotFound();
  if (!(await db.deleteShare(call.db, id))) throw shareNotFound();
  call.listener.notify(share.websetId);
}

/** A webset's links and people. Null to whom it is shared with. */
export const listShares = async (call: Call, webset: Pick<Webset, 'id' | 'ownerId'>): Promise<db.ListedShare[] | null> =>
  mayOwn(call.viewer, webset) ? db.listShares(call.db, webset.id) : null;

/** Up to 100 websets shared with the caller, newest first, with the owner's name. UNAUTHORIZED when nobody is signed in. */
export async function listSharedWithMe(call: Call): Promise<(db.ReceivedWebset & { sharedBy: string | null })[]> {
  const received = await db.listSharedWith(call.db, signedIn(call));
  return received.map((webset) => ({ ...webset, sharedBy: webset.owner && calledBy(webset.owner, call.viewer) }));
}
