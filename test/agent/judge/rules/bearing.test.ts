import { expect, test } from 'vitest';
import { guardVerdict } from '../../../../src/agent/evidence/evidence-guard.ts';
import { judgeByRules } from '../../../../src/agent/judge/rules/lexical.ts';
import { pageOf } from '../../../support/page.ts';

// Qualifiers change what a criterion asks: a quote that only has its topic proves nothing.

function verdictOf(lines: string, label: string) {
  const page = pageOf(`h1> Postgrain\nPostgrain is a database.\n${lines}`);
  const question = { id: 'c', label, description: null };
  const finding = judgeByRules({ page, request: 'databases', criteria: [question], columns: [] }).verdicts.get('c');
  return finding && guardVerdict(page, question, finding).verdict;
}

test.each([
  ['Its working groups address matters that affect Foundation members.', 'Is only for Foundation members', 'needs_review'],
  ['It is open to Foundation members only.', 'Is only for Foundation members', 'match'],
  ['By default, citations are numerical; author-year citations are an option.', 'Uses author-year citations by default', 'needs_review'],
  ['By default it uses author-year citations.', 'Uses author-year citations by default', 'match'],
  [
    'Only one process can write at any moment. However, client/server database engines (such as Oracle) usually allow multiple processes to write to the same database at the same time.',
    'Allows multiple processes to write at the same time',
    'needs_review',
  ],
  ['dt> Chapter\ndd> 11', 'Is a chapter 7 case', 'needs_review'],
  ['Some modes of Postgrain report only two-digit years.', 'Reports four-digit years', 'needs_review'],
  ['The enforcement of foreign keys is turned off by default.', 'Enforces foreign keys by default', 'no_match'],
  ['Version 3 removes the dependency on pandas.', 'Depends on pandas', 'no_match'],
  ['Version 3 changes the hash of the cache from MD5 to SHA-256.', 'Uses MD5', 'needs_review'],
  [
    'We are convinced that the public-domain Postgrain source is not described by any export code.',
    'Is in the public domain',
    'needs_review',
  ],
  ['It has been used together with amsmath. I have not found any compatibility problem.', 'Is compatible with amsmath', 'needs_review'],
  ['It depends on requests, which is not installed by default.', 'Can be installed with pip', 'needs_review'],
  ['But in Postgrain, those limits were not well defined.', 'Has no limits', 'needs_review'],
  ['See all definitions - opens in a new window or tab', 'Is new', 'no_match'],
])('“%s” says no more about “%s” than %s', (lines, label, verdict) => {
  expect(verdictOf(lines, label)).toBe(verdict);
});

test.each([
  ['h2> System requirements\nli> Windows 11', 'Requires Windows 11', 'match'],
  ['h2> Members only\nThe pool and the gym are open to members.', 'Pool only for members', 'match'],
  ['Postgrain welcomes adults aged 18 and over; children cannot stay.', 'Only for adults', 'match'],
  ['dt> Default theme\ndd> Dark theme', 'Uses a dark theme by default', 'match'],
  ['Pets (such as dogs) are welcome.', 'Pets welcome', 'match'],
  ['Other amenities include a sauna and a gym.', 'Has a sauna', 'match'],
  ['Traditional Finnish sauna in the cellar.', 'Has a sauna', 'match'],
  ['Unlike most hotels, we welcome dogs.', 'Dogs welcome', 'match'],
  ['Our sauna (opens in a new window) is open daily.', 'Has a sauna', 'match'],
  ['You can switch from monthly to yearly billing.', 'Monthly billing', 'match'],
  ['Asbestos is banned.', 'Bans asbestos', 'match'],
  ['The sauna is turned off at night.', 'Has a sauna', 'match'],
  ['At the end of use, the battery is recycled.', 'Recycles batteries', 'match'],
  ['The app removes the need for paper and prints labels.', 'Prints labels', 'match'],
  ['Certain things never change: dogs are not allowed.', 'Dogs allowed', 'no_match'],
  ['The pool, which is not heated, is open all year.', 'Heated pool', 'no_match'],
  ['Some dishes are vegan, but the bread is not gluten-free.', 'Gluten-free', 'no_match'],
  ['This is a chapter 17 case.', 'Is a chapter 7 case', 'needs_review'],
])('the verdict of “%s” on “%s” remains %s', (lines, label, verdict) => {
  expect(verdictOf(lines, label)).toBe(verdict);
});

test('a very long word takes time in proportion to the length of the page', () => {
  const lines = Array.from({ length: 300 }, () => 'The public domain source is not so here.').join('\n');

  expect(verdictOf(`${'acgt'.repeat(20_000)}\n${lines}`, 'Is in the public domain')).not.toBe('match');
});
