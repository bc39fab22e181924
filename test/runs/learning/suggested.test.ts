import { expect, test, vi } from 'vitest';
import { openClient } from '../../../src/db/connection/client.ts';
import type { Scope } from '../../../src/runs/scope.ts';
import type { Standing } from '../../../src/runs/searching/standing.ts';
import { suggestedBy } from '../../../src/runs/searching/suggested.ts';
import { openDatabase } from '../../support/postgres/database.ts';

/** A run's attempt, as far as suggestions need one, and what it has learned with a given number of likely rows. */
const attemptOf = (db: Scope['deps']['db'], furtherQueries: Scope['deps']['furtherQueries']) =>
  ({
    deps: { db, furtherQueries, budgetOf: () => null },
    run: { maxSearches: 60 },
    counts: { searches: 0 },
    webset: { originalQuery: 'databases' },
    criteria: [],
    signal: new AbortController().signal,
    suggestions: { queries: [], calls: 0, known: 0 },
  }) as unknown as Scope;
const standingOf = (likely: number): Standing => ({
  queries: [],
  judged: Array.from({ length: likely }, () => ({
    pageId: crypto.randomUUID(),
    words: new Set(),
    weight: 1,
    site: 'a.example',
    namedBy: [],
  })),
  waiting: 0,
  namedBy: new Map(),
});

test('a model is asked after three likely rows and after five more, at most four times per attempt', async () => {
  await using database = await openDatabase();
  await using client = openClient(database.url, { max: 1, name: 'test' });
  let calls = 0;
  const scope = attemptOf(client.db, async () => [`storage number${calls++}`]);

  const named: number[] = [];
  for (const likely of [2, 3, 5, 8, 13, 18, 23, 28]) {
    named.push((await suggestedBy(scope, standingOf(likely))).length);
    scope.suggestions.queries = []; // they were searched
  }

  expect(named).toEqual([0, 1, 0, 1, 1, 1, 0, 0]);
  expect(calls).toBe(4);
});

test('a model that does not answer delays its run by a minute, once', async () => {
  await using database = await openDatabase();
  await using client = openClient(database.url, { max: 1, name: 'test' });
  let calls = 0;
  const never = (_input: unknown, _budget: unknown, signal: AbortSignal) => {
    calls++;
    signal.throwIfAborted();
    return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const patience = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new Error('time')));
  const scope = attemptOf(client.db, never);

  const first = await suggestedBy(scope, standingOf(3));
  const waited = patience.mock.calls;
  patience.mockRestore();

  expect(waited).toEqual([[60_000]]);
  expect([first, await suggestedBy(scope, standingOf(20))]).toEqual([[], []]);
  expect(calls).toBe(1);
});
