import { and, eq, sql } from 'drizzle-orm';
import type { OpenedWebset, Webset } from '../../../domain/webset-state.ts';
import type { Tx } from '../../connection/client.ts';
import { statement } from '../../connection/statement.ts';
import { run } from '../../tables/run.ts';
import { webset } from '../../tables/webset.ts';
import { runOf } from '../runs/run.ts';

const latestRun = (tx: Tx) =>
  tx.select().from(run).where(eq(run.websetId, webset.id)).orderBy(sql`${run.createdAt} desc, ${run.id} desc`).limit(1).as('latest');

const opened = (tx: Tx) => {
  const latest = latestRun(tx);
  return tx.select({ webset, latest: latest._.selectedFields }).from(webset).leftJoinLateral(latest, sql`true`);
};

const openedOf = ({ webset: found, latest }: { webset: Webset; latest: typeof run.$inferSelect | null }): OpenedWebset => ({
  ...found,
  run: latest && runOf(latest),
});

const finding = statement((tx) =>
  opened(tx)
    .where(eq(webset.id, sql.placeholder('id')))
    .prepare('find_webset'),
);

/** A webset with its latest run. */
export async function openWebset(tx: Tx, id: string): Promise<OpenedWebset | null> {
  const [found] = await finding(tx).execute({ id });
  return found ? openedOf(found) : null;
}

/** The place of a webset among its owner's, the newest first. */
export type WebsetPlace = Pick<Webset, 'createdAt' | 'id'>;

const comparable = ({ createdAt, id }: WebsetPlace) => sql`(${createdAt.toISOString()}::timestamptz, ${id}::uuid)`;

/** A user's websets, newest first, between two places (exclusive); `fromEnd` takes the oldest of them, still newest first. */
export async function listWebsets(
  tx: Tx,
  ownerId: string,
  { after, before, limit, fromEnd }: { after?: WebsetPlace | undefined; before?: WebsetPlace | undefined; limit: number; fromEnd: boolean },
): Promise<OpenedWebset[]> {
  const place = sql`(${webset.createdAt}, ${webset.id})`;
  const found = await opened(tx)
    .where(and(eq(webset.ownerId, ownerId), after && sql`${place} < ${comparable(after)}`, before && sql`${place} > ${comparable(before)}`))
    .orderBy(fromEnd ? sql`${webset.createdAt}, ${webset.id}` : sql`${webset.createdAt} desc, ${webset.id} desc`)
    .limit(limit);
  return (fromEnd ? found.reverse() : found).map(openedOf);
}
