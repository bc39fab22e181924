import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { watchSilence } from '../silence.ts';
import { type News, SPARE } from './process.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
const DEATHS_MAX = 5;
const DEATHS_WINDOW_MS = 60_000;
const STOP_MS = 12_000;
/** A child says every second that it lives. One that is starting loads its code first, and a spare does so long before it is needed. */
const SILENT_MS = 10_000;
const STARTING_MS = 60_000;

/**
 * How a gateway's memory is held: what an answer leaves behind is thrown away when there is 16 MB of it, not when a large machine has had enough.
 * NODE_OPTIONS of the environment come after it, and win.
 */
export const GATEWAY_HEAP = '--max-old-space-size=1024 --max-semi-space-size=16';

const withHeap = (command: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  command === 'gateway' ? { ...env, NODE_OPTIONS: `${GATEWAY_HEAP} ${env.NODE_OPTIONS ?? ''}`.trim() } : env;

/** With our cache of compiled code from the first file on: a child that finds it need not load what strips the types. */
function withCodeCache(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir(); // of this version of Node, in the folder to name
  return folder === undefined ? env : { NODE_COMPILE_CACHE: dirname(folder), ...env };
}

export interface ChildOptions {
  env: NodeJS.ProcessEnv;
  onNews?: (news: News) => void;
  /** Keeps another process waiting, its code loaded, for the moment this one dies. */
  spare?: boolean;
  /** For how long a child may be silent once it is ready, in milliseconds. */
  silentMs?: number;
  /** Called at each death; work of the dead is given back here. */
  onDeath?: (how: string) => Promise<void> | void;
}

export interface Child extends AsyncDisposable {
  ready: Promise<string | undefined>;
  /** Settles when the child died too often, or could not start: nothing more will come of it. */
  failed: Promise<Error>;
}

/**
 * A gateway or worker as a child process, started again when it dies, with a back-off; five deaths in a minute are one too many. One that
 * hangs is killed, which is a death. A child that ends before it was ever ready could not start, and is not tried again.
 */
export function openChild(
  command: 'gateway' | 'worker',
  { env, onNews, onDeath, spare = false, silentMs = SILENT_MS }: ChildOptions,
): Child {
  const ready = Promise.withResolvers<string | undefined>();
  const failed = Promise.withResolvers<Error>();
  const deaths: number[] = [];
  let stopping = false;
  let wasReady = false;
  let timer: NodeJS.Timeout | undefined;
  let waiting: ChildProcess | undefined;
  const environment = () => withHeap(command, withCodeCache(env)); // anew for each: the port is known once the first is ready
  let child = start();

  function start(): ChildProcess {
    let message: string | undefined;
    let hung: string | undefined;
    let allowed = STARTING_MS;
    const started = takeSpare() ?? fork(MAIN, [command], { env: environment(), stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const silence = watchSilence(
      () => allowed,
      () => {
        hung = `silent for ${allowed / 1000} s`;
        started.kill('SIGKILL');
      },
    );
    started.on('message', (news: News) => {
      silence.heard();
      if (news.type === 'ready') {
        allowed = silentMs;
        wasReady = true;
        if (spare && !stopping) keepSpare();
        ready.resolve(news.url);
      }
      if (news.type === 'failed') message = news.message;
      onNews?.(news);
    });
    started.on('exit', (code, signal) => {
      silence[Symbol.dispose]();
      void buried(hung ?? signal ?? `exit ${code}`, message);
    });
    return started;
  }

  function keepSpare(): void {
    const made = fork(MAIN, [command], { env: { ...environment(), [SPARE]: 'on' }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    waiting = made;
    made.once('exit', () => {
      if (waiting === made) waiting = undefined;
    });
  }

  function takeSpare(): ChildProcess | undefined {
    const taken = waiting;
    waiting = undefined;
    taken?.removeAllListeners('exit');
    taken?.send('go', () => {}); // one that just died is buried like any other
    return taken;
  }

  async function buried(how: string, message: string | undefined) {
    if (stopping) return;
    await onDeath?.(how);
    if (!wasReady) return failed.resolve(new Error(message ?? `the ${command} could not start (${how})`));
    const now = Date.now();
    deaths.push(now);
    const recent = deaths.filter((at) => now - at < DEATHS_WINDOW_MS).length;
    if (recent >= DEATHS_MAX) return failed.resolve(new Error(`the ${command} died ${recent} times in a minute (${message ?? how})`));
    timer = setTimeout(
      () => {
        child = start();
      },
      100 * 2 ** (recent - 1),
    );
  }

  return {
    ready: ready.promise,
    failed: failed.promise,
    async [Symbol.asyncDispose]() {
      stopping = true;
      clearTimeout(timer);
      waiting?.kill('SIGKILL'); // it holds nothing
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await gone;
      clearTimeout(force);
    },
  };
}
