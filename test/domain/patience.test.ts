import { expect, test } from 'vitest';
import { PATIENCE } from '../../src/domain/work/patience.ts';

/** What Docker gives a container that is to stop before it is killed. */
const DOCKER_MS = 10_000;

test('a worker that stops has ended before whoever stops it loses patience: Docker, or the service that it is a part of', () => {
  const { handOver, children } = PATIENCE;

  expect(handOver.runsMs + handOver.choresMs).toBeLessThan(DOCKER_MS);
  expect(children.stopMs).toBeGreaterThan(DOCKER_MS);
});
