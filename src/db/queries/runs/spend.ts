import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { PastPage, Spent } from '../../../domain/money/cost.ts';
import type { Database, Tx } from '../../connection/client.ts';
import { spendDay } from '../../tables/model.ts';
import { run } from '../../tables/run.ts';

const today = sql`(now() at time zone 'utc')::date`;

export type Cap = 'run' | 'day' | 'anonymous';

/** Whose the money is, and what the day's runs may take of it in billionths of a US dollar (null: no cap). */
export interface Spender {
  runId: string;
  isAnonymous: boolean;
  dayNano: number | null;
  /** Of all callers without an account together. */
  anonymousDayNano: number | null;
}

class Refused extends Error {
  readonly cap: Cap;

  constructor(cap: Cap) {
    super(cap);
    this.cap = cap;
  }
}

/**
 * Sets money aside for a call of a run, unless that would pass the run's own cap or one of the day's. Answers the cap in the way, or null when it
 * is set aside. Money, in billionths of a US dollar, counts as spent from here on, so that no number of callers passes a cap together.
 */
export async function reserveSpend(db: Database, spender: Spender, nano: number): Promise<Cap | null> {
  try {
    await db.transaction(async (tx) => {
      const held = await tx
        .update(run)
        .set({ nano: sql`${run.nano} + ${nano}` })
        .where(and(eq(run.id, spender.runId), sql`(${run.maxNano} is null or ${run.nano} + ${nano} <= ${run.maxNano})`))
        .returning({ id: run.id });
      if (held.length === 0) throw new Refused('run');
      const refused = await addToDay(tx, spender, nano);
      if (refused) throw new Refused(refused);
    });
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.cap;
    throw error;
  }
}

async function addToDay(tx: Tx, { isAnonymous, dayNano, anonymousDayNano }: Spender, nano: number): Promise<Cap | null> {
  const anonymous = isAnonymous ? nano : 0;
  const [day] = await tx.execute<{ nano: string; anonymous_nano: string }>(sql`
    insert into ${spendDay} as s (day, nano, anonymous_nano) values (${today}, ${nano}::bigint, ${anonymous}::bigint)
    on conflict (day) do update set nano = s.nano + excluded.nano, anonymous_nano = s.anonymous_nano + excluded.anonymous_nano
    returning nano, anonymous_nano`);
  if (dayNano !== null && Number(day?.nano) > dayNano) return 'day';
  return isAnonymous && anonymousDayNano !== null && Number(day?.anonymous_nano) > anonymousDayNano ? 'anonymous' : null;
}

/** Puts what a call really took in the place of what was set aside for it. */
export const settleSpend = (
  db: Database,
  { runId, isAnonymous }: Pick<Spender, 'runId' | 'isAnonymous'>,
  reserved: number,
  { inputTokens, outputTokens, nano }: Spent,
): Promise<void> =>
  db.transaction(async (tx) => {
    const more = nano - reserved;
    const anonymous = isAnonymous ? more : 0;
    await tx
      .update(run)
      .set({
        nano: sql`greatest(0, ${run.nano} + ${more})`,
        inputTokens: sql`${run.inputTokens} + ${inputTokens}`,
        outputTokens: sql`${run.outputTokens} + ${outputTokens}`,
      })
      .where(eq(run.id, runId));
    await tx.execute(sql`
      insert into ${spendDay} as s (day, nano, anonymous_nano) values (${today}, greatest(0, ${more}::bigint), greatest(0, ${anonymous}::bigint))
      on conflict (day) do update set nano = greatest(0, s.nano + ${more}::bigint), anonymous_nano = greatest(0, s.anonymous_nano + ${anonymous}::bigint)`);
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
