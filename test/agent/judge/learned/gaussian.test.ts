import { expect, test } from 'vitest';
import { posteriorOf } from '../../../../src/agent/judge/learn/gaussian.ts';

test('labels that contradict confident means on nearly equal rows are learned even if the first step overshoots', () => {
  const said = Array.from({ length: 20 }, (_, i) => (i % 4 === 0 ? 1 : 0));
  const kernel = said.map((y, i) => Float64Array.from(said, (other, j) => (i === j ? 105 : y === other ? 97 : 88)));
  const means = Float64Array.from(said, (_, i) => 4 + (i % 3));
  const posterior = posteriorOf(
    kernel,
    means,
    said.map((y) => ({ y, weight: 1 })),
  );

  const learned = kernel.map((row, i) => (means[i] ?? 0) + posterior.predict(row, 105).add);

  expect(learned.map((logit) => (logit > 0 ? 1 : 0))).toEqual(said);
  expect(Math.max(...learned.map(Math.abs))).toBeLessThan(10);
});
