import { expect, test } from 'vitest';
import { PATIENCE } from '../../src/domain/work/patience.ts';

/** The time between Docker's stop signal and its kill. */
const DOCKER_MS = 10_000;

test('a worker ends before the patience of Docker, or of its service, is over', () => {
  const { handOver, children } = PATIENCE;

  expect(handOver.runsMs + handOver.choresMs).toBeLessThan(DOCKER_MS);
  expect(children.stopMs).toBeGreaterThan(DOCKER_MS);
});
