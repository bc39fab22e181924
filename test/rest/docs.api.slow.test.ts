import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openLab } from '../support/lab.ts';
import { htmlPage } from '../support/web.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const MARK = '=====';

interface Block {
  language: string;
  text: string;
}

/** Every JSON value of a text of several. */
function valuesIn(text: string): unknown[] {
  const values: unknown[] = [];
  let pending = '';
  for (const line of text.replace(/\}\{/g, '}\n{').split('\n')) {
    pending += `${line}\n`;
    try {
      values.push(JSON.parse(pending));
      pending = '';
    } catch {} // not whole yet
  }
  expect(pending.trim()).toBe('');
  return values;
}

/** What a page says an answer is; "…" matches anything that is there. */
const pattern = (value: unknown): unknown =>
  value === '…'
    ? expect.anything()
    : Array.isArray(value)
      ? value.map(pattern)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, pattern(inner)]))
        : value;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.+');

/** With CI=1 a missing curl fails, elsewhere it is a printed line. */
async function hasCurl(): Promise<boolean> {
  const found = await run('curl', ['--version']).then(
    () => true,
    () => false,
  );
  if (!found && process.env.CI) throw new Error('the examples need curl');
  if (!found) console.log('skipped: the examples need curl');
  return found;
}

test('every example of docs/api.md does what the page says', async (context) => {
  if (!(await hasCurl())) return context.skip('there is no curl');
  const page = 'Redb is a database written in Rust. Redb was first released in 2021.';
  await using lab = await openLab({ '/redb': htmlPage('Redb', page) });
  const folder = await mkdtemp(join(tmpdir(), 'webset-docs-'));
  const text = await readFile(join(root, 'docs/api.md'), 'utf8');
  const blocks: Block[] = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', content = '']) => ({
    language,
    text: content.replaceAll('http://localhost:4000', lab.url),
  }));
  const scripts = blocks.filter(({ language }) => language === 'sh');
  const script = [...scripts.map((block) => `${block.text}\necho; echo '${MARK}'`), 'echo "$id"'].join('\n');

  const { stdout } = await run('sh', ['-euc', script], { cwd: folder });
  const said = stdout.split(`\n${MARK}\n`);
  const id = (said.pop() as string).trim();

  expect(said).toHaveLength(scripts.length);
  for (const [i, block] of blocks.entries()) {
    if (block.language !== 'sh') continue;
    const { language, text: expected } = blocks[i + 1] as Block;
    const answer = said[scripts.indexOf(block)] as string;
    if (language === 'json') expect(valuesIn(answer)).toEqual(valuesIn(expected).map(pattern));
    else expect(answer.trim().replaceAll('\r', '')).toMatch(new RegExp(`^${escaped(expected.trim())}$`));
  }
  const [subscription] = blocks.filter(({ language }) => language === 'js');
  const owned = (await lab.createSession('owned by nobody')) as string;
  await lab.run(owned);
  const code = (subscription as Block).text.replace('<id>', owned);
  const result = await run(process.execPath, ['--input-type=module', '--eval', code], { cwd: root });

  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(result.stdout).toMatch(/^run\.started\n[\s\S]*run\.completed\n$/);
  await rm(folder, { recursive: true });
});
