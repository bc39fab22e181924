import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/connection/client.ts';
import { listLearning, listValueLearning } from '../../db/queries/learning/answers.ts';
import { listAnswerVersions } from '../../db/queries/learning/decisions.ts';
import { listPassages } from '../../db/queries/learning/scores.ts';
import { listQueueRows, type StoredQueueRow } from '../../db/queries/rows/queue.ts';
import { listPageTexts } from '../../db/queries/shared/page.ts';
import { evidenceAt, holds } from '../../domain/page/evidence.ts';
import {
  type AnswerCounts,
  type ColumnLearning,
  type Learning,
  type LearningEstimate,
  NOTHING_LEARNED,
} from '../../domain/review/learning.ts';
import { lackNo, likeliestFirst, nextToReview, type QueueOrder } from '../../domain/review/review-queue.ts';
import type { Webset } from '../../domain/webset-state.ts';
import type { Call } from '../call.ts';
import { once } from '../once.ts';
import { findRows, type LoadedRow } from '../rows.ts';
import { type Proof, proofOf, withProofs } from './proofs.ts';

export type { Proof } from './proofs.ts';

export interface ReviewItem {
  row: LoadedRow;
  /** The sentences of its page that speak for or against a criterion, the best first, at most seven. */
  passages(criterionId: string): Promise<Proof[]>;
}

interface Wanted {
  first: number;
  /** Null: rows without an answer on any criterion. */
  criterionId: string | null;
  order: QueueOrder;
}

/** Waits until a webset's answers are learned, since the next question depends on them; not where no worker takes the job. */
async function untilLearned({ db, patience: { learned } }: Call, websetId: string): Promise<void> {
  const end = performance.now() + learned.withinMs;
  while (!(await listAnswerVersions(db, websetId)).isCurrent && performance.now() < end) await sleep(learned.everyMs);
}

/** For ten minutes, the rows offered to callers who ask for one at a time: they cannot skip a row otherwise. */
const offered = new LRUCache<string, true>({ max: 50_000, ttl: 600_000 });

/** Answers of people as they are now, and what a model said when they were last learned. */
const withModel = <T extends AnswerCounts & { learning: LearningEstimate | null }>(one: T): T => {
  const { yes, no } = one.learning?.byModel ?? NOTHING_LEARNED.byModel;
  return { ...one, yes: one.yes + yes, no: one.no + no };
};

/** The rows of a webset as its queue orders them, of all criteria or of one. */
export async function queueRows(db: Database, websetId: string, criterionId: string | null = null): Promise<StoredQueueRow[]> {
  const answers = (await listLearning(db, websetId)).filter((of) => criterionId === null || of.criterionId === criterionId).map(withModel);
  return listQueueRows(db, websetId, { criterionId, lack: lackNo(answers).flatMap((i) => answers[i]?.criterionId ?? []) });
}

/** The ids of the next rows; asked for one at a time, one that was offered before and left comes after all others. */
async function choose(call: Call, websetId: string, { first, criterionId, order }: Wanted): Promise<string[]> {
  const rows = await queueRows(call.db, websetId, criterionId);
  const next = (of: readonly StoredQueueRow[]) => (order === 'LIKELIHOOD' ? likeliestFirst : nextToReview)(of, first).map(({ id }) => id);
  if (first !== 1) return next(rows);
  const keyOf = (rowId: string) => `${call.client ?? ''} ${order} ${criterionId ?? ''} ${rowId}`;
  const fresh = next(rows.map((row) => ({ ...row, reviewed: row.reviewed || offered.has(keyOf(row.id)) })));
  const ids = fresh.length > 0 ? fresh : next(rows);
  for (const id of ids) offered.set(keyOf(id), true);
  return ids;
}

/**
 * Rows to answer that were neither answered nor hidden, of all criteria or of one: those that teach most (four spread over the ranking,
 * then the nearest to a decision, sure ones where a criterion lacks a no) once answers are learned, or the likeliest first.
 */
export async function reviewQueue(call: Call, webset: Pick<Webset, 'id'>, wanted: Wanted): Promise<ReviewItem[]> {
  if (wanted.order === 'TEACHING') await untilLearned(call, webset.id);
  const ids = await choose(call, webset.id, wanted);
  const loaded = await findRows(call, ids);
  const passages = once(async () => {
    const found = await listPassages(call.db, ids);
    const pageOf = new Map(loaded.map(({ id, pageId }) => [id, pageId]));
    const texts = new Map((await listPageTexts(call.db, [...new Set(pageOf.values())])).map(({ id, text }) => [id, text]));
    const cells = found.flatMap(({ rowId, criterionId, spans }) => {
      const pageId = pageOf.get(rowId) as string;
      const text = texts.get(pageId) ?? '';
      const quotes = spans.map((span) => evidenceAt(text, span)).filter((evidence) => holds(text, evidence));
      return quotes.map((evidence) => ({ ...evidence, rowId, criterionId, pageId }));
    });
    return Map.groupBy(withProofs(call, cells), ({ rowId, criterionId }) => `${rowId} ${criterionId}`);
  });
  return loaded.map((row) => ({
    row,
    passages: async (criterionId) => ((await passages()).get(`${row.id} ${criterionId}`) ?? []).flatMap((cell) => proofOf(cell) ?? []),
  }));
}

/** How far learning from people's answers is, by criterion. */
export async function listLearnings(call: Call, websetId: string): Promise<Map<string, Learning>> {
  const found = await listLearning(call.db, websetId);
  return new Map(
    found.map(withModel).map(({ criterionId, learning, ...counts }) => [criterionId, { ...NOTHING_LEARNED, ...learning, ...counts }]),
  );
}

/** How far learning from people's values is, by column. */
export const listColumnLearnings = async (call: Call, websetId: string): Promise<Map<string, ColumnLearning>> =>
  new Map((await listValueLearning(call.db, websetId)).map(({ enrichmentId, ...learning }) => [enrichmentId, learning]));
