import { expect, test } from 'vitest';
import { hardlyMatches, type Scope } from '../../../src/runs/scope.ts';

const counts = { searches: 12, found: 200, read: 120, unreadable: 0, judged: 120, matched: 1 };
const scope = (more: Partial<Scope> = {}) => ({ deps: {}, counts, criteria: [{}], ...more }) as Scope;

test('a run with one match in 120 pages ends, but goes on if other rows are likely', () => {
  expect(hardlyMatches(scope(), 0)).toBe(true);
  expect(hardlyMatches(scope(), 1)).toBe(true);
  expect(hardlyMatches(scope(), 2)).toBe(false);
});

test('a run without results so far goes on, with or without likely rows', () => {
  expect(hardlyMatches(scope({ counts: { ...counts, matched: 0 } }), 0)).toBe(false);
  expect(hardlyMatches(scope({ counts: { ...counts, matched: 0 } }), 1)).toBe(false);
});
