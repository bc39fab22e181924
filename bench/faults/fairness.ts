import type postgres from 'postgres';
import { openClient } from '../../src/db/connection/client.ts';
import { openDatabase } from '../shared/database.ts';
import { percentile } from '../shared/figures.ts';
import { rpc, startPart, until } from '../shared/parts.ts';
import type { Fault } from './fault.ts';
import { openSlowWeb, startRun, workerEnv } from './support/load.ts';

interface Layout {
  workers: number;
  places: number;
  barSeconds: number;
}

const LAYOUTS: Layout[] = [
  { workers: 1, places: 4, barSeconds: 15 },
  { workers: 2, places: 2, barSeconds: 15 },
  { workers: 1, places: 1, barSeconds: 60 },
];
const SIZES = { full: { layouts: LAYOUTS, times: 10 }, short: { layouts: LAYOUTS.filter(({ workers }) => workers === 1), times: 1 } };
const WEEK = String(7 * 24 * 60);
/** A run of these takes minutes, one page after another. */
const PAGES = 250;
const PAGE_MS = 1000;

const [A, B] = [{ 'x-forwarded-for': '203.0.113.1' }, { 'x-forwarded-for': '203.0.113.2' }];

/** One caller's runs of a week hold every place; another caller starts some. */
export const fairness: Fault = {
  name: 'fairness',
  bar: 'four runs of a week by one caller: another one’s first begins within 15 s, with a single place within 60 s; nobody keeps more than half; all go on, 0 duplicates, gapless',
  async run(size) {
    const { layouts, times } = SIZES[size];
    const measured: ReturnType<typeof wordsOf>[] = [];
    for (const layout of layouts) measured.push(wordsOf(layout, await measure(layout, times)));
    return { figure: measured.map(({ words }) => words).join('; '), pass: measured.every(({ pass }) => pass) };
  },
};

interface Measured {
  /** Seconds from startRun to begun, of the other caller's first run. */
  begins: number[];
  /** Seconds until nobody held more than half, and until all runs of the first caller had their places again. */
  halves: number[];
  returns: number[];
  damage: number;
}

async function measure({ workers, places }: Layout, times: number): Promise<Measured> {
  await using open = new AsyncDisposableStack();
  const database = open.use(await openDatabase());
  const web = open.use(await openSlowWeb(PAGES, PAGE_MS));
  const { sql } = open.use(openClient(database.url, { max: 3 }));
  const gateway = open.use(await startPart('gateway', { DATABASE_URL: database.url, TRUST_PROXY: '1', RUN_MAX_MINUTES: WEEK }));
  const env = { ...workerEnv(web, database.url), RUN_LANES: '1', RUNS_PER_WORKER: String(places) };
  for (let n = 0; n < workers; n++) open.use(await startPart('worker', env));
  const all = workers * places;
  const half = Math.max(1, Math.floor(all / 2));
  const measured: Measured = { begins: [], halves: [], returns: [], damage: 0 };

  for (let n = 0; n < times; n++) {
    const mine = await startRuns(gateway.url, 4, A);
    await until('every place is taken', 30_000, async () => (await held(sql, mine)) === Math.min(4, all));
    const [first, ...rest] = await startRuns(gateway.url, half, B);
    const theirs = [first as string, ...rest];
    const askedAt = performance.now();
    await until('the other caller’s first run begins', 120_000, async () => (await waited(sql, theirs)) !== null);
    measured.begins.push((await waited(sql, theirs)) ?? 0);
    await until('nobody holds more than half', 120_000, async () => (await held(sql, mine)) <= half && (await held(sql, theirs)) <= half);
    measured.halves.push((performance.now() - askedAt) / 1000);

    for (const sessionId of theirs) await rpc(gateway.url, 'cancelRun', { sessionId }, B);
    const cancelledAt = performance.now();
    await until('the places are taken again', 30_000, async () => (await held(sql, mine)) === Math.min(4, all));
    measured.returns.push((performance.now() - cancelledAt) / 1000);
    for (const sessionId of mine) await rpc(gateway.url, 'cancelRun', { sessionId }, A);
    await until(
      'all places are free',
      30_000,
      async () => (await sql`select 1 from pgboss.job where name = 'run' and state = 'active'`).length === 0,
    );
  }
  measured.damage = await damage(sql);
  return measured;
}

async function startRuns(url: string, count: number, headers: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push(await startRun(url, headers));
  return ids;
}

/** How many of these websets' runs workers hold. */
const held = async (sql: postgres.Sql, websetIds: string[]): Promise<number> =>
  (
    await sql`select 1 from pgboss.job j join run r on r.id = j.singleton_key::uuid
      where j.name = 'run' and j.state = 'active' and r.state = 'running' and r.webset_id in ${sql(websetIds)}`
  ).length;

/** Seconds from startRun to the first of these runs' beginning, by the database's clock; null while none has begun. */
async function waited(sql: postgres.Sql, websetIds: string[]): Promise<number | null> {
  const [first] = await sql<{ seconds: number | null }[]>`
    select extract(epoch from min(started_at) - min(created_at))::float8 as seconds from run where webset_id in ${sql(websetIds)}`;
  return first?.seconds ?? null;
}

/** Rows that a webset has twice, verdicts asked twice, stages that threw, runs that broke off, and gaps in event logs. */
async function damage(sql: postgres.Sql): Promise<number> {
  const [found] = await sql<{ n: number }[]>`select
    (select count(*) from (select 1 from "row" group by webset_id, url having count(*) > 1) d)::int
    + (select count(*) from verdict where attempts > 1)::int
    + (select coalesce(sum(failures), 0) from run)::int
    + (select count(*) from run where state = 'failed')::int
    + (select coalesce(sum(abs(l.next_index - (select count(*) from event e where e.webset_id = l.webset_id))), 0) from event_log l)::int as n`;
  return found?.n ?? 0;
}

function wordsOf({ workers, places, barSeconds }: Layout, { begins, halves, returns, damage }: Measured) {
  const of = (seconds: number[]) => `${percentile(seconds, 0.5).toFixed(1)} (at most ${Math.max(...seconds).toFixed(1)}) s`;
  const words = `${workers} x ${places} places: begun after ${of(begins)}, at most half after ${of(halves)}, back after ${of(returns)}, ${damage} damaged`;
  return { words, pass: Math.max(...begins) < barSeconds && damage === 0 };
}
