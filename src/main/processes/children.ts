import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { PATIENCE, type Patience } from '../../domain/work/patience.ts';
import { restartPauses } from '../../domain/work/restart.ts';
import { sleepWhileRunning } from '../../domain/work/running-time.ts';
import { watchSilence } from '../silence.ts';
import { type ChildMessage, type Order, SPARE } from './process.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));

/**
 * Limits a gateway's heap: garbage is collected after 16 MB, even on a large machine. NODE_OPTIONS of the environment are appended and take
 * precedence.
 */
export const GATEWAY_HEAP = '--max-old-space-size=1024 --max-semi-space-size=16';

const withHeap = (command: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  command === 'gateway' ? { ...env, NODE_OPTIONS: `${GATEWAY_HEAP} ${env.NODE_OPTIONS ?? ''}`.trim() } : env;

/** Passes our compile cache on: a child that finds it need not load the code that strips types. */
function withCodeCache(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir(); // for this version of Node, in the configured folder
  return folder === undefined ? env : { NODE_COMPILE_CACHE: dirname(folder), ...env };
}

/** How often a child may end without a message before it was ever ready. */
const STARTS = 5;

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

export interface ChildOptions {
  env: NodeJS.ProcessEnv;
  /** Options of the command. */
  args?: readonly string[];
  log: Pick<Logger, 'warn' | 'error'>;
  onMessage?: (message: ChildMessage) => void;
  /** Keeps another process waiting with its code loaded, to replace this one when it ends. */
  spare?: boolean;
  /** A child reports every second that it is alive. A starting one loads its code first. */
  patience?: Partial<Patience['children']>;
  /**
   * Called each time it ends unexpectedly, before its restart, to requeue its work. Waits at most 5 s, so that an unresponsive database
   * blocks nothing. `cause` as in RestartCount.
   */
  onEnd?: (cause: string) => Promise<void> | void;
}

export interface Child extends AsyncDisposable {
  /** Its address, once it is first ready. Rejects when it cannot start. */
  ready: Promise<string | undefined>;
  /** Sends it a message, if it is running. */
  send(order: Order): void;
  /** Ends it and restarts it at once; one that waits for its restart starts now. */
  restart(): void;
}

/**
 * Runs a gateway or worker as a child process. After it was ready once, it is always restarted, with pauses from 0.1 to 30 s; a hung one is
 * killed. Before, it gets five starts, or one if it reports why it cannot start.
 */
export function openChild(
  command: 'gateway' | 'worker',
  { env, args = [], log, onMessage, onEnd, spare = false, patience }: ChildOptions,
): Child {
  const { silentMs, startingMs, stopMs, giveBackMs } = { ...PATIENCE.children, ...patience };
  const ready = Promise.withResolvers<string | undefined>();
  const pauseAfter = restartPauses();
  let stopping = false;
  let wasReady = false;
  let deaths = 0;
  let isAsked = false;
  let timer: NodeJS.Timeout | undefined;
  let waiting: ChildProcess | undefined;
  const environment = () => withHeap(command, withCodeCache(env)); // evaluated each time: the port is known once the first one is ready
  let child = start();

  function start(): ChildProcess | undefined {
    let message: string | undefined;
    let isSilent = false;
    let allowed: number = startingMs;
    let readyAt: number | undefined;
    const started =
      takeSpare() ??
      forkProcess(environment(), (error) => {
        void ended({ cause: 'fork', message: `no process could be made for the ${command}: ${error.message}`, livedMs: 0 });
      });
    if (!started) return undefined;
    const silence = watchSilence(
      () => allowed,
      () => {
        isSilent = true;
        log.error({ child: command, silentSeconds: allowed / 1000 }, 'a part of the service is silent and is killed');
        started.kill('SIGKILL');
      },
    );
    started.on('message', (received: ChildMessage) => {
      silence.heard();
      if (received.type === 'ready') {
        allowed = silentMs;
        readyAt = performance.now();
        wasReady = true;
        if (spare && !stopping) keepSpare();
        ready.resolve(received.url);
      }
      if (received.type === 'failed') message = received.message;
      onMessage?.(received);
    });
    started.on('exit', (code, signal) => {
      silence[Symbol.dispose]();
      const livedMs = readyAt === undefined ? 0 : performance.now() - readyAt;
      void ended({ cause: isSilent ? 'silent' : (signal ?? `exit ${code}`), message, livedMs });
    });
    return started;
  }

  /** A new process, or undefined if there is none; then `onFailure` is called later. fork() throws some errors and emits others. */
  function forkProcess(environment: NodeJS.ProcessEnv, onFailure: (error: Error) => void): ChildProcess | undefined {
    try {
      const made = fork(MAIN, [command, ...args], { env: environment, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      const isMade = made.pid !== undefined;
      made.on(
        'error',
        isMade ? (err) => log.error({ child: command, err }, 'a signal or message to a part of the service failed') : onFailure,
      );
      return isMade ? made : undefined;
    } catch (error) {
      process.nextTick(onFailure, error);
      return undefined;
    }
  }

  function keepSpare(): void {
    const made = forkProcess({ ...environment(), [SPARE]: 'on' }, (err) => log.warn({ child: command, err }, 'there is no spare process'));
    waiting = made;
    made?.once('exit', () => {
      if (waiting === made) waiting = undefined;
    });
  }

  function takeSpare(): ChildProcess | undefined {
    const taken = waiting;
    waiting = undefined;
    taken?.removeAllListeners('exit');
    taken?.send({ type: 'go' } satisfies Order, () => {}); // if it has just ended, it is restarted like any other
    return taken;
  }

  async function ended({ cause, message, livedMs }: { cause: string; message: string | undefined; livedMs: number }) {
    if (stopping) return;
    if (isAsked) {
      isAsked = false;
      child = start();
      return;
    }
    // a child that reports why it cannot start would fail again; a killed one may start next time
    if (!wasReady && (message !== undefined || ++deaths >= STARTS))
      return ready.reject(new Error(message ?? `the ${command} could not start (${cause})`));
    const pauseMs = pauseAfter(livedMs);
    log.warn({ child: command, cause, message, pauseMs }, 'a part of the service ended and is started again');
    const inTime = new AbortController();
    const late = sleepWhileRunning(giveBackMs, inTime.signal).then(() => {
      if (inTime.signal.aborted) return;
      log.warn({ child: command, cause, seconds: giveBackMs / 1000 }, 'the work of a part that ended is not given back yet');
    });
    await Promise.race([onEnd?.(cause), late]);
    inTime.abort();
    if (stopping) return;
    timer = setTimeout(() => {
      timer = undefined;
      child = start();
    }, pauseMs);
  }

  return {
    ready: ready.promise,
    send: (order) => void (child?.connected && child.send(order, () => {})),
    restart() {
      if (stopping || !wasReady) return;
      if (timer) {
        clearTimeout(timer);
        timer = undefined;
        child = start();
      } else if (child && isRunning(child)) {
        isAsked = true;
        child.kill('SIGTERM');
      }
    },
    async [Symbol.asyncDispose]() {
      stopping = true;
      clearTimeout(timer);
      waiting?.kill('SIGKILL'); // it has no work
      const last = child;
      if (!last || !isRunning(last)) return;
      const gone = new Promise((resolve) => last.once('exit', resolve));
      last.kill('SIGTERM');
      const inTime = new AbortController();
      void sleepWhileRunning(stopMs, inTime.signal).then(() => inTime.signal.aborted || last.kill('SIGKILL'));
      await gone;
      inTime.abort();
    },
  };
}
