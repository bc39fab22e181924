import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A `webset` command in its own process group, with its output so far. */
export interface Command extends AsyncDisposable {
  child: ChildProcess;
  said(): string;
  /** Resolves with the first group of a pattern once it was printed; rejects when the process ends before. */
  says(pattern: RegExp): Promise<string>;
  ended: Promise<number | null>;
  /** kill -9 for the process and its whole group. */
  killGroup(): Promise<void>;
}

/** Starts a command with exactly these settings. */
export const runCommand = (args: string[], env: Record<string, string>, cwd: string) =>
  runProgram(process.execPath, [MAIN, ...args], env, cwd);

/** Starts a script of package.json in the same way. */
export const runScript = (script: string, env: Record<string, string>) => runProgram('npm', ['run', script], env, dirname(dirname(MAIN)));

/** Starts a program in the same way. */
export function runProgram(program: string, args: string[], env: Record<string, string>, cwd: string): Command {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(program, args, {
    cwd,
    env: { PATH, HOME, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const wake = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk;
      for (const look of wake) look();
    });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    said: () => said,
    says(pattern) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const look = () => {
        const found = pattern.exec(said);
        if (found) resolve(found[1] ?? found[0]);
      };
      wake.add(look);
      look();
      void ended.then((code) => reject(new Error(`exit ${code}, having said: ${said}`)));
      return promise.finally(() => wake.delete(look));
    },
    ended,
    async killGroup() {
      process.kill(-(child.pid as number), 'SIGKILL');
      await ended;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The child processes of a process, from the kernel's list (Linux): pid and command line. One that ends meanwhile is left out. */
export async function childrenOf(pid: number): Promise<{ pid: number; command: string }[]> {
  const { readFile } = await import('node:fs/promises');
  const pids = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean).map(Number);
  const found = await Promise.all(
    pids.map(async (child) => ({ pid: child, command: await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => null) })),
  );
  return found.flatMap(({ pid: child, command }) => (command === null ? [] : [{ pid: child, command: command.replaceAll('\0', ' ') }]));
}
