import { describe, expect, test } from 'vitest';
import { planRequest } from '../../src/language/request/criteria.ts';
import { suggestPlan } from '../../src/language/suggest.ts';
import { allRequests, everydayRequests, gradePlan, longRequests, plannedRequests, stemsOf } from '../support/agent/planned-requests.ts';

const plans = new Map<string, ReturnType<typeof planRequest>>();

/** A request's plan, cached. */
function planOf(request: string) {
  const plan = plans.get(request) ?? planRequest(request);
  plans.set(request, plan);
  return plan;
}

const labelsOf = (request: string) => planOf(request).criteria.map(({ label }) => label);

/** The shares of plans that are right, acceptable and wrong. */
function sharesOf(half: 'odd' | 'even') {
  const requests = plannedRequests(half);
  const grades = requests.map((one) => gradePlan(one, planOf(one.request).target, labelsOf(one.request)));
  const share = (grade: string) => grades.filter((one) => one === grade).length / grades.length;
  return { right: share('right'), acceptable: share('right') + share('acceptable'), wrong: share('wrong') };
}

test.each(['odd', 'even'] as const)('of the %s planned requests, 90 % are planned right or acceptably and at most 4 % wrong', (half) => {
  const { acceptable, wrong } = sharesOf(half);

  expect(acceptable).toBeGreaterThanOrEqual(0.9);
  expect(wrong).toBeLessThanOrEqual(0.04);
});

test('of requests typed in a hurry, 60 % are planned right or acceptably', () => {
  const grades = everydayRequests().map((one) => gradePlan(one, planOf(one.request).target, labelsOf(one.request)));
  const isGood = grades.filter((grade) => grade !== 'wrong').length / grades.length;

  expect(isGood).toBeGreaterThanOrEqual(0.6);
});

test('of 100 long requests, two thirds are planned right or acceptably', () => {
  const grades = longRequests().map((one) => {
    const { target, criteria } = planRequest(one.request);
    return gradePlan(
      one,
      target,
      criteria.map(({ label, description }) => description || label),
    );
  });

  expect(grades.filter((grade) => grade !== 'wrong').length).toBeGreaterThanOrEqual(66);
});

test('a plan with a wrong target, an extra criterion or a lost denial is graded wrong', () => {
  const expected = { request: '', target: 10, criteria: ['Company', 'Makes drones', 'Not in Europe'], columns: [] };

  expect(gradePlan(expected, 10, ['Company', 'Makes drones', 'Not in Europe'])).toBe('right');
  expect(gradePlan(expected, 10, ['Company that makes drones', 'Not in Europe'])).toBe('acceptable');
  expect(gradePlan(expected, null, expected.criteria)).toBe('wrong');
  expect(gradePlan(expected, 10, [...expected.criteria, 'Based in Asia'])).toBe('wrong');
  expect(gradePlan(expected, 10, ['Company', 'Makes drones', 'In Europe'])).toBe('wrong');
});

describe('the plan of every request', () => {
  const requests = allRequests();

  test('there are 400 different requests', () => {
    expect(new Set(requests.map(({ request }) => request)).size).toBeGreaterThanOrEqual(400);
  });

  test('the target is set if and only if the request names a number of results', () => {
    expect(requests.filter(({ request, target }) => planOf(request).target !== target)).toEqual([]);
  });

  test('no label is a command word such as “Top” or “Me”', () => {
    const COMMAND =
      /^(?:find|give|show|get|list|tell|look|looking|please|top|best|me|who|what|which|where|could|need|want|i|the|a|an|all)$/iu;
    const first = requests.flatMap(({ request }) =>
      /^a$/u.test(request) ? [] : labelsOf(request).map((label) => label.split(' ')[0] ?? ''),
    );

    expect(first.filter((word) => COMMAND.test(word))).toEqual([]);
    // “that you can stay in” is one
    expect(requests.flatMap(({ request }) => labelsOf(request)).filter((label) => /^can (?:you|we|i)\b/iu.test(label))).toEqual([]);
  });

  test('a digit inside a name creates no criterion', () => {
    const bare = requests.flatMap(({ request }) =>
      labelsOf(request).filter((label) => /^[\p{Sc}\d.,()%]+$/u.test(label) && label !== request),
    );

    expect(bare).toEqual([]);
  });

  test('every content word is in exactly one criterion', () => {
    const SAID =
      /^(?:find|give|show|get|list|need|want|look|search|tell|pleas|hey|pls|love|like|i|me|us|we|you|all|everi|ani|some|best|top|good|great|can|could|would|thank|around|up|least|most|full|about|more|less|over|under|than|also|each|but|i'm|i'd|ten|half|dozen|so|where|what|when)$/u;
    const COUNTS = /^(?:one|two|three|four|five|six|seven|eight|nine|ten)$/u;
    /** Forms of a word that no stemmer unifies. */
    const FORMS = new Map([
      ['peopl', 'person'],
      ["don't", "doesn't"],
    ]);
    const isSame = (word: string, label: string) =>
      label.startsWith(word) || word.startsWith(label) || label.slice(0, 3) === word.slice(0, 3) || FORMS.get(word) === label;
    const lost = requests.flatMap(({ request, target }) => {
      const text =
        suggestPlan(request, null).columns.length > 0
          ? request.replace(/,?\s(?:with their|including the|and for each their)\s.*$/u, '')
          : request;
      const labels = labelsOf(request).flatMap(stemsOf);
      const words = stemsOf(text).filter(
        (word) =>
          !SAID.test(word) && !(target !== null && COUNTS.test(word)) && word !== String(target) && !/^\d{1,4}$|^1,000$/u.test(word),
      );
      const missing = words.filter((word) => !labels.some((label) => isSame(word, label)));
      const twice = words.filter((word) => labels.filter((label) => label === word).length > words.filter((one) => one === word).length);
      return missing.length + twice.length > 0 ? [{ request, missing, twice, labels: labelsOf(request) }] : [];
    });

    expect(lost).toEqual([]);
  });

  test('no word is planned twice', () => {
    for (const { request } of requests) expect(new Set(labelsOf(request)).size).toBe(labelsOf(request).length);
  });
});
