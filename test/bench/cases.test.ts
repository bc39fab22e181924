import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('small pages of many kinds are all read and judged right', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bench/cases/run.ts'], { encoding: 'utf8' });

  expect(`${stdout}${stderr}`).toMatch(/^(\d+) of \1 answers right/u);
  expect(status).toBe(0);
});
