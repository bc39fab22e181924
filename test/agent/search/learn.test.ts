import { describe, expect, test } from 'vitest';
import { chooseSearches, learnedQueries, type RunQuery } from '../../../src/agent/search/learn/choose.ts';
import { wordsIn } from '../../../src/agent/search/learn/content-words.ts';
import { distinguish } from '../../../src/agent/search/learn/distinguish.ts';
import { rankWaiting } from '../../../src/agent/search/learn/rank.ts';

const page = (weight: number, text: string) => ({ weight, words: wordsIn(text) });
const judged = (weight: number, text: string, namedBy: string[] = [], site = 'a.example') => ({ ...page(weight, text), namedBy, site });
const some = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));

const charities = [
  ...some(14, (i) => page(1, i < 12 ? `Acme ${i} is a charity of donors` : `Acme ${i} helps`)),
  ...some(30, (i) => page(0, `Acme ${i} is a company of shareholders`)),
];
const query = (text: string, family: RunQuery['family'], ...brought: number[]): RunQuery => ({
  text,
  family,
  pages: brought.map((n) => ({ brought: n, isEmpty: false })),
});

test('the words of a text are its content words, without addresses', () => {
  const text = 'See the https://doi.example/10.18653/v1 or (www.acme.example), acme.com/jobs and 10.1000/182: Node.js, 2024, end.Next';

  expect([...wordsIn(text)]).toEqual(['see', 'node', 'js', '2024', 'end', 'next']);
});

describe('the words that distinguish likely pages', () => {
  test('are on most of them and not on the others', () => {
    const words = distinguish(charities);

    expect(words.map(({ word }) => word)).toEqual(['charity', 'donors']);
    expect(words[0]).toMatchObject({ pages: 12 });
  });

  test('are named in a sentence with the query made from them', () => {
    expect(learnedQueries(charities)).toEqual([
      { text: 'charity donors', why: '12 of 14 likely rows name “charity”: searching for “charity donors”' },
    ]);
  });

  test.each([
    ['no page is likely', charities.map((one) => ({ ...one, weight: Math.min(one.weight, 0.3) }))],
    ['two pages are likely', charities.slice(12)],
    [
      'the likely pages have nothing in common: a run that begins with wrong matches learns nothing of them',
      [...some(9, (i) => page(1, `stray page about subject${i} matter${i}`)), ...some(30, (i) => page(0, `stray page about others${i}`))],
    ],
  ])('is nothing where %s', (_, pages) => {
    expect(learnedQueries(pages)).toEqual([]);
  });
});

describe('the next searches', () => {
  const plan = [query('charities', 'plan', 0, 0), query('non-profits', 'plan', 1)];

  test('include a page of the plan’s own queries, however little they find', () => {
    const chosen = chooseSearches([...plan, query('donors given', 'learned', 8, 9)], charities, 2);

    expect(chosen).toMatchObject([
      { text: 'non-profits', family: 'plan', page: 1 },
      { text: 'donors given', family: 'learned', page: 2 },
    ]);
  });

  test('include a new learned query where no other promises more', () => {
    expect(chooseSearches(plan, charities, 2)).toMatchObject([
      { text: 'non-profits', page: 1, why: null },
      { text: 'charity donors', family: 'learned', page: 0, why: expect.stringContaining('12 of 14') },
    ]);
  });

  test('begin with a person’s searches', () => {
    const [first] = chooseSearches([...plan, query('trusts in Wales', 'person')], charities, 2);

    expect(first).toEqual({ text: 'trusts in Wales', family: 'person', page: 0, why: null });
  });

  test('skip a query after an empty answer, and add none that resembles an earlier one', () => {
    const empty: RunQuery = { text: 'donors of a charity', family: 'learned', pages: [{ brought: 0, isEmpty: true }] };

    expect(chooseSearches([empty], charities, 3)).toEqual([]);
  });
});

describe('waiting candidates', () => {
  const waiting = (key: string, said: string, more: object = {}) => ({
    key,
    said,
    namedBy: ['q'],
    site: 'a.example',
    isListed: false,
    ...more,
  });
  const rows = [
    ...some(12, (i) => judged(1, `charity ${i}`, ['good'])),
    ...some(20, (i) => judged(0, `company ${i}`, ['bad'], 'b.example')),
  ];

  test('are read in order of arrival while nothing is known, those of listings last', () => {
    expect(rankWaiting([], [waiting('listed', 'x', { isListed: true }), waiting('second', 'y'), waiting('third', 'z')])).toEqual([
      'second',
      'third',
      'listed',
    ]);
  });

  test('are ranked by their words, the yield of the queries and listings that named them, and their site', () => {
    const ranked = rankWaiting(rows, [
      waiting('bad words', 'a company'),
      waiting('good words', 'a charity'),
      waiting('bad query', 'x', { namedBy: ['bad'] }),
      waiting('good query', 'x', { namedBy: ['good'] }),
      waiting('bad site', 'x', { site: 'b.example' }),
    ]);

    expect(ranked[0]).toBe('good words');
    expect(ranked.indexOf('good query')).toBeLessThan(ranked.indexOf('bad query'));
    expect(ranked.indexOf('good query')).toBeLessThan(ranked.indexOf('bad site'));
  });
});
