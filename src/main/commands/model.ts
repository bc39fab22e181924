import { readFile, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openModel } from '../../agent/model/ask.ts';
import type { Endpoint } from '../../agent/model/endpoint.ts';
import { openTransport } from '../../agent/model/transport.ts';
import { type Tried, tryModel } from '../../agent/model/try-model.ts';
import type { EndpointCapabilities } from '../../agent/ports.ts';
import type { Config } from '../../config.ts';
import { UNWATCHED } from '../../runs/ports/service-calls.ts';
import { changesOf, withSettings } from '../local/env-file.ts';
import { findServers, LOCAL_PORTS, type LocalServer, settingsOf } from '../local/servers.ts';
import { priceOfModel, readPrices } from '../models.ts';
import { printable } from './ask/ask-texts.ts';
import { EXIT, UsageError } from './exit.ts';

export interface ModelOptions {
  /** The model to use; without it the one in the settings, else the first. */
  use?: string | undefined;
  /** Changes existing settings of the file without asking. */
  yes?: boolean | undefined;
  /** The environment without the file of settings. It takes precedence over the file. */
  exported?: NodeJS.ProcessEnv;
}

interface Context {
  /** The file of settings. */
  file: string;
  /** The ports that are scanned. */
  ports: readonly number[];
  /** Asks a yes/no question; null: nobody can answer. */
  confirm: ((question: string) => Promise<boolean>) | null;
}

/** `model`: finds model servers and SearXNG on this machine, tries a model and writes .env. Returns an exit code of EXIT. */
export async function chooseModel(config: Config, options: ModelOptions, context: Context = ownContext()): Promise<number> {
  const servers = await findServers(context.ports);
  for (const server of servers) console.log(lineOf(server));
  const models = servers.flatMap((server) => (server.kind === 'SearXNG' ? [] : server.models.map((model) => ({ ...server, model }))));
  const search = servers.find((server) => server.kind === 'SearXNG' && server.json);
  if (options.use !== undefined && !models.some(({ model }) => model === options.use))
    throw new UsageError(`--use ${options.use}: no server here has that model`);
  const current = options.use ?? config.models[0]?.model;
  const chosen = models.find(({ model }) => model === current) ?? models[0];
  if (!chosen && !search) {
    console.log(
      `${servers.length > 0 ? 'None of them has a language model.' : `Nothing was found on the ports ${context.ports.join(', ')} of this machine.`} Start Ollama, LM Studio, llama.cpp or vLLM with a model. docs/models.md says how a model at another address is set up.`,
    );
    return EXIT.failed;
  }
  const wanted: Record<string, string | null> = search ? { SEARXNG_URL: search.baseUrl } : {};
  if (chosen) {
    const { baseUrl, model } = chosen;
    console.log(`Trying ${printable(model)} of ${chosen.kind}`);
    const tried = await tryOut(config, baseUrl, model);
    if (tried.failure !== null) throw new Error(`${printable(tried.failure)}; --use NAME takes another model`);
    console.log(`It ${tried.how}, in ${Math.round(tried.ms)} ms`);
    Object.assign(wanted, settingsOf(baseUrl, model), { LLM_API_KEY: null }); // a server on this machine needs no key
  }
  return write(wanted, context, options);
}

const lineOf = (server: LocalServer) =>
  server.kind === 'SearXNG'
    ? `SearXNG    ${server.baseUrl}  ${server.json ? 'searches the web' : 'has JSON switched off: add json to search.formats in its settings.yml'}`
    : `${server.kind.padEnd(10)} ${server.baseUrl}  ${server.models.map(printable).join(', ') || 'no language model'}`;

async function tryOut(config: Config, baseUrl: string, model: string): Promise<Tried> {
  await using transport = openTransport();
  const endpoint: Endpoint = {
    provider: 'openai-compatible',
    model,
    key: undefined,
    baseUrl,
    concurrency: 1,
    timeoutMs: config.modelTimeoutMs,
  };
  const learnt = new Map<string, EndpointCapabilities>();
  const ports = {
    pauses: { left: async () => ({ ms: 0, reason: null }), set: async () => {} },
    calls: UNWATCHED,
    capabilities: {
      get: async (key: string) => learnt.get(key) ?? null,
      put: async (key: string, found: EndpointCapabilities) => void learnt.set(key, found),
    },
    clock: { now: Date.now, sleep: (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }) },
  };
  return await tryModel(openModel(endpoint, priceOfModel(endpoint, readPrices(config)), { ports, fetch: transport.fetch }));
}

async function write(wanted: Record<string, string | null>, { file, confirm }: Context, { yes, exported }: ModelOptions): Promise<number> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const changes = changesOf(text, wanted);
  for (const { name, from, to } of changes)
    console.log(`${name}: ${to === null ? 'its line becomes a comment' : `${shown(name, from)} becomes ${to}`}`);
  if (changes.length > 0 && !yes) {
    if (!confirm) throw new UsageError(`${file} has these settings: --yes changes them`);
    if (!(await confirm(`Change ${file}?`))) {
      console.log(`${file} stays as it is`);
      return EXIT.nothing;
    }
  }
  const next = withSettings(text, wanted);
  if (next !== text) await writeFile(file, next, { mode: 0o600 });
  console.log(next === text ? `${file} says so already` : `Wrote ${file}: start the service again`);
  for (const [name, to] of Object.entries(wanted))
    if ((exported?.[name] ?? to ?? '') !== (to ?? '')) console.log(`The environment sets ${name}, which goes before the file`);
  return EXIT.done;
}

/** A setting for printing: addresses may contain a password. */
const shown = (name: string, value: string) => (name.endsWith('_URL') ? (URL.parse(value)?.host ?? 'what it was') : printable(value));

function ownContext(): Context {
  const confirm = async (question: string) => {
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
    } finally {
      lines.close();
    }
  };
  return { file: '.env', ports: LOCAL_PORTS, confirm: process.stdin.isTTY && process.stdout.isTTY ? confirm : null };
}
