import { expect, test } from 'vitest';
import { guardVerdict } from '../../../../src/agent/evidence/evidence-guard.ts';
import { judgeByRules } from '../../../../src/agent/judge/rules/lexical.ts';
import { pageOf } from '../../../support/page.ts';

function verdictOf(lines: string, label: string): string {
  const page = pageOf(`h1> Report\n${lines}`);
  const question = { id: 'c', label, description: null };
  const finding = judgeByRules({ page, request: 'reports', criteria: [question], columns: [] }).verdicts.get('c');
  return finding ? guardVerdict(page, question, finding).verdict : 'left out';
}

const COUNCIL = 'The city council approved the new stadium plan in March 2015.';
const FUND = 'The trial of the new drug enrolled 400 patients in Vienna and found it safe.';

test.each([
  [COUNCIL, COUNCIL, 'match'],
  ['The city council approved the new stadium plan in March 2016.', COUNCIL, 'needs_review'],
  ['The city council rejected the new stadium plan in March 2015.', COUNCIL, 'needs_review'],
  ['Did the city council approve the new stadium plan in March 2015?', COUNCIL, 'no_match'],
  ['If the city council approved the new stadium plan in March 2015, building would begin.', COUNCIL, 'no_match'],
  [FUND, FUND, 'match'],
  ['The trial of the new drug enrolled 40 patients in Vienna and found it safe.', FUND, 'needs_review'],
  ['The trial of the new drug enrolled 400 patients in Munich and found it safe.', FUND, 'needs_review'],
  ['The trial of the new drug enrolled 400 patients in Vienna and found it unsafe.', FUND, 'needs_review'],
  ['Fewer than 100 people died in the flood of the old town.', 'More than 100 people died in the flood of the old town.', 'needs_review'],
  [
    'The treatment reduces the risk of a stroke in older patients.',
    'The treatment increases the risk of a stroke in older patients.',
    'needs_review',
  ],
  [
    'In the autumn of 2006 YouTube bought the rival firm Google for shares.',
    'In the autumn of 2006 Google bought the rival firm YouTube for shares.',
    'needs_review',
  ],
  ['The company has 20 employees as of today.', 'The company has more than 100 employees as of today', 'no_match'],
])('on “%s” the sentence “%s” is %s', (lines, label, verdict) => {
  expect(verdictOf(lines, label)).toBe(verdict);
});
