import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hit } from '../../src/agent/ports.ts';
import { readDocument } from '../../src/agent/read/read-document.ts';
import { openSearxng } from '../../src/agent/search/providers/searxng.ts';
import type { Page } from '../../src/domain/page/page.ts';

export const pathOf = (url: string) => decodeURIComponent(new URL(url).pathname);

/** A folder's web: its search, and its pages as the product's reader reads them. What was asked once is kept in `cache`. */
export async function openWeb(folder: string, cache: string) {
  mkdirSync(cache, { recursive: true });
  const port = 20_000 + (process.pid % 20_000);
  const server = spawn(process.execPath, [join(folder, 'serve.mjs'), String(port)], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  const provider = openSearxng({ baseUrl: origin });
  const answers = openKept<Hit[]>(join(cache, 'searches.jsonl'));
  const pages = openKept<Page | null>(join(cache, 'read.jsonl'));
  const files = new Map<string, string>();
  for (const source of readdirSync(folder)) {
    const manifest = join(folder, source, 'manifest.jsonl');
    if (!existsSync(manifest)) continue;
    for (const line of readFileSync(manifest, 'utf8').trim().split('\n')) {
      const { url, file } = JSON.parse(line) as { url: string; file: string };
      files.set(pathOf(url), join(folder, source, file));
    }
  }
  let isUp = false;
  const up = async () => {
    for (let tries = 0; !isUp; tries++) {
      isUp = await fetch(`${origin}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (tries > 6000) throw new Error(`the web at ${origin} did not start`);
      if (!isUp) await sleep(100);
    }
  };
  /** Addresses do not depend on the port of this process, so that what is kept holds for the next. */
  const WEB = 'http://127.0.0.1:8788';
  return {
    async search(text: string, pageNumber: number): Promise<Hit[]> {
      const key = `${pageNumber} ${text}`;
      const known = answers.get(key);
      if (known) return known;
      await up();
      const hits = await provider.search({ text, pageNumber }, AbortSignal.timeout(20_000));
      const made = hits.map((hit) => ({ ...hit, url: hit.url.replace(origin, WEB) }));
      answers.set(key, made);
      return made;
    },
    /** Null where there is no such page. */
    async read(url: string): Promise<Page | null> {
      const path = pathOf(url);
      const known = pages.get(path);
      if (known !== undefined) return known;
      const file = files.get(path) ?? files.get(`${path}index.html`) ?? files.get(`${path}.html`);
      const page = file
        ? await readDocument({ url, mediaType: 'text/html', charset: 'utf-8', body: readFileSync(file) }).catch(() => null)
        : null;
      pages.set(path, page);
      return page;
    },
    [Symbol.dispose]: () => void server.kill(),
  };
}
export type EvalWeb = Awaited<ReturnType<typeof openWeb>>;

/** Values by key, a line of JSON each, kept from one process to the next. */
function openKept<T>(file: string) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const at = new Map(
    lines.map((line): [string, string] => {
      const tab = line.indexOf('\t');
      return [JSON.parse(line.slice(0, tab)) as string, line.slice(tab + 1)];
    }),
  );
  return {
    get(key: string): T | undefined {
      const text = at.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as T);
    },
    set(key: string, value: T) {
      const text = JSON.stringify(value);
      at.set(key, text);
      appendFileSync(file, `${JSON.stringify(key)}\t${text}\n`);
    },
  };
}
