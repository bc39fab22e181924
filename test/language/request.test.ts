import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findConstraints } from '../../src/language/constraints/find-constraints.ts';
import { daysOf, findDates } from '../../src/language/dates.ts';
import { findQuantities } from '../../src/language/quantity.ts';
import { planRequest } from '../../src/language/request/criteria.ts';
import { parseRequest } from '../../src/language/request/parse.ts';

test.each([
  ['magic items that cannot be attuned', 'Cannot be attuned'],
  ['monsters that are immune to poison', 'Immune to poison'],
  ['members of Congress who were medical doctors', 'Medical doctors'],
  ['proposals that took over from an older one', 'Took over from an older one'],
  ['spells that need concentration', 'Needs concentration'],
  ['firms that make drones', 'Makes drones'],
])('a condition keeps its meaning as a label: “%s” asks “%s”', (request, label) => {
  expect(planRequest(request).criteria.at(-1)?.label).toBe(label);
});

describe('a request is split into its topic and its constraints', () => {
  test('whole requests', () => {
    const { topic, constraints } = parseRequest(
      'Find open-source databases written in Rust, first released after 2015, with at least 50 contributors, based in Europe, not abandoned',
    );

    expect(topic).toBe('open-source databases');
    expect(constraints.map(({ kind }) => kind)).toEqual(['attribute', 'time', 'number', 'place', 'negation']);
  });

  test.each([
    ['released after 2015', { from: '2016-01-01', to: null }],
    ['released since 2015', { from: '2015-01-01', to: null }],
    ['released in or after 2015', { from: '2015-01-01', to: null }],
    ['released in 2015 or later', { from: '2015-01-01', to: null }],
    ['released before 2015', { from: null, to: '2014-12-31' }],
    ['released by 2015', { from: null, to: '2015-12-31' }],
    ['in business since before 2010', { from: null, to: '2009-12-31' }],
    ['released between 2010 and 2014', { from: '2010-01-01', to: '2014-12-31' }],
    ['from 2018–2023', { from: '2018-01-01', to: '2023-12-31' }],
    ['released in the 2010s', { from: '2010-01-01', to: '2019-12-31' }],
    ['released in May 2014', { from: '2014-05-01', to: '2014-05-31' }],
    ['in Congress after 1865', { from: '1866-01-01', to: null }],
  ])('%s', (words, interval) => {
    expect(findConstraints(`databases ${words}`)).toEqual([expect.objectContaining({ kind: 'time', ...interval })]);
  });

  test.each([
    ['with at least 50 employees', { min: 50, max: null, unit: 'employees' }],
    ['with more than 1,000 employees', { min: expect.closeTo(1000, 3), max: null }],
    ['with fewer than 10 people', { min: null, max: expect.closeTo(10, 3) }],
    ['(50 people at most)', { min: null, max: 50 }],
    ['with 50 or more members', { min: 50, max: null, unit: 'members' }],
    ['with between 50 and 100 members', { min: 50, max: 100 }],
    ['that raised over $10 million', { min: expect.closeTo(10_000_000, 0), max: null, currency: 'USD' }],
  ])('%s', (words, bounds) => {
    expect(findConstraints(`companies ${words}`)).toEqual([expect.objectContaining({ kind: 'number', ...bounds })]);
  });

  test('the end of one word is not read as the start of another', () => {
    const { topic, constraints } = parseRequest('startups in Berlin with at least 50 employees');

    expect(topic).toBe('startups');
    expect(constraints.map(({ text }) => text)).toEqual(['in Berlin', 'with at least 50 employees']);
  });

  test.each(['written in Rust', 'licensed under Apache 2.0 or MIT', 'under the MIT licence', 'that support SQL'])(
    '“%s” stays an attribute',
    (words) => {
      expect(findConstraints(`databases ${words}`)).toEqual([expect.objectContaining({ kind: 'attribute', text: words })]);
    },
  );
});

describe('a request implies criteria', () => {
  test('their labels read as English', () => {
    const labels = planRequest('open-source databases written in Rust, first released since 2015, based in Europe').criteria.map(
      ({ label }) => label,
    );

    expect(labels).toEqual(['Database', 'Open-source', 'Written in Rust', 'First released since 2015', 'Based in Europe']);
  });

  test('they are at most five, unique and at most 80 code points long, for any string', () => {
    const requests = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.constantFrom(
        '🍕',
        'a',
        'ドイツのデータベース会社',
        'in 2015',
        'not',
        '((',
        ', , ,',
        'x'.repeat(10_000),
        'databases with 5 and with 6 and '.repeat(400),
      ),
      fc
        .array(
          fc.constantFrom(
            'databases',
            'in',
            'not',
            'with',
            '2015',
            'at least',
            '50',
            'based in',
            'Europe',
            'that',
            ',',
            'or',
            'written in',
            'Rust',
          ),
          { minLength: 1, maxLength: 30 },
        )
        .map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(requests, (request) => {
        const labels = planRequest(request).criteria.map(({ label }) => label);

        expect(labels.length).toBeLessThanOrEqual(5);
        expect(new Set(labels.map((label) => label.toLowerCase())).size).toBe(labels.length);
        for (const label of labels) expect([...label].length).toBeLessThanOrEqual(80);
        if (request.trim() !== '') expect(parseRequest(request).topic).not.toBe('');
      }),
    );
  });
});

describe('dates are read in every notation', () => {
  test.each([
    ['on May 20, 2014', ['2014-05-20']],
    ['20th of May 2014', ['2014-05-20']],
    ['Sept. 3rd, 2019', ['2019-09-03']],
    ['2014-05-20', ['2014-05-20']],
    ['25/12/2014', ['2014-12-25']],
    ['3/4/2014 may be March or April', ['2014']],
    ['03.04.2014', ['2014-04-03']],
    ['31 February 2014', []],
    ['open 24/7, 1/2 of May 5', []],
    ['2000 employees in 2015', ['2015']],
    ['version 2015.1 costs $2014', []],
    ['in the late 1990s', [null]],
  ])('%s', (text, isos) => {
    expect(findDates(text).map(({ iso }) => iso)).toEqual(isos);
  });

  test('an existing day spans itself and no other', () => {
    expect(daysOf('2016-02-29')).toEqual({ low: '2016-02-29', high: '2016-02-29' });
    expect(daysOf('2015-02-29')).toBeNull();
  });
});

describe('numbers are read in every notation', () => {
  test.each([
    ['1,200 employees', ['1200']],
    ['12 500 users', ['12500']],
    ['3.5k stars', ['3500']],
    ['$1.5 million', ['1500000']],
    ['twenty-five people and a dozen cats', ['25', '12']],
    ['50-100 people', [null]],
    ['1.500 staff', [null]],
    ['50m', [null]],
    ['v1.2.3, version 12, in May 2014', []],
  ])('%s', (text, plain) => {
    expect(findQuantities(text).map((quantity) => quantity.plain)).toEqual(plain);
  });
});
