import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '../../../src/db/connection/client.ts';
import { openEmbedded } from '../../../src/db/embedded/server.ts';
import { percentile } from '../../shared/figures.ts';
import { slowness } from '../../shared/speed.ts';
import { openCaller } from './caller.ts';
import { barOf, watchMachine } from './machine.ts';
import { faultsOf, openPublicWeb } from './public-web.ts';
import { answersAfter, startServe } from './service.ts';
import { openHostileWeb } from './web.ts';

const HONEST = 12;
const ATTACKERS = 4;
const ATTACK_MS = 8000;
const BARS = { p99: 1000, gateway: 700, worker: 1024 };
const RUN_MS = 60_000;
/** A description as long as one may be: what the rules look for on every page. */
const DESCRIPTION = '1 March 1990, '.repeat(36).slice(0, 500).trim();

/**
 * Hostile pages: callers' websets meet little else, another caller's runs meet them beside honest pages. Long listings, text that Postgres
 * cannot hold, Retry-After past all bounds, redirects to a busy host, a claimed identifier, a verbatim copy, 60 kB of dates.
 */
export async function hostilePages(root: string, seconds: number): Promise<{ pass: boolean; line: string }> {
  await using open = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'webset-pages-'));
  open.defer(() => rm(dataDir, { recursive: true, force: true }));
  const database = open.use(await openEmbedded({ dataDir, ephemeral: true, log: () => {} })); // the service migrates it
  const strangers = open.use(await openPublicWeb());
  const web = open.use(await openHostileWeb(HONEST, strangers.urls));
  const { sql } = open.use(openClient(database.url, { max: 3, name: 'fuzz' }));
  const service = open.use(
    await startServe(root, {
      ...strangers.env,
      DATABASE_URL: database.url,
      SEARXNG_URL: web.url,
      SEARCH_PROVIDERS: 'searxng',
      FETCH_ALLOW_PRIVATE: web.host,
      RUNS_PER_WORKER: String(2 * ATTACKERS),
      RUN_TARGET: String(HONEST + strangers.matching),
      RUN_MAX_PAGES: '100',
      SAMPLES: 'off',
      RUN_LIMIT: '0',
      ANONYMOUS_CREATE_LIMIT: '0',
    }),
  );
  const [stranger, other] = [open.use(openCaller(service.url, '127.0.0.2')), open.use(openCaller(service.url, '127.0.0.3'))];
  const failures: string[] = [];
  const times: number[] = [];
  const others: string[] = [];
  let attacks = 0;

  const rpc = async (caller: typeof other, operation: string, body: object) => {
    const { status, text } = await caller.post(`/api/v1/search/${operation}`, body);
    if (status !== 200) throw new Error(`${operation} answered ${status}: ${text.slice(0, 200)}`);
    return JSON.parse(text);
  };
  const begin = async (caller: typeof other, originalQuery: string): Promise<string> => {
    const { session } = await rpc(caller, 'createSession', { originalQuery });
    await rpc(caller, 'addCriterion', { sessionId: session.id, label: 'Written in Rust', description: DESCRIPTION });
    await rpc(caller, 'startRun', { sessionId: session.id });
    return session.id;
  };
  const isAlive = async (sessionId: string): Promise<boolean> => {
    const start = performance.now();
    const { session } = await rpc(other, 'getSession', { sessionId });
    times.push(performance.now() - start);
    return session.runAlive;
  };
  const attack = async (over: AbortSignal) => {
    while (!over.aborted && service.lives()) {
      const sessionId = await begin(stranger, 'special offers').catch(() => null);
      attacks++;
      await sleep(ATTACK_MS, undefined, { signal: over }).catch(() => {});
      if (sessionId) await rpc(stranger, 'cancelRun', { sessionId }).catch(() => {});
    }
  };
  const work = async (over: AbortSignal) => {
    while (!over.aborted && service.lives()) {
      try {
        const sessionId = await begin(other, 'databases');
        others.push(sessionId);
        const patience = AbortSignal.timeout(RUN_MS); // the last one ends when the attack is over
        while (!patience.aborted && service.lives() && (await isAlive(sessionId))) await sleep(100);
      } catch (error) {
        failures.push(String(error));
        await sleep(200);
      }
    }
  };

  const left = await watchMachine();
  const over = AbortSignal.timeout(seconds * 1000);
  await Promise.all([work(over), ...Array.from({ length: ATTACKERS }, () => attack(over))]);
  const share = await left();
  const answers = await answersAfter(service, seconds);
  const { deaths, memory } = service.watched();
  const runs = await sql<{ websetId: string; state: string; failures: number; detail: string | null; honest: number }[]>`
    select u.webset_id as "websetId", u.state, u.failures, u.detail, (select count(*)::int from "row" r where r.webset_id = u.webset_id and r.url like ${`${web.url}/db%`}) as honest
    from run u where u.webset_id = any(${others}::uuid[])`;
  const ended = runs.filter(({ state }) => state === 'completed');
  const spoiled = runs.filter(
    ({ state, failures: n, honest }) => state === 'failed' || n > 0 || (state === 'completed' && honest < HONEST),
  );
  const faults = await faultsOf(
    sql,
    ended.map(({ websetId }) => websetId),
  );
  const bar = barOf(BARS.p99 * slowness(), share);
  const p99 = Math.round(percentile(times, 0.99));
  const isGood = [
    deaths === 0 && service.lives(),
    times.length > 0 && p99 < bar && failures.length === 0,
    memory.gateway < BARS.gateway && memory.worker < BARS.worker,
    ended.length > 0 && spoiled.length === 0 && faults.length === 0,
    answers.all,
  ];
  const figures = [
    `deaths ${deaths}${service.lives() ? '' : ', serve ended'}`,
    `another caller's getSession p99 ${p99} ms of ${times.length} (bar ${bar} ms: others left ${Math.round(share * 100)} % of the machine), ${failures.length} failed${failures[0] ? ` (${failures[0]})` : ''}`,
    `gateway at most ${memory.gateway} MB, worker ${memory.worker} MB`,
    `runs of others ${ended.length} ended of ${runs.length}, ${spoiled.length} failed or without honest rows${spoiled[0] ? ` (${JSON.stringify(spoiled[0])})` : ''}`,
    `rests and rows of strangers ${faults.length === 0 ? 'as they should be' : faults.join(', ')}`,
    answers.words,
  ];
  return { pass: isGood.every(Boolean), line: `hostile pages, ${seconds} s, ${attacks} hostile runs: ${figures.join('; ')}` };
}
