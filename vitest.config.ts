import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

// `npm test` runs all but *.full.test.ts; `npm run test:full` (mode full) runs those, and the laws, with more tries (test/support/times.ts)
const FULL = 'test/**/*.full.test.ts';
const LAWS = 'test/**/*laws.test.ts';

// threads and child processes start in half the time when they find their code compiled
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/code', import.meta.url));

export default defineConfig(({ mode }) => ({
  // one copy of graphql: the default conditions load a second one, which breaks instanceof GraphQLError
  ssr: { resolve: { conditions: ['node', 'module-sync'] } },
  test: {
    include: mode === 'full' ? [FULL, LAWS] : ['test/**/*.test.ts'],
    exclude: mode === 'full' ? configDefaults.exclude : [...configDefaults.exclude, FULL],
    env: mode === 'full' ? { TEST_FULL: '1' } : {},
    globalSetup: 'test/support/postgres/postgres.ts',
    isolate: false, // files share their modules: a minute less
    maxWorkers: 2, // vitest's own default leaves one of two cores idle
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}));
