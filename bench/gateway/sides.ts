import { type ChildProcess, fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GATEWAY_HEAP } from '../../src/main/processes/children.ts';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Every side has the cache of compiled code that `serve` gives its gateway. */
export const CODE_CACHE = join(tmpdir(), 'webset-bench-code');

/** A server in a process of its own. */
export interface Side extends AsyncDisposable {
  url: string;
  child: ChildProcess;
}

interface Received {
  type: string;
  url?: string;
  message?: string;
}

/** Starts a process and resolves when it reports where it serves. */
async function start(path: string, args: string[], env: Record<string, string>, preload?: string): Promise<Side> {
  const { PATH = '', HOME = '' } = process.env;
  const child = fork(path, args, {
    env: { PATH, HOME, NODE_ENV: 'production', NODE_COMPILE_CACHE: CODE_CACHE, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [...(preload ? ['--import', preload] : []), ...(process.env.BENCH_NODE_ARGS?.split(' ') ?? [])],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = Promise.withResolvers<string>();
  child.on('message', ({ type, url, message }: Received) => {
    if (type === 'ready') ready.resolve(url ?? '');
    if (type === 'failed') ready.reject(new Error(message));
  });
  void gone.then(() => ready.reject(new Error(`${path} ended`)));
  return {
    url: await ready.promise,
    child,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** As in production, with every check and header on; limits that are high instead of off, so that they are counted. */
const SETTINGS = {
  AUTH_SECRET: 'kj3Hq9vT2mZx7Lw5Rb8Nc4Yp6Ds1Fg0A',
  ANONYMOUS_CREATE_LIMIT: '1000000',
  RUN_LIMIT: '1000000',
  NODE_OPTIONS: GATEWAY_HEAP, // as `serve` starts it
  LOG_LEVEL: 'warn',
  SAMPLES: 'off',
  PORT: '0',
};

/** Our gateway. `preload`: a module of this folder that it loads first. */
export const startGateway = (databaseUrl: string, env: Record<string, string> = {}, preload?: string): Promise<Side> =>
  start(pathOf('../../src/main.ts'), ['gateway'], { DATABASE_URL: databaseUrl, ...SETTINGS, ...env }, preload && pathOf(preload));

/** The bare server (bare.ts). */
export const startBare = (databaseUrl: string): Promise<Side> => start(pathOf('./bare.ts'), [], { DATABASE_URL: databaseUrl });

export const startPostGraphile = (databaseUrl: string): Promise<Side> =>
  start(pathOf('../peers/postgraphile.mjs'), [], { DATABASE_URL: databaseUrl, GRAPHILE_ENV: 'production' });
