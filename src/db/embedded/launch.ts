import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sleepWhileRunning } from '../../domain/work/running-time.ts';
import { type Account, as } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Way } from './cluster.ts';
import { addressOf, ask, createDatabase } from './connect.ts';
import type { Guard } from './guard.ts';
import type { LogFile } from './logfile.ts';
import { disarmPidFile, findPostmaster, stopServer } from './postmaster.ts';
import { serverArguments, serverEnvironment } from './settings.ts';

/** All it takes to start the server of a DATA_DIR. */
export type Launch = {
  dataDir: string;
  name: string;
  password: string;
  account: Account | null;
  binaries: Binaries;
  way: Way;
  ephemeral: boolean;
  guard: Guard;
  logFile: LogFile;
  log: (line: string) => void;
};

/**
 * A server that answers. `gone` resolves when it ends for any cause, with how it ended; `stop` is a fast shutdown that waits for the end.
 */
export type Running = { pid: number; port: number; gone: Promise<string>; stop(): Promise<void> };

const TRIES = 5;

/**
 * Starts Postgres and resolves when it answers with our database; on a free port, or the one given. What an earlier owner left
 * (a running server, a stale pid file) is cleared first. Throws with Postgres' own last words when it does not start.
 */
export async function launchServer(launch: Launch, port?: number, signal?: AbortSignal): Promise<Running> {
  for (let tries = 1; ; tries++) {
    await clearOrphan(launch);
    const from = launch.logFile.size();
    const server = spawnServer(launch, port ?? (await freePort()));
    try {
      await whenReady(launch, server, signal);
      return server;
    } catch (error) {
      await server.stop();
      const words = launch.logFile.since(from);
      // The port was taken between our look and Postgres' own, or backends of a killed server are still going.
      const passing = /Address already in use|is still in use|lock file "postmaster.pid" already exists/.test(words);
      if (signal?.aborted || !passing || tries === TRIES) {
        throw new Error([error instanceof Error ? error.message : String(error), ...lastWords(words)].join('\n'));
      }
      await sleep(200 * tries);
    }
  }
}

async function clearOrphan({ dataDir, name, log }: Launch): Promise<void> {
  const orphan = await findPostmaster(dataDir, name);
  if (orphan) {
    log(`A Postgres (pid ${orphan.pid}) of an owner that was killed still runs here; stopping it first`);
    await stopServer(orphan.pid, name, 10_000);
  }
  await disarmPidFile(dataDir);
}

function spawnServer({ binaries, way, account, name, ephemeral, guard, logFile }: Launch, port: number): Running {
  const child = spawn(join(binaries.dir, 'bin', 'postgres'), serverArguments(way.path, { port, name, ephemeral }), {
    cwd: way.cwd,
    env: serverEnvironment,
    stdio: ['ignore', logFile.fd, logFile.fd],
    // A session of its own: Ctrl-C reaches the whole group, and the database must outlive what uses it.
    detached: true,
    ...as(account),
  });
  if (child.pid) guard.watch(child.pid);
  const gone = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, by) => resolve(by ?? `exit ${code}`));
  });
  gone.then(() => guard.watch(0));
  child.unref();
  return { pid: child.pid ?? 0, port, gone, stop: () => stopChild(child, gone) };
}

async function stopChild(child: ReturnType<typeof spawn>, gone: Promise<string>): Promise<void> {
  const living = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  // A child's pid is ours until it is reaped, so these signals can hit nobody else.
  for (const [signal, patience] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5000],
  ] as const) {
    if (!living()) return;
    child.ref();
    child.kill(signal);
    const late = new AbortController();
    await Promise.race([gone, sleepWhileRunning(patience, late.signal)]).finally(() => late.abort());
  }
}

async function whenReady({ name, password, log }: Launch, { port, gone }: Running, signal?: AbortSignal): Promise<void> {
  let ended: string | null = null;
  gone.then((how) => {
    ended = how;
  });
  // Recovery after a power cut may take minutes and ends by itself: wait as long as Postgres lives, and say so.
  const slow = setInterval(() => log('Postgres is still starting (recovering after a crash?)'), 10_000);
  try {
    for (let pause = 5; ended === null; pause = Math.min(pause * 1.5, 100)) {
      signal?.throwIfAborted();
      const state = await ask(addressOf(port, password), name);
      if (state === 'ready') return;
      if (state === 'empty') await createDatabase(port, password);
      else await sleep(pause);
    }
  } finally {
    clearInterval(slow);
  }
  throw new Error(`Postgres did not start (${ended})`);
}

/** What Postgres' log says of why it ended; its very last line when nothing there is marked so. */
function lastWords(log: string): string[] {
  const lines = log.split('\n').filter((line) => line.trim() !== '');
  const marked = lines.filter((line) => /FATAL|ERROR|PANIC|DETAIL|HINT|error while loading/.test(line));
  return marked.length > 0 ? marked.slice(-4) : lines.slice(-1);
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1');
  return address.port;
}
