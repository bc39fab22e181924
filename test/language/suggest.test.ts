import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { criterionInput } from '../../src/domain/criterion.ts';
import { enrichmentInput } from '../../src/domain/enrichment.ts';
import { CATEGORIES, type Category } from '../../src/domain/webset-state.ts';
import { planRequest } from '../../src/language/request/criteria.ts';
import { parseRequest } from '../../src/language/request/parse.ts';
import { suggestPlan } from '../../src/language/suggest.ts';

const columnsOf = (request: string, category: Category | null = null) =>
  suggestPlan(request, category).columns.map(({ label, format }) => `${label}: ${format}`);

describe('what a request asks to know is a column, not a constraint', () => {
  test.each([
    ['databases with their website and licence', 'databases', ['Website: url', 'Licence: text']],
    ['papers on graphs; list the authors and DOI', 'papers on graphs', ['Authors: text', 'DOI: text']],
    ['startups, including their founders and burn rate', 'startups', ['Founders: text', 'Burn rate: text']],
    ['PDF libraries, and for each its latest version and the release date', 'PDF libraries', ['Latest version: text', 'Released: date']],
    ['Find me recipes. For each, list the number of servings.', 'recipes', ['Servings: number']],
  ])('%s', (request, topic, columns) => {
    expect(parseRequest(request)).toMatchObject({ topic, constraints: [] });
    expect(columnsOf(request).slice(0, columns.length)).toEqual(columns);
  });

  test.each(['people and their dogs', 'companies with their own data centres', 'companies with their headquarters in Berlin'])(
    '“%s” asks for no columns',
    (request) => {
      expect(parseRequest(request).wanted).toEqual([]);
    },
  );
});

test('the constraints of a request name columns, the category adds the usual ones, and none is duplicated', () => {
  expect(columnsOf('startups in Berlin with at least 50 employees and offices in Paris, founded after 2018', 'companies')).toEqual([
    'Location: text',
    'Employees: number',
    'Offices: text',
    'Founded: date',
    'Website: url',
  ]);
  expect(columnsOf('repositories written in Rust under the MIT licence with over 500 GitHub stars')).toEqual([
    'Programming language: text',
    'Licence: text',
    'GitHub stars: number',
    'Website: url',
  ]);
});

test('a verb before a place belongs to its criterion', () => {
  const labels = (request: string) => planRequest(request).criteria.map(({ label }) => label);

  expect(labels('remote companies that hire in Europe')).toEqual(['Company', 'Remote', 'Hires in Europe']);
  expect(labels('people who are in France')).toEqual(['Person', 'In France']);
});

test('for any request, the suggestions can be added unchanged', () => {
  const pieces = fc.constantFrom(
    'and their',
    'website',
    'for each',
    'including the',
    'a',
    ',',
    '.',
    'in',
    'Berlin',
    '2015',
    '50',
    '$5m',
    '🍕',
    'with',
    ';',
  );
  const requests = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.array(pieces, { minLength: 1, maxLength: 40 }).map((words) => words.join(' ')),
    fc.constant(`x, including the ${'long '.repeat(500)}`),
  );
  fc.assert(
    fc.property(requests, fc.constantFrom(null, ...CATEGORIES), (request, category) => {
      const { criteria, columns } = suggestPlan(request, category);

      for (const criterion of criteria) expect(criterionInput.parse(criterion)).toEqual(criterion);
      for (const column of columns) expect(enrichmentInput.parse(column)).toEqual(column);
      expect(criteria.length).toBeLessThanOrEqual(5);
      expect(columns.length).toBeLessThanOrEqual(6);
      expect(new Set(columns.map(({ label }) => label.toLowerCase())).size).toBe(columns.length);
    }),
  );
});
