import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Share, ShareAccess, SharedWebset } from '../../../domain/caller/share.ts';
import type { Tx } from '../../connection/client.ts';
import { statement } from '../../connection/statement.ts';
import { authUser } from '../../tables/auth.ts';
import { share, webset } from '../../tables/webset.ts';

/** A share with the person it is for. */
export type ListedShare = Share & { person: { name: string; email: string } | null };

const person = { name: authUser.name, email: authUser.email };

const finding = statement((tx) =>
  tx
    .select({
      shareId: share.shareId,
      websetId: share.websetId,
      access: share.access,
      userId: share.userId,
      key: share.key,
      ownerId: webset.ownerId,
    })
    .from(share)
    .innerJoin(webset, eq(webset.id, share.websetId))
    .where(inArray(share.shareId, sql`(select unnest(${sql.placeholder('ids')}::uuid[]))`))
    .limit(2)
    .prepare('find_shares'),
);

/** Those of the ids that open a share: two at most. */
export const findShares = (tx: Tx, ids: readonly string[]): Promise<SharedWebset[]> => finding(tx).execute({ ids: `{${ids.join(',')}}` });

/** A webset's shares, links first, in the order made. */
export async function listShares(tx: Tx, websetId: string): Promise<ListedShare[]> {
  const found = await tx
    .select({ share, person })
    .from(share)
    .leftJoin(authUser, eq(authUser.id, share.userId))
    .where(eq(share.websetId, websetId))
    .orderBy(sql`${share.userId} is not null`, share.createdAt, share.id);
  return found.map(({ share, person }) => ({ ...share, person }));
}

/** How many links, or people, a webset is shared with. */
export const countShares = (tx: Tx, websetId: string, what: 'links' | 'people'): Promise<number> =>
  tx.$count(share, and(eq(share.websetId, websetId), what === 'links' ? isNull(share.userId) : sql`${share.userId} is not null`));

type Made = Pick<Share, 'shareId' | 'websetId' | 'access' | 'userId' | 'key'>;

/** Makes a share. One for somebody who has one already changes what that lets them do, and keeps its ids. Answers the id. */
export async function insertShare(tx: Tx, made: Made): Promise<string> {
  const [kept] = await tx
    .insert(share)
    .values(made)
    .onConflictDoUpdate({ target: [share.websetId, share.userId], set: { access: made.access } })
    .returning({ id: share.id });
  if (!kept) throw new Error('insert returned no share');
  return kept.id;
}

/** A share by the id that it is revoked by, with the owner of its webset. */
export async function findShare(tx: Tx, id: string): Promise<(Pick<Share, 'websetId' | 'userId'> & { ownerId: string | null }) | null> {
  const [found] = await tx
    .select({ websetId: share.websetId, userId: share.userId, ownerId: webset.ownerId })
    .from(share)
    .innerJoin(webset, eq(webset.id, share.websetId))
    .where(eq(share.id, id));
  return found ?? null;
}

/** Ends a share. False when there is none. */
export async function deleteShare(tx: Tx, id: string): Promise<boolean> {
  return (await tx.delete(share).where(eq(share.id, id)).returning({ id: share.id })).length > 0;
}

/** Ends all shares of websets. */
export const deleteSharesOf = (tx: Tx, websetIds: readonly string[]) => tx.delete(share).where(inArray(share.websetId, [...websetIds]));

/** A webset that somebody shares with an account: its share, and what it is. */
export interface ReceivedWebset {
  id: string;
  shareId: string;
  access: ShareAccess;
  createdAt: Date;
  title: string | null;
  /** Its first 300 characters. */
  request: string;
  owner: { id: string; name: string; email: string } | null;
}

const RECEIVED_MAX = 100;

/** What is shared with an account, the newest first, 100 at most. */
export const listSharedWith = (tx: Tx, userId: string): Promise<ReceivedWebset[]> =>
  tx
    .select({
      id: share.id,
      shareId: share.shareId,
      access: share.access,
      createdAt: share.createdAt,
      title: webset.title,
      request: sql<string>`left(${webset.originalQuery}, 300)`,
      owner: { id: authUser.id, name: authUser.name, email: authUser.email },
    })
    .from(share)
    .innerJoin(webset, eq(webset.id, share.websetId))
    .leftJoin(authUser, eq(authUser.id, webset.ownerId))
    .where(eq(share.userId, userId))
    .orderBy(desc(share.createdAt), share.id)
    .limit(RECEIVED_MAX);
