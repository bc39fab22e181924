import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('small pages of the kinds that the world has are read and judged right, every one', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bench/cases/run.ts'], { encoding: 'utf8' });

  expect(`${stdout}${stderr}`).toMatch(/^(\d+) of \1 answers right/u);
  expect(status).toBe(0);
});

test('a bench that is not there is named, with those that are', () => {
  const { status, stderr } = spawnSync(process.execPath, ['bench/run.ts', 'nothing'], { encoding: 'utf8' });

  expect(status).toBe(2);
  expect(stderr).toContain('cases, ');
});
