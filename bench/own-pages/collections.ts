import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LABEL_MAX } from '../../src/domain/criterion.ts';

/** What a page says of a question: m, it is so; p, in part; n, it is not so; u, it does not say. `q`: its words, without which it is u. */
export interface Said {
  v: 'm' | 'p' | 'n' | 'u';
  q?: string;
}
export type AskType = 'kind' | 'place' | 'number' | 'money' | 'time' | 'date' | 'licence' | 'language' | 'absence' | 'feature' | 'quality';

/** A request in ordinary words, what it asks, and what each page says of that, in the same order. */
export interface Request {
  request: string;
  asks: { ask: string; type: AskType }[];
  pages: Record<string, Said[]>;
}

export interface Collection {
  name: string;
  files: { path: string; body: Buffer<ArrayBuffer> }[];
  requests: Request[];
  columns: { name: string; type: 'number' | 'date' | 'text'; values: Record<string, { value: string; q: string }> }[];
}

/** The collections of a folder: each a folder with `pages` and `requests.json`. */
export async function readCollections(folder: string): Promise<Collection[]> {
  const names = (await readdir(folder, { withFileTypes: true })).filter((one) => one.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => {
      const pages = join(folder, name, 'pages');
      const files = (await readdir(pages)).sort().map(async (path) => ({ path, body: await readFile(join(pages, path)) }));
      const { requests, columns } = JSON.parse(await readFile(join(folder, name, 'requests.json'), 'utf8')) as Pick<
        Collection,
        'requests' | 'columns'
      >;
      const named = columns.map((column) => ({ ...column, name: column.name.slice(0, LABEL_MAX) }));
      return { name, files: await Promise.all(files), requests, columns: named };
    }),
  );
}

/** The pages that meet all that is asked. */
export const trueRows = ({ pages }: Request): string[] =>
  Object.entries(pages).flatMap(([page, said]) => (said.every(({ v }) => v === 'm') ? [page] : []));
