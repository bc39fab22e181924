import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { PastPage, Spent } from '../../../domain/money/cost.ts';
import type { Database, Tx } from '../../connection/client.ts';
import { spendDay } from '../../tables/model.ts';
import { run } from '../../tables/run.ts';

const today = sql`(now() at time zone 'utc')::date`;

class Refused extends Error {
  readonly cap: 'run' | 'day';

  constructor(cap: 'run' | 'day') {
    super(cap);
    this.cap = cap;
  }
}

/**
 * Sets money aside for a call of a run, unless that would pass the run's own cap or the day's (null: none). Answers the cap in the way, or null when it
 * is set aside. Money, in billionths of a US dollar, counts as spent from here on, so that no number of callers passes a cap together.
 */
export async function reserveSpend(db: Database, runId: string, nano: number, dayCap: number | null): Promise<'run' | 'day' | null> {
  try {
    await db.transaction(async (tx) => {
      const held = await tx
        .update(run)
        .set({ nano: sql`${run.nano} + ${nano}` })
        .where(and(eq(run.id, runId), sql`(${run.maxNano} is null or ${run.nano} + ${nano} <= ${run.maxNano})`))
        .returning({ id: run.id });
      if (held.length === 0) throw new Refused('run');
      if ((await addToDay(tx, nano, dayCap)) === 0) throw new Refused('day');
    });
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.cap;
    throw error;
  }
}

async function addToDay(tx: Tx, nano: number, cap: number | null): Promise<number> {
  const added = await tx.execute(sql`
    insert into ${spendDay} as s (day, nano) select ${today}, ${nano}::bigint where ${cap}::bigint is null or ${nano}::bigint <= ${cap}::bigint
    on conflict (day) do update set nano = s.nano + excluded.nano where ${cap}::bigint is null or s.nano + excluded.nano <= ${cap}::bigint
    returning day`);
  return added.length;
}

/** Puts what a call really took in the place of what was set aside for it. */
export const settleSpend = (db: Database, runId: string, reserved: number, { inputTokens, outputTokens, nano }: Spent): Promise<void> =>
  db.transaction(async (tx) => {
    await tx
      .update(run)
      .set({
        nano: sql`greatest(0, ${run.nano} + ${nano - reserved})`,
        inputTokens: sql`${run.inputTokens} + ${inputTokens}`,
        outputTokens: sql`${run.outputTokens} + ${outputTokens}`,
      })
      .where(eq(run.id, runId));
    await tx.execute(sql`
      insert into ${spendDay} as s (day, nano) values (${today}, greatest(0, ${nano - reserved}::bigint))
      on conflict (day) do update set nano = greatest(0, s.nano + ${nano - reserved}::bigint)`);
  });

/** What a judged page took on the average in the last 20 runs that a model judged, this webset's own first. Null: there were none. */
export async function findPastPage(tx: Tx, websetId: string): Promise<PastPage | null> {
  const recent = tx
    .select({ inputTokens: run.inputTokens, outputTokens: run.outputTokens, judged: run.judged })
    .from(run)
    .where(and(gt(run.judged, 0), gt(run.inputTokens, 0)))
    .orderBy(desc(sql`${run.websetId} = ${websetId}`), desc(run.createdAt))
    .limit(20)
    .as('recent');
  const [past] = await tx
    .select({
      inputTokens: sql<number | null>`(sum(${recent.inputTokens})::float8 / sum(${recent.judged}))`,
      outputTokens: sql<number | null>`(sum(${recent.outputTokens})::float8 / sum(${recent.judged}))`,
    })
    .from(recent);
  return past?.inputTokens == null || past.outputTokens == null ? null : { inputTokens: past.inputTokens, outputTokens: past.outputTokens };
}
