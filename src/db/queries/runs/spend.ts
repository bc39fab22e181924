import { and, desc, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { PastPage, Spent } from '../../../domain/money/cost.ts';
import type { Database, Tx } from '../../connection/client.ts';
import { modelPlan, spendDay } from '../../tables/model.ts';
import { run } from '../../tables/run.ts';

const TABLES = { run, plan: modelPlan };
const today = sql`(now() at time zone 'utc')::date`;

export type Cap = 'run' | 'day' | 'anonymous';

/** Whose the money is, and what the day's runs may take of it in billionths of a US dollar (null: no cap). */
export interface Spender {
  /** A run, or a plan that is made before there is one. */
  of: 'run' | 'plan';
  id: string;
  isAnonymous: boolean;
  dayCapNanoUsd: number | null;
  /** Of all callers without an account together. */
  anonymousDayCapNanoUsd: number | null;
}

class Refused extends Error {
  readonly cap: Cap;

  constructor(cap: Cap) {
    super(cap);
    this.cap = cap;
  }
}

/**
 * Reserves money (billionths of a US dollar) for a call of a run. It counts as spent at once, so that callers together pass no cap.
 * Returns the run's or day's cap that is in the way; null when it is reserved.
 */
export async function reserveSpend(db: Database, spender: Spender, costNanoUsd: number): Promise<Cap | null> {
  try {
    await db.transaction(async (tx) => {
      const held = await tx.execute(sql`
        update ${TABLES[spender.of]} set cost_nano_usd = cost_nano_usd + ${costNanoUsd}::bigint
        where id = ${spender.id} and (max_cost_nano_usd is null or cost_nano_usd + ${costNanoUsd}::bigint <= max_cost_nano_usd) returning id`);
      if (held.length === 0) throw new Refused('run');
      const refused = await addToDay(tx, spender, costNanoUsd);
      if (refused) throw new Refused(refused);
    });
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.cap;
    throw error;
  }
}

async function addToDay(tx: Tx, { isAnonymous, dayCapNanoUsd, anonymousDayCapNanoUsd }: Spender, costNanoUsd: number): Promise<Cap | null> {
  const anonymous = isAnonymous ? costNanoUsd : 0;
  const [day] = await tx.execute<{ cost_nano_usd: string; anonymous_cost_nano_usd: string }>(sql`
    insert into ${spendDay} as s (day, cost_nano_usd, anonymous_cost_nano_usd) values (${today}, ${costNanoUsd}::bigint, ${anonymous}::bigint)
    on conflict (day) do update set cost_nano_usd = s.cost_nano_usd + excluded.cost_nano_usd, anonymous_cost_nano_usd = s.anonymous_cost_nano_usd + excluded.anonymous_cost_nano_usd
    returning cost_nano_usd, anonymous_cost_nano_usd`);
  if (dayCapNanoUsd !== null && Number(day?.cost_nano_usd) > dayCapNanoUsd) return 'day';
  return isAnonymous && anonymousDayCapNanoUsd !== null && Number(day?.anonymous_cost_nano_usd) > anonymousDayCapNanoUsd
    ? 'anonymous'
    : null;
}

/** Puts what a call really took in the place of what was set aside for it. */
export const settleSpend = (
  db: Database,
  { of, id, isAnonymous }: Pick<Spender, 'of' | 'id' | 'isAnonymous'>,
  reserved: number,
  { inputTokens, outputTokens, costNanoUsd }: Spent,
): Promise<void> =>
  db.transaction(async (tx) => {
    const more = costNanoUsd - reserved;
    const anonymous = isAnonymous ? more : 0;
    await tx.execute(sql`
      update ${TABLES[of]} set cost_nano_usd = greatest(0, cost_nano_usd + ${more}::bigint),
        input_tokens = input_tokens + ${inputTokens}::bigint, output_tokens = output_tokens + ${outputTokens}::bigint
      where id = ${id}`);
    await tx.execute(sql`
      insert into ${spendDay} as s (day, cost_nano_usd, anonymous_cost_nano_usd) values (${today}, greatest(0, ${more}::bigint), greatest(0, ${anonymous}::bigint))
      on conflict (day) do update set cost_nano_usd = greatest(0, s.cost_nano_usd + ${more}::bigint), anonymous_cost_nano_usd = greatest(0, s.anonymous_cost_nano_usd + ${anonymous}::bigint)`);
  });

/** What a judged page took on the average in the last 20 searches that a model judged, this webset's own first. Null: there were none. */
export async function findPastPage(tx: Tx, websetId: string | null): Promise<PastPage | null> {
  const recent = tx
    .select({ inputTokens: run.inputTokens, outputTokens: run.outputTokens, judged: run.judged })
    .from(run)
    .where(and(gt(run.judged, 0), gt(run.inputTokens, 0), eq(run.mode, 'search')))
    .orderBy(desc(sql`${run.websetId} is not distinct from ${websetId}::uuid`), desc(run.createdAt))
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

/** Seconds a row, on average over the last 20 runs with judged rows: this webset's first, then those without a search. Null: no run. */
export async function findPastSeconds(tx: Tx, websetId: string): Promise<number | null> {
  const recent = tx
    .select({
      seconds: sql<number>`extract(epoch from ${run.endedAt} - ${run.startedAt})`.as('seconds'),
      judged: run.judged,
      mode: run.mode,
    })
    .from(run)
    .where(and(gt(run.judged, 0), isNotNull(run.endedAt), isNotNull(run.startedAt)))
    .orderBy(desc(sql`${run.mode} <> 'search'`), desc(sql`${run.websetId} = ${websetId}`), desc(run.createdAt))
    .limit(20)
    .as('recent');
  const per = (of: SQL) =>
    sql<number | null>`(sum(${recent.seconds}) filter (where ${of}))::float8 / sum(${recent.judged}) filter (where ${of})`;
  const [past] = await tx
    .select({ filled: per(sql`${recent.mode} <> 'search'`), searched: per(sql`${recent.mode} = 'search'`) })
    .from(recent);
  return past?.filled ?? past?.searched ?? null;
}
