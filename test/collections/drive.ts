import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { pdfOf } from '../support/agent/pdf.ts';

/** Writes a folder of so many files of all kinds, of which every fifth is about a database written in Rust. */
export async function writeFolder(folder: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const name = `Engine ${String.fromCharCode(65 + (i % 26))}${i}`;
    const is =
      i % 5 === 0
        ? 'an open-source database written in Rust'
        : ['a web server written in Go', 'a text editor', 'a list of recipes', 'a database written in Java'][i % 4];
    const words = `${name} is ${is}. Its first release was in ${2001 + (i % 20)}.`;
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

/** Drops a file or a folder of the disk onto a part of the page, as a file manager does. */
export async function dropOn(page: Page, target: string, path: string): Promise<void> {
  const box = await page.locator(target).boundingBox();
  if (!box) throw new Error(`nothing to drop on: ${target}`);
  const client = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, data: { items: [], files: [path], dragOperationsMask: 1 } };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await client.send('Input.dispatchDragEvent', { type, ...at });
  await client.detach();
}

/** A Cookie header as a browser keeps it for a service; __Secure- cookies go to 127.0.0.1 because it is trustworthy. */
export const cookiesOf = (header: string, url: string) =>
  header.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    return { name, value, url: url.replace('http:', 'https:'), secure: true, httpOnly: true };
  });
