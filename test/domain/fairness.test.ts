import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseHandOvers, type Held, TURN_SECONDS, type Waiting } from '../../src/domain/caller/fairness.ts';

const CALLERS = ['a', 'b', 'c', 'd'];
const held = fc
  .array(fc.record({ caller: fc.constantFrom(...CALLERS), seconds: fc.nat(100), leaving: fc.boolean() }), { maxLength: 12 })
  .map((runs) => runs.map((run, i): Held => ({ ...run, runId: String(i) })));
const waiting = fc.uniqueArray(fc.record({ caller: fc.constantFrom(...CALLERS, 'e'), runs: fc.integer({ min: 1, max: 6 }) }), {
  selector: ({ caller }) => caller,
});

const run = (runId: string, caller: string, seconds = 0, leaving = false): Held => ({ runId, caller, seconds, leaving });
const placesOf = (runs: readonly { caller: string }[], caller: string) => runs.filter((one) => one.caller === caller).length;

/** Applies the hand-overs: leaving runs end, and each free place goes to the waiting caller with the fewest places. */
function settle(runs: readonly Held[], line: readonly Waiting[], gone: ReadonlySet<string>) {
  const after: Held[] = runs.filter(({ runId, leaving }) => !leaving && !gone.has(runId));
  const left = line.map((one) => ({ ...one }));
  for (let n = after.length; n < runs.length; n++) {
    const next = left.filter(({ runs }) => runs > 0).sort((a, b) => placesOf(after, a.caller) - placesOf(after, b.caller))[0];
    if (!next) break;
    next.runs--;
    after.push(run(`new ${n}`, next.caller));
  }
  return { after, left: left.filter(({ runs }) => runs > 0) };
}

test('a caller who holds all places gives up half of them at once, longest held first', () => {
  const all = [run('1', 'a', 5), run('2', 'a', 9), run('3', 'a', 7), run('4', 'a', 1)];

  expect(chooseHandOvers(all, [{ caller: 'b', runs: 1 }])).toEqual([{ runId: '2', how: 'now' }]);
  expect(chooseHandOvers(all, [{ caller: 'b', runs: 9 }]).map(({ runId }) => runId)).toEqual(['2', '3']);
});

test('a single place rotates, one turn each', () => {
  expect(chooseHandOvers([run('1', 'a', TURN_SECONDS - 1)], [{ caller: 'b', runs: 1 }])).toEqual([]);
  expect(chooseHandOvers([run('1', 'a', TURN_SECONDS)], [{ caller: 'b', runs: 1 }])).toEqual([{ runId: '1', how: 'turn' }]);
});

test('a place that is being left is given only once', () => {
  const half = [run('1', 'a', 50, true), run('2', 'a', 50)];

  expect(chooseHandOvers(half, [{ caller: 'b', runs: 1 }])).toEqual([]);
});

test('no caller gives way to itself, or to one with as many places', () => {
  fc.assert(
    fc.property(held, waiting, (runs, line) => {
      const callers = new Set(runs.filter(({ leaving }) => !leaving).map(({ caller }) => caller));
      if (callers.size <= 1 && line.every(({ caller }) => callers.has(caller))) expect(chooseHandOvers(runs, line)).toEqual([]);
    }),
  );
});

test('after the hand-overs no caller holds more than half while another waits with fewer', () => {
  fc.assert(
    fc.property(held, waiting, (runs, line) => {
      const half = Math.max(1, Math.floor(runs.length / 2));
      const gone = new Set(chooseHandOvers(runs, line).map(({ runId }) => runId));

      const { after, left } = settle(runs, line, gone);

      for (const caller of CALLERS)
        if (placesOf(after, caller) > half)
          for (const one of left) if (one.caller !== caller) expect(placesOf(after, one.caller)).toBeGreaterThanOrEqual(half);
    }),
  );
});

test('immediate hand-overs converge: callers that received places are not asked to return them', () => {
  fc.assert(
    fc.property(held, waiting, (runs, line) => {
      const chosen = chooseHandOvers(runs, line);
      const { after, left } = settle(runs, line, new Set(chosen.map(({ runId }) => runId)));

      const again = chooseHandOvers(after, left).filter(({ how }) => how === 'now');

      expect(again).toEqual([]);
    }),
  );
});

test('a caller without a place gets one as soon as any run has had its turn', () => {
  fc.assert(
    fc.property(held, (runs) => {
      const full = runs.map((one) => ({ ...one, leaving: false }));
      const chosen = chooseHandOvers(full, [{ caller: 'e', runs: 1 }]);
      if (full.some(({ seconds }) => seconds >= TURN_SECONDS)) expect(chosen).toHaveLength(1);
    }),
  );
});
