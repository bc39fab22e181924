import { setTimeout as sleep } from 'node:timers/promises';
import { htmlPage, openWeb } from '../../../test/support/web.ts';
import { percentile } from '../../shared/figures.ts';
import { slowness } from '../../shared/speed.ts';
import { openCaller } from '../hostile/caller.ts';
import { barOf, watchMachine } from '../hostile/machine.ts';
import { answersAfter, startServe } from '../hostile/service.ts';
import { openHostileMcp } from './mcp.ts';

const PAGES = 10;
const BARS = { p99: 1000, gateway: 700, worker: 1024 };
const LISTS = 8;
const LISTED = 200;

/**
 * Servers that misbehave: each run asks an MCP server that answers with a million numbers, a million lists and requests of its own. One
 * caller has eight lists of addresses read that never answer, while another uploads a file and runs over it.
 */
export async function hostileServers(root: string, seconds: number): Promise<{ pass: boolean; line: string }> {
  await using open = new AsyncDisposableStack();
  const pages = Object.fromEntries(
    Array.from({ length: PAGES }, (_, i) => [`/db${i}`, htmlPage(`Db${i}`, `Db${i} is an open-source database written in Rust.`)]),
  );
  const web = open.use(await openWeb({ ...pages, '/robots.txt': '' }));
  web.other = () => {}; // whatever else is asked for is never answered
  const mcp = open.use(await openHostileMcp());
  const service = open.use(
    await startServe(root, {
      ...{ SEARXNG_URL: web.url, MCP_SEARCH_URL: mcp.url, SEARCH_PROVIDERS: 'searxng,mcp,index', FETCH_ALLOW_PRIVATE: web.host },
      ...{
        SAMPLES: 'off',
        RUN_LIMIT: '0',
        ANONYMOUS_CREATE_LIMIT: '0',
        ANONYMOUS_UPLOADS: 'on',
        RUN_TARGET: String(PAGES),
        HOST_DELAY_MS: '0',
        TRUST_PROXY: '1',
      },
    }),
  );
  const [stranger, other] = ['127.0.0.2', '127.0.0.3'];
  const caller = open.use(openCaller(service.url, other as string));
  const [times, failures, runs]: [number[], string[], boolean[]] = [[], [], []];
  const rpc = async (operation: string, body: object) => {
    const { status, text } = await caller.post(`/api/v1/search/${operation}`, body);
    if (status !== 200) throw new Error(`${operation} answered ${status}: ${text.slice(0, 200)}`);
    return JSON.parse(text);
  };
  const upload = async (from: string, name: string, text: string) => {
    const form = new FormData();
    form.append('files', new Blob([text]), name);
    const response = await fetch(`${service.url}/api/collections`, { method: 'POST', body: form, headers: { 'x-forwarded-for': from } });
    return (await response.json()) as { collection: { id: string } };
  };
  const lists = Array.from({ length: LISTS }, (_, k) => Array.from({ length: LISTED }, (_, i) => `${web.url}/dead/${k}/${i}`).join('\n'));
  for (const [k, list] of lists.entries()) await upload(stranger as string, `list${k}.txt`, list);
  const waits: number[] = [];
  const work = async (over: AbortSignal) => {
    while (!over.aborted && service.lives()) {
      try {
        const { session } = await rpc('createSession', { originalQuery: 'databases' });
        await rpc('addCriterion', { sessionId: session.id, label: 'Written in Rust' });
        await rpc('startRun', { sessionId: session.id });
        for (let isAlive = true; isAlive && !over.aborted; await sleep(100)) {
          const start = performance.now();
          const { session: now } = await rpc('getSession', { sessionId: session.id });
          times.push(performance.now() - start);
          isAlive = now.runAlive;
          if (!isAlive) runs.push(now.rows.length >= PAGES);
        }
        const begun = performance.now();
        const { collection } = await upload(other as string, 'own.txt', 'Ferro\n\nFerro is a database written in Rust.');
        const asked = { query: 'query ($id: UUID!) { collection(id: $id) { files { waiting } } }', variables: { id: collection.id } };
        for (let isWaiting = true; isWaiting && !over.aborted; await sleep(100))
          isWaiting = JSON.parse((await caller.post('/graphql', asked)).text).data.collection.files.waiting > 0;
        waits.push(performance.now() - begun);
      } catch (error) {
        if (!over.aborted) failures.push(String(error));
        await sleep(200);
      }
    }
  };

  const left = await watchMachine();
  await work(AbortSignal.timeout(seconds * 1000));
  const share = await left();
  const answers = await answersAfter(service, seconds);
  const { deaths, memory } = service.watched();
  const bar = barOf(BARS.p99 * slowness(), share);
  const p99 = Math.round(percentile(times, 0.99));
  const isGood = [
    deaths === 0 && service.lives(),
    times.length > 0 && p99 < bar && failures.length === 0,
    memory.gateway < BARS.gateway && memory.worker < BARS.worker,
    runs.length > 0 && runs.every(Boolean) && waits.length > 0,
    mcp.calls() > 0 && answers.all,
  ];
  const figures = [
    `deaths ${deaths}`,
    `another caller's getSession p99 ${p99} ms of ${times.length} (bar ${bar} ms), ${failures.length} failed${failures[0] ? ` (${failures[0]})` : ''}`,
    `gateway at most ${memory.gateway} MB, worker ${memory.worker} MB`,
    `runs of others ${runs.length}, ${runs.filter((one) => !one).length} without all their rows`,
    `files of others read ${waits.length}, after ${Math.round(Math.max(0, ...waits))} ms at most`,
    answers.words,
  ];
  return { pass: isGood.every(Boolean), line: `hostile servers, ${seconds} s, ${mcp.calls()} hostile answers: ${figures.join('; ')}` };
}
