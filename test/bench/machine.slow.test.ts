import { spawn, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { machineTicks, ownTicks } from '../../bench/fuzz/hostile/machine.ts';
import { watchParts } from '../../bench/fuzz/hostile/service.ts';
import { until } from '../support/until.ts';

/** A process that uses 0.4 s of CPU. */
const WORK = 'while (process.cpuUsage().user < 400_000);';

test.skipIf(process.platform !== 'linux')('CPU time of a child process counts as our own, and as part of the machine’s', async () => {
  const [own, machine] = [await ownTicks(), await machineTicks()];

  spawnSync(process.execPath, ['-e', WORK]);
  const [ownNow, now] = [await ownTicks(), await machineTicks()];

  expect(ownNow - own).toBeGreaterThanOrEqual(40);
  expect(now.used - machine.used).toBeGreaterThanOrEqual(40);
  expect(now.all - machine.all).toBeGreaterThanOrEqual(now.used - machine.used);
});

test.skipIf(process.platform !== 'linux')('a Postgres that ends below a watched process counts as a death, as a gateway does', async () => {
  const parts = ['gateway', '/opt/bin/postgres'].map((name) =>
    // both live until they are killed, or until their input ends with this process
    name === 'gateway' ? spawn(process.execPath, ['-e', 'process.stdin.resume()', name]) : spawn('cat', { argv0: name }),
  );
  using watch = watchParts([process.pid]);
  await until(() => watch.seen().memory.gateway > 0 && watch.seen().memory.postgres > 0);

  for (const part of parts) part.kill('SIGKILL');

  await until(() => watch.seen().deaths === 2);
});
