import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Category } from '../../src/domain/webset-state.ts';
import { folderOf, refuse } from './arguments.ts';

// The evaluation folder (`--eval DIR`): a local web with questions of known truth. Its own modules define what is asked and scored.

/** A question with its truth: verdicts, deciding sentences and values by address, then label. */
export interface EvalQuestion {
  id: string;
  source: string;
  query: string;
  category: Category;
  criteria: { label: string; description: string }[];
  enrichments: { label: string; description: string; format: 'text' | 'url' | 'number' | 'date' }[];
  truth: {
    matching: string[];
    verdicts: Record<string, Record<string, string>>;
    support?: Record<string, Record<string, string[]>>;
    values: Record<string, Record<string, unknown>>;
  };
}

/** The truth of a question by path, as teach.mjs reads it. */
export interface Truth {
  thing(path: string): boolean;
  verdicts(path: string): Record<string, string>;
  matching: Set<string>;
  unjudged(path: string): boolean;
  support: Map<string, Record<string, string[]>>;
  values: Map<string, Record<string, unknown>>;
}

/** How a value compares with the truth: `exact` and `normalized` are right. */
export type Compare = (format: string, truth: unknown, value: string | null) => string;

/** The evaluation folder that `--eval` names; refuses where it is missing or was not built. */
export function evalFolder(named: string | undefined): string {
  const folder = folderOf('--eval', named, ['score.mjs', 'teach.mjs', 'serve.mjs']);
  const [first] = pagesIn(folder);
  if (!first || !existsSync(first.file)) refuse(`Missing in ${folder}: the pages (its build.sh writes them)`);
  return folder;
}

/** A module of the folder. */
export const loadFrom = async <T>(folder: string, name: string): Promise<T> => (await import(pathToFileURL(join(folder, name)).href)) as T;

export const questionsIn = async (folder: string): Promise<EvalQuestion[]> => [
  ...(await loadFrom<{ questions(): Map<string, EvalQuestion> }>(folder, 'score.mjs')).questions().values(),
];

export interface EvalPage {
  source: string;
  url: string;
  file: string;
  kind: string;
}

/** Every page of every source, by its manifest. */
export function pagesIn(folder: string): EvalPage[] {
  return readdirSync(folder).flatMap((source) => {
    const manifest = join(folder, source, 'manifest.jsonl');
    if (!existsSync(manifest)) return [];
    const lines = readFileSync(manifest, 'utf8').trim().split('\n');
    return lines.map((line) => {
      const { url, file, kind } = JSON.parse(line) as Omit<EvalPage, 'source'>;
      return { source, url, file: join(folder, source, file), kind };
    });
  });
}

export const pathOf = (url: string) => decodeURIComponent(new URL(url).pathname);

const WAIT_SECONDS = 600;

/** Serves the folder's web, with a search that speaks as SearXNG does. `ready` resolves once it answers. */
export function serveWeb(folder: string, port = 20_000 + (process.pid % 20_000)) {
  const server = spawn(process.execPath, [join(folder, 'serve.mjs'), String(port)], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  let isUp = false;
  return {
    url,
    async ready() {
      for (const end = performance.now() + WAIT_SECONDS * 1000; !isUp; await sleep(100)) {
        isUp = await fetch(`${url}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        );
        if (!isUp && performance.now() > end) throw new Error(`the web at ${url} did not start`);
      }
    },
    [Symbol.dispose]: () => void server.kill(),
  };
}
