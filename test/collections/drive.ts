import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { pdfOf } from '../support/agent/pdf.ts';

const [PEOPLE, THINGS, PLACES] = [
  'Ada Brook,Ben Cole,Chen Liu,Dora Finn,Emil Gray,Fay Hill,Gus Ivers,Hana Jung,Ivo Kern,Jo Lind,Kai Moss'.split(','),
  'time series,maps,recipes,songs,invoices,star charts,letters,train schedules,herbaria,chess games,weather reports,tide tables,seed catalogues'.split(
    ',',
  ),
  'Lisbon,Oslo,Nairobi,Lima,Kyoto,Tartu,Quebec,Graz,Hobart,Accra,Turin,Izmir,Ghent,Malmo,Porto,Riga,Split'.split(','),
] as const;
/** No two files have the same text: near duplicates would be one row. */
const story = (i: number) =>
  `${PEOPLE[i % 11]} began it in ${PLACES[i % 17]} to keep ${THINGS[i % 13]}, and ${PEOPLE[(i * 7 + 3) % 11]} took it to ${PLACES[(i * 5 + 2) % 17]} for ${THINGS[(i * 3 + 1) % 13]}. ${i * 37} people use it there.`;

/** Writes a folder of `count` files of all kinds, of which every fifth is about a database written in Rust. */
export async function writeFolder(folder: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const name = `Engine ${String.fromCharCode(65 + (i % 26))}${i}`;
    const is =
      i % 5 === 0
        ? 'an open-source database written in Rust'
        : ['a web server written in Go', 'a text editor', 'a list of recipes', 'a database written in Java'][i % 4];
    const words = `${name} is ${is}. Its first release was in ${2001 + (i % 20)}. ${story(i)}`;
    const path = join(folder, `part ${i % 7}`, `${name}.${['html', 'md', 'txt', 'pdf'][i % 4]}`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(
      path,
      {
        0: `<!doctype html><html lang="en"><title>${name}</title><main><h1>${name}</h1><p>${words}</p></main></html>`,
        1: `# ${name}\n\n${words}\n`,
        2: `${name}\n\n${words}\n`,
        3: pdfOf([
          [name, 20, 40],
          [words, 11, 80],
        ]),
      }[i % 4] ?? '',
    );
  }
}

/** Drops a file or a folder from disk onto a part of the page, as a file manager does. */
export async function dropOn(page: Page, target: string, path: string): Promise<void> {
  const box = await page.locator(target).boundingBox();
  if (!box) throw new Error(`nothing to drop on: ${target}`);
  const client = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, data: { items: [], files: [path], dragOperationsMask: 1 } };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await client.send('Input.dispatchDragEvent', { type, ...at });
  await client.detach();
}

/** A Cookie header in the form of a browser's cookies; __Secure- cookies are sent to 127.0.0.1, which counts as trustworthy. */
export const cookiesOf = (header: string, url: string) =>
  header.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    return { name, value, url: url.replace('http:', 'https:'), secure: true, httpOnly: true };
  });
