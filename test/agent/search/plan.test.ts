import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plan } from '../../../src/agent/plan.ts';

const input = (query: string) => ({ query, category: null, notes: null, criteria: [], columns: [] });

test('the queries differ, omit numbers, include places, and only one names years', () => {
  const { queries, criteria, derived } = plan(
    input('open-source databases written in Rust, first released after 2015, with at least 50 contributors, based in Europe'),
  );

  expect(queries.length).toBeGreaterThanOrEqual(4);
  expect(new Set(queries).size).toBe(queries.length);
  expect(queries.filter((query) => /\d/.test(query))).toEqual([expect.stringMatching(/\b2016 2017\b/)]);
  expect(queries.join(' ')).not.toContain('50');
  expect(queries[0]).toContain('Europe');
  expect(queries.some((query) => query.includes('written in Rust'))).toBe(true);
  expect(derived).toBe(true);
  expect(criteria.length).toBeGreaterThan(2);
});

test('queries name the kind of thing, whatever else the request says', () => {
  for (const query of [
    'cinemas run by volunteers where an adult ticket costs less than £8',
    'small cinemas with one or two screens that still show 35mm film',
  ])
    for (const words of plan({ query, category: null, notes: null, criteria: [{ label: 'Has a bar', description: null }], columns: [] })
      .queries)
      expect(words).toMatch(/\bcinemas?\b/u);
});

test('a webset’s own criteria are kept, and their words are searched for', () => {
  const own = [{ label: 'Written in Zig', description: null }];

  const { queries, criteria, derived } = plan({ ...input('embedded databases'), category: 'companies', criteria: own });

  expect(criteria).toBe(own);
  expect(derived).toBe(false);
  expect(queries.some((query) => query.includes('written in Zig') || query.includes('Written in Zig'))).toBe(true);
});

test('no query has a word twice', () => {
  const own = ['Restaurant', 'Vegan', 'In Berlin'].map((label) => ({ label, description: null }));

  const { queries } = plan({ ...input('vegan restaurants in Berlin'), criteria: own });

  for (const query of queries) expect(new Set(query.toLowerCase().split(' ')).size).toBe(query.split(' ').length);
});

test('any request gives one to six queries of at most 200 characters', () => {
  const requests = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== ''),
    fc.constantFrom('🍕', 'a', 'データベース', 'x'.repeat(10_000), 'word '.repeat(2000), '2015', '"', '.'),
  );
  fc.assert(
    fc.property(requests, (query) => {
      const { queries } = plan(input(query));

      expect(queries.length).toBeGreaterThanOrEqual(1);
      expect(queries.length).toBeLessThanOrEqual(6);
      for (const one of queries) expect([...one].length).toBeLessThanOrEqual(200);
    }),
  );
});

test('a request with names of object properties is a request like any other', () => {
  const words = fc.constantFrom(
    'constructor',
    'Constructor',
    '__proto__',
    'toString',
    'valueOf',
    'hasOwnProperty',
    'companies',
    'like',
    'after 2015',
  );

  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 5 }), (parts) => {
      const planned = plan({ query: parts.join(' '), category: null, notes: null, criteria: [], columns: [] });

      expect(planned.queries.length).toBeGreaterThan(0);
      expect(planned.criteria.map(({ label }) => label).filter((label) => /native code|\[object/.test(label))).toEqual([]);
    }),
  );
});

test('no query names a thing twice', () => {
  const criteria = [{ label: 'Written in Rust', description: null }];
  const { queries } = plan({ query: 'open-source databases written in Rust', category: null, notes: null, criteria, columns: [] });

  expect(queries.filter((query) => /written in rust.*written in rust/i.test(query))).toEqual([]);
});
