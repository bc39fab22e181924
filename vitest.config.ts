import { defineConfig } from 'vitest/config';

export default defineConfig({
  // one copy of graphql: vitest's default conditions load a second one and break instanceof GraphQLError
  ssr: { resolve: { conditions: ['node', 'module-sync'] } },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: existing('test/house/postgres.ts'),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

function existing(path: string) {
  return path;
}
