import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hit } from '../../src/agent/ports.ts';
import { readDocument } from '../../src/agent/read/read-document.ts';
import { openSearxng } from '../../src/agent/search/providers/searxng.ts';
import type { Page } from '../../src/domain/page/page.ts';
import { pagesIn, pathOf, serveWeb } from '../shared/evaluation.ts';

/** A folder's web: its search, and its pages as the product's reader reads them. What was asked once is kept in `cache`. */
export async function openWeb(folder: string, cache: string) {
  mkdirSync(cache, { recursive: true });
  const server = serveWeb(folder);
  const provider = openSearxng({ baseUrl: server.url });
  const answers = openKept<Hit[]>(join(cache, 'searches.jsonl'));
  const pages = openKept<Page | null>(join(cache, 'read.jsonl'));
  const files = new Map(pagesIn(folder).map(({ url, file }) => [pathOf(url), file]));
  /** Addresses do not depend on the port of this process, so that what is kept holds for the next. */
  const WEB = 'http://127.0.0.1:8788';
  return {
    async search(text: string, pageNumber: number): Promise<Hit[]> {
      const key = `${pageNumber} ${text}`;
      const known = answers.get(key);
      if (known) return known;
      await server.ready();
      const hits = await provider.search({ text, pageNumber }, AbortSignal.timeout(20_000));
      const made = hits.map((hit) => ({ ...hit, url: hit.url.replace(server.url, WEB) }));
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
    [Symbol.dispose]: () => server[Symbol.dispose](),
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
