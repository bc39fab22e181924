import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { openFolder } from '../support/postgres/embedded.ts';
import { openTestService } from '../support/test-service.ts';

// What various clients get for an upload of 20 MB that is refused before its body was read. Node's own fetch: http/uploads.test.ts.

const BYTES = 20 * 2 ** 20;
const REFUSED = expect.objectContaining({ error: expect.stringMatching(/sign in/i) });

test('a browser gets the reason for its refused upload, each time', async (context) => {
  const browser = await sharedBrowser();
  if (!browser) return context.skip('there is no Chromium');
  await using service = await openTestService();
  const { context: window } = await browser.context();
  const page = await window.newPage();
  await page.goto(service.url);

  const heard = await page.evaluate(async (bytes) => {
    const answers = [];
    for (let i = 0; i < 5; i++) {
      const form = new FormData();
      form.append('files', new Blob([new Uint8Array(bytes)]), 'large.txt');
      const response = await fetch('/api/collections', { method: 'POST', body: form });
      answers.push([response.status, await response.json()]);
    }
    return answers;
  }, BYTES);

  expect(heard).toEqual(Array(5).fill([401, REFUSED]));
  await window.close();
});

test('curl gets the reason for its refused upload', async (context) => {
  await using folder = await openFolder();
  await using service = await openTestService();
  const file = join(folder.path, 'large.txt');
  await writeFile(file, Buffer.alloc(BYTES, 'x'));
  const curl = spawn('curl', ['-sS', '-w', '\n%{http_code}', '-F', `files=@${file}`, `${service.url}/api/collections`]);
  const missing = new Promise<boolean>((resolve) => {
    curl.once('spawn', () => resolve(false));
    curl.once('error', () => resolve(true));
  });
  if (await missing) return context.skip('there is no curl');

  const [said, status] = (await text(curl.stdout)).split(/\n(?=\d+$)/);

  expect([status, JSON.parse(said ?? '')]).toEqual(['401', REFUSED]);
});
