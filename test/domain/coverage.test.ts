import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Captures, coverageOf, isCovered, yieldLeft } from '../../src/domain/coverage.ts';

/** A search that has nearly finished: most matches came early. */
const settled = { judged: { half: 100, all: 200 }, matched: { half: 38, all: 40 } };
const growing = { judged: { half: 100, all: 200 }, matched: { half: 20, all: 40 } };
const nothing = { named: 0, both: 0 };
const capturesOf = (named: number[], more: Partial<Captures> = {}): Captures => ({
  named,
  lists: 5,
  found: named.length,
  learned: nothing,
  lately: 2,
  ...settled,
  ...more,
});
const times = (count: number, often: number): number[] => Array.from({ length: count }, () => often);

test('matches that every list named leave little to be found', () => {
  const { estimate, low, high, isAtLeast } = coverageOf(capturesOf(times(40, 5)));

  expect({ estimate, low, isAtLeast }).toEqual({ estimate: 40, low: 40, isAtLeast: false });
  expect(high).toBeLessThanOrEqual(43);
});

test('the more matches only one list named, the more matches no list named', () => {
  const totals = [0, 5, 10, 20, 40].map((once) => coverageOf(capturesOf([...times(once, 1), ...times(40 - once, 3)])));

  expect(totals.map(({ estimate }) => estimate)).toEqual(totals.map(({ estimate }) => estimate).toSorted((a, b) => Number(a) - Number(b)));
  expect(totals.map(({ high }) => high)).toEqual(totals.map(({ high }) => high).toSorted((a, b) => Number(a) - Number(b)));
  expect(totals[4]?.estimate).toBeGreaterThan(60);
});

test('a growing search reports a lower bound and a wider interval', () => {
  const named = [...times(20, 1), ...times(20, 3)];
  const done = coverageOf(capturesOf(named));
  const swinging = coverageOf(capturesOf(named, growing));

  expect([done.isAtLeast, swinging.isAtLeast]).toEqual([false, true]);
  expect(swinging.high).toBeGreaterThan(done.high as number);
});

test.each([
  ['two lists', { lists: 2 }, times(9, 2)],
  ['no list that named a match', { found: 4 }, []],
])('%s allow no estimate beyond what was found', (_, more, named) => {
  expect(coverageOf(capturesOf(named, more))).toEqual({
    found: Math.max(named.length, 'found' in more ? more.found : 0),
    estimate: null,
    low: Math.max(named.length, 'found' in more ? more.found : 0),
    high: null,
    isAtLeast: true,
  });
});

test('queries made from matches raise the estimate when they find what no list named, and never lower it', () => {
  const named = times(40, 4);
  const without = coverageOf(capturesOf(named));
  const same = coverageOf(capturesOf(named, { learned: { named: 30, both: 30 } }));
  const other = coverageOf(capturesOf(named, { found: 60, learned: { named: 40, both: 20 } }));

  expect(same.estimate).toBe(without.estimate);
  expect(same.high).toBeGreaterThanOrEqual(without.high as number);
  expect(other).toMatchObject({ found: 60, estimate: 80, low: 60 });
  expect(other.high).toBeGreaterThan(80);
});

test('the yield of the second half is a share of the whole', () => {
  expect(yieldLeft(growing)).toBeCloseTo(1, 1);
  expect(yieldLeft(settled)).toBeLessThan(0.2);
  expect(yieldLeft({ judged: { half: 0, all: 1 }, matched: { half: 0, all: 1 } })).toBe(1);
});

test('the estimate is within its interval, and at least what was found', () => {
  const half = (all: fc.Arbitrary<number>) => all.chain((n) => fc.record({ all: fc.constant(n), half: fc.nat(n) }));
  const captures = fc.record({
    named: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 300 }),
    lists: fc.nat(8),
    more: fc.nat(100),
    learned: fc.nat(200).chain((named) => fc.record({ named: fc.constant(named), both: fc.nat(named) })),
    judged: half(fc.nat(500)),
    matched: half(fc.nat(300)),
    lately: fc.nat(100),
  });
  fc.assert(
    fc.property(captures, ({ more, ...rest }) => {
      const { found, estimate, low, high } = coverageOf({ ...rest, found: rest.named.length + more });

      expect(low).toBeGreaterThanOrEqual(found);
      expect(high === null).toBe(estimate === null);
      if (estimate === null || high === null) return;
      expect(estimate).toBeGreaterThanOrEqual(low);
      expect(high).toBeGreaterThanOrEqual(estimate);
      expect(Number.isFinite(high)).toBe(true);
    }),
  );
});

test('when every list finds some matches and hardly any list finds others, the interval contains the truth', () => {
  let state = 7;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  let holds = 0;
  for (let trial = 0; trial < 200; trial++) {
    const all = Array.from({ length: 100 }, () => {
      const chance = random();
      return Array.from({ length: 5 }, () => random() < chance).filter(Boolean).length;
    });
    const { low, high } = coverageOf(capturesOf(all.filter((often) => often > 0)));
    if (low <= 100 && high !== null && high >= 100) holds++;
  }
  expect(holds).toBeGreaterThanOrEqual(180);
});

test.each([
  ['has settled and found one match in its last 100 rows', true, { lately: 1 }],
  ['found two', false, { lately: 2 }],
  ['has judged too few rows', false, { lately: 0, judged: { half: 90, all: 180 } }],
  ['is still growing', false, { lately: 1, ...growing }],
  ['has too few lists', false, { lately: 0, lists: 2 }],
  ['found nothing', false, { lately: 0, found: 0 }],
  ['found nine', false, { lately: 0, found: 9 }],
  ['has many more to find by its estimate', false, { lately: 0, named: times(40, 1) }],
])('a search that %s: covered is %s', (_, covered, more) => {
  expect(isCovered(capturesOf('found' in more ? times(more.found, 3) : times(40, 3), more))).toBe(covered);
});
