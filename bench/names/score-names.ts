import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument } from '../../src/agent/read/read-document.ts';

export interface Named {
  path: string;
  name: string;
  /** What the thing is numbered as; '' where it is not. */
  number: string;
}

/** The names that a person read on 300 pages of the evaluation web. */
export const readNames = (): Named[] =>
  readFileSync(new URL('./names.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [path = '', name = '', number = ''] = line.split('\t');
      return { path, name, number };
    });

/** Reads the pages in `folder` and holds their titles against the names. */
export async function scoreNames(folder: string): Promise<{ pages: number; right: number; wrong: (Named & { title: string })[] }> {
  const names = readNames();
  const wrong: (Named & { title: string })[] = [];
  for (const named of names) {
    const [source = '', , file = ''] = named.path.split('/');
    const url = `https://pages.example/${source}/${file}`;
    const { title } = await readDocument({ url, mediaType: 'text/html', charset: 'utf-8', body: readFileSync(join(folder, named.path)) });
    if (!isName(title, named)) wrong.push({ ...named, title });
  }
  return { pages: names.length, right: names.length - wrong.length, wrong };
}

/** Letter for letter, but for white space and the signs between a name and its number. */
export function isName(title: string, { name, number }: Named): boolean {
  const bare = (text: string) => text.replace(/\s+/gu, ' ').trim();
  if (bare(title) === bare(name)) return true;
  return number !== '' && [`${number} – ${name}`, `${number}: ${name}`, `${name} (${number})`].some((form) => bare(form) === bare(title));
}
