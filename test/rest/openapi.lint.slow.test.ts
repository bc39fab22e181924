import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { describeApi } from '../../src/rest/openapi/openapi.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

test('both linters pass the description without an error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'webset-openapi-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(describeApi()));
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const bin = (name: string) => join(root, 'node_modules', '.bin', name);

  await Promise.all([
    run(bin('redocly'), ['lint', '--extends=spec', file], { cwd: folder, env }),
    run(bin('spectral'), ['lint', '--ruleset', join(root, '.spectral.yaml'), '--fail-severity=hint', file], { cwd: folder, env }),
  ]);
  await rm(folder, { recursive: true });
});
