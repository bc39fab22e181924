import { LRUCache } from 'lru-cache';
import { findShares } from '../../db/queries/websets/share.ts';
import type { Viewer } from '../../domain/access.ts';
import { type SharedWebset, shareIdOf } from '../../domain/caller/share.ts';
import { Fault } from '../../domain/errors.ts';
import type { Call } from '../call.ts';

export const shareNotFound = () => new Fault('NOT_FOUND', 'This link does not exist, or it was revoked');

/** Ids that one request may look up among the shares. */
const LOOKED_UP = 100;

/** Who is not the account that a share is for hears that there is none. */
const isFor = ({ userId }: Viewer, share: SharedWebset) => share.userId === null || share.userId === userId;

/** Through a link the caller is nobody, also with a cookie; through a share for an account, that account. */
const through = (viewer: Viewer, share: SharedWebset): Viewer => (share.userId === null ? { userId: null, share } : { ...viewer, share });

/**
 * The viewer of a request: as signed in, or through the share that the request names or that is among its ids. NOT_FOUND for a missing
 * share or somebody else's; BAD_REQUEST for two.
 */
export async function enterShare(
  { db, viewer }: Pick<Call, 'db' | 'viewer'>,
  said: string | null,
  ids: readonly string[],
): Promise<Viewer> {
  const named = said === null ? [...new Set(ids)].slice(0, LOOKED_UP) : [shareIdOf(said) ?? []].flat();
  const found = named.length === 0 ? [] : (await findShares(db, named)).filter((share) => isFor(viewer, share));
  const [share, other] = found;
  if (other) throw new Fault('BAD_REQUEST', 'A request names one share at most');
  if (share) return through(viewer, share);
  if (said !== null) throw shareNotFound();
  return viewer;
}

/** How long (ms) an answer on the existence of shares is valid: a follower learns of an ended share within that and its own second. */
const FRESH_MS = 2000;
const standing = new LRUCache<string, Promise<boolean>>({ max: 10_000, ttl: FRESH_MS });

/** Whether a viewer's share is still there as it was, asked at most every two seconds for all who follow it. True without a share. */
export function isStanding(db: Call['db'], { share }: Viewer): Promise<boolean> {
  if (!share) return Promise.resolve(true);
  const key = `${share.access} ${share.shareId}`;
  const known = standing.get(key);
  if (known) return known;
  const asked = findShares(db, [share.shareId]).then(([now]) => now?.access === share.access);
  standing.set(key, asked);
  asked.catch(() => standing.delete(key));
  return asked;
}
