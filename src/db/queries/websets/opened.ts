import { and, eq, sql } from 'drizzle-orm';
import type { OpenedWebset, Webset, WebsetTexts } from '../../../domain/webset.ts';
import type { Tx } from '../../connection/client.ts';
import { statement } from '../../connection/statement.ts';
import { run } from '../../tables/run.ts';
import { webset } from '../../tables/webset.ts';
import { runOf } from '../runs/run.ts';

/** Texts of up to so many bytes of UTF-8 come with their webset; a hundred longer ones would be read for nothing by most who ask. */
const SHORT = 4096;

const notesBytes = sql<number>`coalesce(octet_length(${webset.notes}), 0)`;
const textBytes = sql<number>`octet_length(${webset.originalQuery}) + ${notesBytes}`;
const whenShort = (text: typeof webset.originalQuery | typeof webset.notes) =>
  sql<string | null>`case when ${textBytes} <= ${sql.raw(String(SHORT))} then ${text} end`;

const columns = {
  id: webset.id,
  ownerId: webset.ownerId,
  title: webset.title,
  category: webset.category,
  createdAt: webset.createdAt,
  updatedAt: webset.updatedAt,
  collectionIds: webset.collectionIds,
  searchWeb: webset.searchWeb,
  answersDeny: webset.answersDeny,
  textBytes,
  notesBytes,
  originalQuery: whenShort(webset.originalQuery),
  notes: whenShort(webset.notes),
};

const latestRun = (tx: Tx) =>
  tx.select().from(run).where(eq(run.websetId, webset.id)).orderBy(sql`${run.createdAt} desc, ${run.id} desc`).limit(1).as('latest');

const opened = (tx: Tx) => {
  const latest = latestRun(tx);
  return tx.select({ webset: columns, latest: latest._.selectedFields }).from(webset).leftJoinLateral(latest, sql`true`);
};

type Found = Omit<Webset, keyof WebsetTexts> & {
  textBytes: number;
  notesBytes: number;
  originalQuery: string | null;
  notes: string | null;
};

const openedOf = ({ webset, latest }: { webset: Found; latest: typeof run.$inferSelect | null }): OpenedWebset => {
  const { originalQuery, notes, ...head } = webset;
  return { ...head, texts: originalQuery === null ? null : { originalQuery, notes }, run: latest && runOf(latest) };
};

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

/** A webset's long texts. Null when it is gone. */
export async function findTexts(tx: Tx, id: string): Promise<WebsetTexts | null> {
  const [found] = await tx.select({ originalQuery: webset.originalQuery, notes: webset.notes }).from(webset).where(eq(webset.id, id));
  return found ?? null;
}

/** A webset that was just made, its texts at hand. */
export const openedNow = ({ originalQuery, notes, ...head }: Webset): OpenedWebset => ({
  ...head,
  texts: { originalQuery, notes },
  textBytes: Buffer.byteLength(originalQuery) + Buffer.byteLength(notes ?? ''),
  notesBytes: Buffer.byteLength(notes ?? ''),
  run: null,
});

/** Where a webset stands among its owner's: the newest comes first. */
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
