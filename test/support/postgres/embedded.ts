import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { until } from '../until.ts';

const program = fileURLToPath(new URL('./embedded-owner.ts', import.meta.url));

/** A temporary folder with a space in its name, removed at the end. */
export async function openFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'webset test ')));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** A process that owns a data directory, in its own process group; `kill` is kill -9. */
export type Owner = AsyncDisposable & {
  pid: number;
  url: string;
  port: number;
  postgres: number;
  said(): string;
  kill(group?: 'group'): Promise<void>;
};

type OwnerOptions = { uid?: number; gid?: number; program?: string };

/** Starts an owner and resolves when its Postgres answers; rejects with its message when it refuses. */
export async function openOwner(dataDir: string, { program: path = program, ...identity }: OwnerOptions = {}): Promise<Owner> {
  const child = spawn(process.execPath, [path, dataDir], { stdio: 'pipe', detached: true, cwd: '/', ...identity });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const ended = once(child, 'close');
  const line = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended.then(() => null)]);
  if (line === null) throw new Error(said.trim());
  const { url, port, postgres: server }: { url: string; port: number; postgres: number } = JSON.parse(line[0]);
  return {
    pid: child.pid ?? 0,
    url,
    port,
    postgres: server,
    said: () => said,
    async kill(group) {
      process.kill(group ? -(child.pid ?? 0) : (child.pid ?? 0), 'SIGKILL');
      await once(child, 'exit');
    },
    async [Symbol.asyncDispose]() {
      if (isRunning(child)) child.stdin.end();
      await ended;
      await until(() => !isAlive(server));
    },
  };
}

/** Whether a process runs; zombies do not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const sql = postgres(url, { max: 1, connect_timeout: 60, onnotice: () => {} });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
