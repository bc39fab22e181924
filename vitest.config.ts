import { defineConfig } from 'vitest/config';

export default defineConfig({
  // one copy of graphql: the default conditions load a second one, which breaks instanceof GraphQLError
  ssr: { resolve: { conditions: ['node', 'module-sync'] } },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/postgres.ts',
    isolate: false, // files share their modules: a minute less
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
