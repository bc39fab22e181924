import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { FlakyReporter } from './test/support/run/flaky.ts';

// `npm test` runs all but *.slow.test.ts; `npm run test:slow` (mode slow) runs those, and the laws, with more tries (test/support/run/times.ts)
const SLOW = 'test/**/*.slow.test.ts';
const LAWS = 'test/**/*laws.test.ts';

/** The files that take longest begin first, so that none of them is left to run alone at the end. */
const LONGEST = ['runs/faults', 'processes/serve.slow', 'web/', 'ask.process', 'runs/', 'processes/', 'auth/auth.test', 'db/', 'http/'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => LONGEST.findIndex((part) => moduleId.includes(part)) + 1 || LONGEST.length + 1;
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

// threads and child processes start in half the time when they find their code compiled
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/code', import.meta.url));

export default defineConfig(({ mode }) => {
  // Random tests of `npm test` draw from the same seed each time, so that it says the same each time; the slow ones from a new one. FC_SEED=… repeats a run
  process.env.FC_SEED ??= mode === 'slow' ? String(randomInt(2 ** 31)) : '1';
  return {
    test: {
      include: mode === 'slow' ? [SLOW, LAWS] : ['test/**/*.test.ts'],
      exclude: mode === 'slow' ? configDefaults.exclude : [...configDefaults.exclude, SLOW],
      env: mode === 'slow' ? { TEST_SLOW: '1' } : {},
      retry: process.env.CI ? 1 : 0,
      reporters: ['default', new FlakyReporter()],
      setupFiles: 'test/support/run/seed.ts',
      globalSetup: 'test/support/postgres/postgres.ts',
      experimental: { viteModuleRunner: false, nodeLoader: false }, // Node imports the sources as it does in production
      isolate: false, // files share their modules: a minute less
      execArgv: ['--single-threaded-gc'], // on two cores the collector's helpers only take turns with other tests: 4 % of the processor's time
      maxWorkers: 3, // on two cores: a fourth takes a fifth more of the processor, and more time
      sequence: { sequencer: LongestFirst },
      // these only end what hangs, however slow the machine is
      testTimeout: mode === 'slow' ? 1_800_000 : 900_000,
      hookTimeout: mode === 'slow' ? 1_800_000 : 900_000,
      expect: { poll: { timeout: 600_000 } },
      // the driver's own question about arrays, when a connection breaks on it: nobody waits for its answer, and the product goes on as well (isDriverNoise)
      onUnhandledError: (error) => !/\bpg_catalog\.pg_type\b/.test(String((error as { query?: unknown }).query)),
    },
  };
});
