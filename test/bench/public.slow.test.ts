import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FOLDERS } from '../../bench/public/corpora.ts';
import { openFolder } from '../support/postgres/embedded.ts';

test('the bench public names the missing corpora and exits with 2', async () => {
  await using opened = await openFolder();
  const folder = opened.path;

  const { status, stderr } = spawnSync(process.execPath, ['bench/public/run.ts', '--corpora', folder], { encoding: 'utf8' });

  expect(status).toBe(2);
  for (const name of ['article-extraction-benchmark', 'trafilatura', 'htmldate', 'robotstxt', 'AttributionBench', 'eval'])
    expect(stderr).toContain(join(folder, name));
});

test('the bench public says what builds a local web whose claims are missing', async () => {
  await using opened = await openFolder();
  const folder = opened.path;
  for (const name of Object.values(FOLDERS)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'README.md'), 'x');
  }

  const { status, stderr } = spawnSync(process.execPath, ['bench/public/run.ts', '--corpora', folder], { encoding: 'utf8' });

  expect(status).toBe(2);
  expect(stderr).toBe(`Missing: ${join(folder, 'eval/claims.jsonl')} (${join(folder, 'eval/build.sh')} writes it)\n`);
});
