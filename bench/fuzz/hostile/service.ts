import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../test/support/port.ts';
import { memoryOf } from '../../shared/process.ts';
import { slowness } from '../../shared/speed.ts';

const LOOK_MS = 200;
/** What loads once the parts serve, such as the spare worker, is loaded then: a start is measured elsewhere. */
const SETTLED_MS = 5000;
/** How long a service is left alone after an attack of a minute; a shorter one leaves less behind. */
const CALM_MS = 10_000;
const PARTS = ['gateway', 'worker', 'postgres'] as const;
type PartName = (typeof PARTS)[number];

/** What was seen of the parts of a service, its Postgres included: deaths, and the most memory of one process of each kind, in MB. */
export interface Watched {
  deaths: number;
  memory: Record<PartName, number>;
}

export interface HostileService extends AsyncDisposable {
  url: string;
  pid: number;
  workerUrl: string;
  watched(): Watched;
  /** Whether the parent still runs. */
  lives(): boolean;
}

/** `serve` in a folder of its own, by the code under `root`, its parts watched from the moment it is ready (Linux). */
export async function startServe(root: string, settings: Record<string, string> = {}): Promise<HostileService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'webset-hostile-'));
  const workerPort = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const env = {
    ...{ PATH, HOME, PORT: String(await freePort()), DATA_DIR: dataDir, METRICS_PORT: String(workerPort), LOG_LEVEL: 'fatal' },
    ...settings,
  };
  const child = spawn(process.execPath, [join(root, 'src/main.ts'), 'serve'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await readyAt(child);
  const workerUrl = `http://127.0.0.1:${workerPort}`;
  while (
    !(await fetch(`${workerUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(LOOK_MS);
  await sleep(SETTLED_MS);
  const watch = watchParts([child.pid as number, process.pid]); // a bench may have its own Postgres
  return {
    url,
    pid: child.pid as number,
    workerUrl,
    watched: watch.seen,
    lives: () => child.exitCode === null && child.signalCode === null,
    async [Symbol.asyncDispose]() {
      watch[Symbol.dispose]();
      if (child.exitCode === null && child.signalCode === null) {
        const gone = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await gone;
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Leaves a service alone after an attack, and asks whether its gateway and worker answer then. */
export async function answersAfter({ url, workerUrl }: HostileService, seconds: number): Promise<{ all: boolean; words: string }> {
  const calm = Math.min(CALM_MS, seconds * 250);
  await sleep(calm);
  const answers = await Promise.all(
    [url, workerUrl].map((part) =>
      fetch(`${part}/readyz`, { signal: AbortSignal.timeout(2000 * slowness()) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  );
  return { all: answers.every(Boolean), words: `${calm / 1000} s after ${answers.filter(Boolean).length} of 2 parts answer` };
}

function readyAt(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk;
    const [, url] = /ready at (http\S+)/.exec(said) ?? [];
    if (url) resolve(url.replace('localhost', '127.0.0.1'));
  });
  child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${said}`)));
  return promise;
}

/** Watches the parts of a service below these processes, until disposed (Linux). */
export function watchParts(parents: readonly number[]) {
  const alive = new Map<number, PartName>();
  const memory = { gateway: 0, worker: 0, postgres: 0 };
  let deaths = 0;
  const look = async () => {
    const now = new Set<number>();
    for (const pid of (await Promise.all(parents.map(childrenOf))).flat()) {
      const part = alive.get(pid) ?? (await partOf(pid));
      if (!part) continue;
      now.add(pid);
      alive.set(pid, part);
      memory[part] = Math.max(memory[part], Math.round(memoryOf(pid)));
    }
    for (const pid of alive.keys()) if (!now.has(pid) && alive.delete(pid)) deaths++;
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => {});
  }, LOOK_MS);
  return { seen: () => ({ deaths, memory }), [Symbol.dispose]: () => clearInterval(timer) };
}

const childrenOf = async (pid: number) =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).trim().split(' ').filter(Boolean).map(Number);

async function partOf(pid: number): Promise<PartName | undefined> {
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  return words[0]?.endsWith('/postgres') ? 'postgres' : PARTS.find((part) => words.includes(part));
}
