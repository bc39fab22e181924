import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// `npm run lint` runs this. Tests wait for states and bound no time, so that they give the same result on any machine
// (docs/decisions/0150): it prints each line of a test that reads a clock, sleeps or measures the machine, and exits with 1.

const CLOCKS: Record<string, RegExp> = {
  'reads a clock': /\bperformance\.now\b|\bDate\.now\(\)\s*[-+]|[-+]\s*Date\.now\(\)|\bhrtime\b/,
  'measures the processor, the memory or the event loop': /\bcpuUsage\b|\bmemoryUsage\b|\bmonitorEventLoopDelay\b|\beventLoopUtilization\b/,
  sleeps: /\bsetTimeout\(|\bsetInterval\(|\bsetTimeout as\b|(?<!async |\.)\bsleep\(|\bwaitForTimeout\(/,
  'counts frames': /\brequestAnimationFrame\b/,
  'gives up after a time': /\bAbortSignal\.timeout\(/,
};

/** Files that may, and why. */
const ALLOWED: Record<string, string> = {
  'test/support/until.ts': 'the one loop that waits for a state',
  'test/support/web.ts': 'plays slow sites',
  'test/support/agent/model-server.ts': 'plays a slow model',
  'test/bench/machine.slow.test.ts': 'is about what measures a machine',
  'test/bench/disconnects.slow.test.ts': 'is about timers that are left',
  'test/support/run/played.ts': 'moves the clock',
  'test/http/stalls.test.ts': 'moves the clock',
  'test/http/uploads.test.ts': 'sends a body for longer than one may stand still',
};

const found = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((file) => join('test', file))
  .filter((file) => /\.tsx?$/.test(file) && !/[\\/](?:generated|fixtures)[\\/]/.test(file))
  .flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => {
        const what = Object.keys(CLOCKS).find((name) =>
          CLOCKS[name]?.test(line.replace(/^\s*\/?\*.*|\/\/.*$|.*\bvi\.useFakeTimers.*/, '')),
        );
        return what ? [{ file, line: `${file}:${at + 1} ${what}: ${line.trim().slice(0, 120)}` }] : [];
      }),
  );
const refused = found.filter(({ file }) => !(file in ALLOWED)).map(({ line }) => line);
const idle = Object.keys(ALLOWED).filter((file) => !found.some((one) => one.file === file));

for (const line of refused) console.error(line);
for (const file of idle) console.error(`${file} reads no clock: take it off ALLOWED of test/checks/clocks.ts`);
if (refused.length + idle.length > 0) {
  console.error(
    'A test waits for a state (test/support/until.ts), moves a clock or becomes a bench. What has to read a clock is in ALLOWED of test/checks/clocks.ts.',
  );
  process.exit(1);
}
