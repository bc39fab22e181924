import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// `npm test` runs all but *.full.test.ts; `npm run test:full` (mode full) runs those, and the laws, with more tries (test/support/times.ts)
const FULL = 'test/**/*.full.test.ts';
const LAWS = 'test/**/*laws.test.ts';

/** The files that take longest begin first, so that none of them is left to run alone at the end. */
const LONGEST = [
  'runs/faults',
  'web/own-request',
  'web/first-minute',
  'processes/serve.full',
  'ask.process',
  'runs/flow',
  'web/states',
  'web/behaviour',
  'runs/search',
  'runs/model/',
  'http/unread',
  'web/keyboard',
  'processes/',
  'runs/learning',
  'auth/auth.test',
  'answer.bytes',
  'search/providers',
  'bench/',
  'web/',
  'runs/',
  'db/migrate.test',
  'read/reader.test',
  'access.matrix',
  'thread',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => LONGEST.findIndex((part) => moduleId.includes(part)) + 1 || LONGEST.length + 1;
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

// Random tests draw from one seed a run, so that what they find is found again when they are tried again: FC_SEED=… npm test
process.env.FC_SEED ??= String(randomInt(2 ** 31));

// threads and child processes start in half the time when they find their code compiled
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/code', import.meta.url));

export default defineConfig(({ mode }) => ({
  test: {
    include: mode === 'full' ? [FULL, LAWS] : ['test/**/*.test.ts'],
    exclude: mode === 'full' ? configDefaults.exclude : [...configDefaults.exclude, FULL],
    env: mode === 'full' ? { TEST_FULL: '1' } : {},
    retry: process.env.CI ? 1 : 0, // decision 0150
    setupFiles: 'test/support/seed.ts',
    globalSetup: 'test/support/postgres/postgres.ts',
    experimental: { viteModuleRunner: false, nodeLoader: false }, // Node imports the sources as it does in production
    isolate: false, // files share their modules: a minute less
    execArgv: ['--single-threaded-gc'], // on two cores the collector's helpers only take turns with other tests: 4 % of the processor's time
    maxWorkers: mode === 'full' ? 5 : 4, // on two cores: much of a test is waiting, and most of what kills processes
    sequence: { sequencer: LongestFirst },
    // how long something may take is a matter of the tests that hold a bar of time: these only end what hangs, also on a machine of a third of the speed
    testTimeout: mode === 'full' ? 900_000 : 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 15_000 } },
    // the driver's own question about arrays, when a connection breaks on it: nobody waits for its answer, and the product goes on as well (isDriverNoise)
    onUnhandledError: (error) => !/\bpg_catalog\.pg_type\b/.test(String((error as { query?: unknown }).query)),
  },
}));
