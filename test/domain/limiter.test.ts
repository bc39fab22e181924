import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLimiter } from '../../src/domain/work/limiter.ts';
import { times } from '../support/run/times.ts';

const turn = () => new Promise(setImmediate);

/** Starts work that lasts until it is ended. */
function work(limiter: ReturnType<typeof createLimiter>, key: string, begun: string[], name: string, signal?: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = limiter.run(
    key,
    async () => {
      begun.push(name);
      await promise;
    },
    signal,
  );
  return { end: resolve, done };
}

test('keys that wait for the same places take turns', async () => {
  const limiter = createLimiter({ each: 2, all: 2 });
  const begun: string[] = [];
  const works = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => work(limiter, name.slice(0, 1), begun, name));
  await turn();
  const first = [...begun];

  works[0]?.end();
  await turn();
  works[1]?.end();
  await turn();
  const second = [...begun];
  for (const { end } of works) end();
  await Promise.all(works.map(({ done }) => done));

  expect(first).toEqual(['a1', 'a2']);
  expect(second.slice(2).sort()).toEqual(['a3', 'b1']);
  expect(begun).toHaveLength(5);
});

test('work aborted while it waits is not started, and later work is', async () => {
  const limiter = createLimiter({ each: 1 });
  const begun: string[] = [];
  const abort = new AbortController();
  const first = work(limiter, 'a', begun, 'first');
  const second = work(limiter, 'a', begun, 'second', abort.signal);
  const third = work(limiter, 'a', begun, 'third');

  abort.abort(new Error('given up'));
  await expect(second.done).rejects.toThrow('given up');
  first.end();
  third.end();
  await Promise.all([first.done, third.done]);

  expect(begun).toEqual(['first', 'third']);
});

test('failed work returns its place', async () => {
  const limiter = createLimiter({ each: 1 });

  await expect(limiter.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');

  await expect(limiter.run('a', async () => 'begun')).resolves.toBe('begun');
});

test('the limits per key and overall hold, and all work is done, in order within a key', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 3 }), fc.boolean()), { maxLength: 30 }),
      async (each, all, works) => {
        const limiter = createLimiter({ each, all });
        const held = new Map<string, number>();
        const begun = new Map<string, number[]>();
        let total = 0;
        const done = works.map(async ([key, turns, isAborted], i) => {
          const abort = new AbortController();
          const result = limiter.run(
            key,
            async () => {
              held.set(key, (held.get(key) ?? 0) + 1);
              begun.set(key, [...(begun.get(key) ?? []), i]);
              total++;
              expect(held.get(key)).toBeLessThanOrEqual(each);
              expect(total).toBeLessThanOrEqual(all);
              for (let t = 0; t < turns; t++) await turn();
              held.set(key, (held.get(key) ?? 0) - 1);
              total--;
              return true;
            },
            abort.signal,
          );
          if (isAborted) setImmediate(() => abort.abort(new Error('given up')));
          return result.catch((error: Error) => error.message);
        });
        const results = await Promise.all(done);

        expect(results.every((result, i) => result === true || (works[i]?.[2] && result === 'given up'))).toBe(true);
        expect(total).toBe(0);
        for (const order of begun.values()) expect(order).toEqual([...order].sort((a, b) => a - b));
      },
    ),
    { numRuns: times(50, 500) },
  );
});
