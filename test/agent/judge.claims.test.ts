import { describe, expect, test } from 'vitest';
import { guardVerdict } from '../../src/agent/guard.ts';
import { judgeByRules } from '../../src/agent/judge/lexical.ts';
import { deriveCriteria, parseRequest } from '../../src/domain/request.ts';
import { pageOf } from '../house/page.ts';

const ABOUT = 'h1> Acme\nAcme makes tools for people who work with data.\n';

function verdictOf(lines: string, label: string): string {
  const page = pageOf(ABOUT + lines);
  const question = { id: 'c', label, description: null };
  const finding = judgeByRules({ page, request: 'companies', criteria: [question], columns: [] }).verdicts.get('c');
  return finding ? guardVerdict(page, question, finding).verdict : 'left out';
}

describe('“no X” asks for its lack', () => {
  test.each([
    ['Employees: 500', 'No employees', 'no_match'],
    ['Acme has no employees.', 'No employees', 'match'],
    ['Acme took external funding in 2020.', 'No external funding', 'no_match'],
    ['Acme sells chairs.', 'No external funding', 'needs_review'],
    ['Acme has 20 employees.', 'No more than 50 employees', 'match'],
  ])('%s: asked “%s”, %s', (lines, label, verdict) => {
    expect(verdictOf(lines, label)).toBe(verdict);
  });
});

describe('“or” leaves a choice', () => {
  test.each([
    ['Acme is based in Madrid, Spain.', 'Based in France or Spain', 'match'],
    ['Acme is based in Lyon, France.', 'Based in France or Spain', 'match'],
    ['Acme is based in Oslo, Norway.', 'Based in France or Spain', 'no_match'],
    ['Acme is based in Rome, Italy.', 'Based in France, Spain or Italy', 'match'],
    ['Acme is headquartered in London.', 'Headquartered in New York or London', 'match'],
    ['Acme is based in Paris, Texas.', 'Based in Paris, France or Berlin', 'no_match'],
    ['Acme is based in Paris.', 'Based in Paris, France or Berlin', 'match'],
    ['Acme was founded in 2016.', 'Founded in 2014 or 2016', 'match'],
    ['Acme was founded in 2014.', 'Founded in 2014 or 2016', 'match'],
    ['Acme was founded in 2015.', 'Founded in 2014 or 2016', 'no_match'],
    ['Acme was founded in 2015.', 'Founded before 2010 or after 2020', 'no_match'],
    ['Acme was founded in 2022.', 'Founded before 2010 or after 2020', 'match'],
    ['Acme has 700 employees.', 'Fewer than 10 or more than 500 employees', 'match'],
    ['Acme has 70 employees.', 'Fewer than 10 or more than 500 employees', 'no_match'],
    ['Acme is based in Oslo, Norway. It was founded in 2022.', 'Based in France or founded after 2020', 'needs_review'],
    ['Acme is based in Oslo, Norway.', 'Based in France or owned by Globex', 'needs_review'],
    ['h2> Hiring regions\nSpain', 'Hires in France or Spain', 'match'],
  ])('%s: asked “%s”, %s', (lines, label, verdict) => {
    expect(verdictOf(lines, label)).toBe(verdict);
  });

  test.each([
    ['companies that make robots in France or Spain', 'companies that make robots', ['Located in France or Spain']],
    ['companies founded in 2014 or 2016', 'companies', ['Founded in 2014 or 2016']],
    ['startups that are fully remote or based in Berlin', 'startups', ['Fully remote or based in Berlin']],
    ['companies with no employees', 'companies', ['No employees']],
  ])('“%s” looks for %s', (request, topic, labels) => {
    expect(parseRequest(request).topic).toBe(topic);
    expect(
      deriveCriteria(request)
        .slice(1)
        .map(({ label }) => label),
    ).toEqual(labels);
  });
});

describe('a place lies where its own state says', () => {
  test.each([
    ['Acme is headquartered in Austin.', 'Based in Texas', 'match'],
    ['Acme is headquartered in Austin, TX.', 'Not based in Texas', 'no_match'],
    ['Acme is based in Edinburgh, Scotland.', 'Based in England', 'no_match'],
    ['Acme is headquartered in San Francisco, California.', 'Based in California', 'match'],
    ['Acme is headquartered in Vancouver, Washington.', 'Based in Canada', 'no_match'],
    ['Acme is headquartered in Sacramento.', 'Based in California', 'match'],
    ['Acme is based in Moscow.', 'Based in Asia', 'needs_review'],
  ])('%s: asked “%s”, %s', (lines, label, verdict) => {
    expect(verdictOf(lines, label)).toBe(verdict);
  });
});
