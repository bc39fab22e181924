import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefresher } from '../../../src/web/webset/refresher.ts';
import { createLearningWatch } from '../../../src/web/webset/review/learning-watch.ts';

// When a page fetches changes, by a clock that the test advances.

/** The scheduled work, in ms from the beginning of a test. */
let due: { at: number; work: () => void }[];
let now: number;

beforeEach(() => {
  vi.useFakeTimers();
  [due, now] = [[], 0];
});
afterEach(() => {
  vi.useRealTimers();
});

const later = (work: () => void, ms: number) => void due.push({ at: now + ms, work });

/** Advances the time and runs the work that is due. */
async function go(ms: number): Promise<void> {
  for (const end = now + ms; ; ) {
    const next = Math.min(end, ...due.map(({ at }) => at));
    await vi.advanceTimersByTimeAsync(next - now);
    now = next;
    const [first] = due.filter(({ at }) => at <= now);
    if (!first) return;
    due.splice(due.indexOf(first), 1);
    first.work();
    await vi.advanceTimersByTimeAsync(0); // and its immediate consequences
  }
}

/** A refresher, and when its fetches began; each takes `lasts` ms. */
function begun(lasts = 0) {
  const fetches: number[] = [];
  const state = { isClosed: false, isComplete: true };
  const refresher = createRefresher({
    fetchChanges: () => {
      fetches.push(Math.round(now));
      return new Promise((done) => later(done, lasts));
    },
    isClosed: () => state.isClosed,
    isComplete: () => state.isComplete,
    later,
  });
  return { ...refresher, fetches, state };
}

test('rows in quick succession are fetched together, the first at once, and none is lost', async () => {
  const { refresh, fetches } = begun();

  for (let i = 0; i < 40; i++) {
    refresh();
    await go(50);
  }
  const inRush = fetches.length;
  await go(5000);

  expect(fetches[0]).toBe(0);
  expect(inRush).toBeGreaterThan(5);
  expect(inRush).toBeLessThan(4 + 2000 / 300);
  expect(fetches.at(-1)).toBeGreaterThanOrEqual(1950);
  expect(fetches.length).toBeLessThanOrEqual(inRush + 2);
});

test('after a pause two rows are fetched at once, one after the other', async () => {
  const { refresh, fetches } = begun();
  await go(10_000);

  refresh();
  await go(50);
  refresh();
  await go(50);

  expect(fetches).toEqual([10_000, 10_050]);
});

test('one fetch runs at a time; requests during it cause one more', async () => {
  const { refresh, fetches } = begun(700);

  for (let i = 0; i < 5; i++) {
    refresh();
    await go(100);
  }
  await go(10_000);

  expect(fetches).toEqual([0, 700]);
});

test('no changes are fetched before the first full fetch; pending requests follow it, and none once the webset is closed', async () => {
  const { refresh, during, fetches, state } = begun();
  state.isComplete = false;
  const all = during(async () => {
    await new Promise<void>((done) => later(done, 900));
    state.isComplete = true;
  });

  refresh();
  await go(800);
  expect(fetches).toEqual([]);
  await go(100);
  await all;
  await go(1000);
  expect(fetches).toEqual([900]);
  state.isClosed = true;
  refresh();
  await go(10_000);
  expect(fetches).toEqual([900]);
});

test('figures that no row waits for are fetched every two seconds', async () => {
  const { refreshSlowly, fetches } = begun();

  for (let i = 0; i < 30; i++) {
    refreshSlowly();
    await go(100);
  }
  await go(10_000);

  expect(fetches).toEqual([2000, 4000]);
});

test('a webset is fetched again at growing intervals until its answers are learned, and once more', () => {
  vi.stubGlobal('document', { visibilityState: 'visible' });
  try {
    const waits: number[] = [];
    const watch = createLearningWatch((ms) => waits.push(ms));
    const head = (current: boolean) => ({ learnings: [{ learning: { current } }], columnLearnings: [] }) as never;
    const look = (current: boolean) => {
      vi.advanceTimersByTime(waits.at(-1) ?? 0);
      watch.look(head(current));
    };

    look(true);
    expect(waits).toEqual([]);
    watch.expect();
    for (let i = 0; i < 10; i++) look(false);
    look(true);
    look(true);

    expect(waits).toEqual([300, 500, 700, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000]);
    watch.expect();
    look(false);
    expect(waits.at(-1)).toBe(300);
  } finally {
    vi.unstubAllGlobals();
  }
});
