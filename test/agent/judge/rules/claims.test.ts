import { describe, expect, test } from 'vitest';
import { guardVerdict } from '../../../../src/agent/evidence/evidence-guard.ts';
import { judgeByRules } from '../../../../src/agent/judge/rules/lexical.ts';
import { planRequest } from '../../../../src/language/request/criteria.ts';
import { parseRequest } from '../../../../src/language/request/parse.ts';
import { pageOf } from '../../../support/page.ts';

const ABOUT = 'h1> Acme\nAcme makes tools for people who work with data.\n';

function verdictOf(lines: string, label: string): string {
  const page = pageOf(ABOUT + lines);
  const question = { id: 'c', label, description: null };
  const finding = judgeByRules({ page, request: 'companies', criteria: [question], columns: [] }).verdicts.get('c');
  return finding ? guardVerdict(page, question, finding).verdict : 'left out';
}

describe('“no X” asks for an absence', () => {
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

describe('a kind narrowed by a noun does not match the whole kind', () => {
  test.each([
    ['Acme is a document database.', 'Document database', 'match'],
    ['Acme is a key-value database.', 'Document database', 'needs_review'],
    ['Acme is a company.', 'The product is a company', 'match'],
  ])('%s: asked “%s”, %s', (lines, label, verdict) => {
    expect(verdictOf(lines, label)).toBe(verdict);
  });
});

describe('“or” gives alternatives', () => {
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
  ])('%s: asked “%s”, %s', (lines, label, verdict) => {
    expect(verdictOf(lines, label)).toBe(verdict);
  });

  test.each([
    ['companies that make robots in France or Spain', 'companies that make robots', ['Makes robots', 'In France or Spain']],
    ['companies founded in 2014 or 2016', 'companies', ['Founded in 2014 or 2016']],
    ['startups that are fully remote or based in Berlin', 'startups', ['Fully remote or based in Berlin']],
    ['companies with no employees', 'companies', ['No employees']],
  ])('“%s” looks for %s', (request, topic, labels) => {
    expect(parseRequest(request).topic).toBe(topic);
    expect(
      planRequest(request)
        .criteria.slice(1)
        .map(({ label }) => label),
    ).toEqual(labels);
  });
});

describe('the state after a place decides which place it is', () => {
  test.each([
    ['Acme is headquartered in Austin.', 'Based in Texas', 'match'],
    ['Acme is headquartered in Austin, TX.', 'Not based in Texas', 'no_match'],
    ['Acme is based in Edinburgh, Scotland.', 'Based in England', 'no_match'],
    ['Acme is headquartered in San Francisco, California.', 'Based in California', 'match'],
    ['Acme is headquartered in Vancouver, Washington.', 'Based in Canada', 'no_match'],
    ['Acme is based in Moscow.', 'Based in Asia', 'needs_review'],
  ])('%s: asked “%s”, %s', (lines, label, verdict) => {
    expect(verdictOf(lines, label)).toBe(verdict);
  });
});

const YEAR = new Date().getUTCFullYear();

describe('relative times', () => {
  test.each([
    [`Published: ${YEAR}-01-01`, 'Published in the last 3 years', 'match'],
    ['Published: 2009-05-01', 'Published in the last 3 years', 'no_match'],
    ['Mice were followed for 3 years.', 'Published in the last 3 years', 'needs_review'],
    ['Acme was founded in 1899.', 'Founded more than 100 years ago', 'match'],
    ['Acme was founded in 2019.', 'Founded at least fifty years ago', 'needs_review'],
    ['Acme was founded in 2014.', 'Older than 100 years', 'needs_review'],
  ])('%s: asked “%s”, %s', (lines, label, verdict) => {
    expect(verdictOf(lines, label)).toBe(verdict);
  });

  test.each([
    ['papers on CRISPR published in the last 3 years', 'papers on CRISPR', ['Published in the last 3 years']],
    ['firms older than 100 years', 'firms', ['Older than 100 years']],
  ])('“%s” looks for %s', (request, topic, labels) => {
    expect(parseRequest(request).topic).toBe(topic);
    expect(
      planRequest(request)
        .criteria.slice(1)
        .map(({ label }) => label),
    ).toEqual(labels);
  });
});

describe('a row or section named after another thing is not about the page’s subject', () => {
  const TABLE = 'th> Company\nth> Employees';
  test.each([
    ['h3> Globex Inc\nFounded in 2012. 900 employees.', 'Founded after 2010', 'needs_review'],
    ['h3> Globex Inc\nOpen source.', 'Open source', 'needs_review'],
    ['h3> Acme Inc\nFounded in 2012.', 'Founded after 2010', 'match'],
  ])('%s: asked “%s”, %s', (lines, label, verdict) => {
    expect(verdictOf(lines, label)).toBe(verdict);
  });

  test('in a table only the subject’s own row and the last year count', () => {
    const page = (cells: [string, number][]) => {
      const made = pageOf(`${ABOUT}${TABLE}\n${cells.map(([text]) => `td> ${text}`).join('\n')}`);
      const th = made.blocks.findIndex(({ tag }) => tag === 'th');
      for (const [i, [, column]] of cells.entries()) (made.blocks[th + 2 + i] as { label?: number }).label = th + column;
      return made;
    };
    const judged = (cells: [string, number][], header: string) => {
      const made = page(cells);
      const made2 = { ...made, text: made.text.replace('Company\nEmployees', `${header}\nEmployees`) };
      const columns = [{ id: 'e', label: 'Employees', format: 'number' as const, description: null }];
      const criteria = [{ id: 'c', label: 'More than 100 employees', description: null }];
      const { verdicts, values } = judgeByRules({ page: made2, request: 'companies', criteria, columns });
      return [verdicts.get('c')?.verdict, values.get('e')?.value];
    };

    expect(
      judged(
        [
          ['Globex', 0],
          ['900', 1],
          ['Acme', 0],
          ['40', 1],
        ],
        'Company',
      ),
    ).toEqual(['no_match', '40']);
    expect(
      judged(
        [
          ['2010', 0],
          ['900', 1],
          ['2023', 0],
          ['40', 1],
        ],
        'Year',
      ),
    ).toEqual(['no_match', '40']);
  });
});

describe('an incomplete list proves no absence', () => {
  test.each([
    ['Acme was co-founded by Ann Lee among others.', 'Founder is Cy Moe', 'needs_review'],
    ['Acme was co-founded by Ann Lee.', 'Founder is Cy Moe', 'no_match'],
    ['By A. Lee', 'By Ann Lee', 'needs_review'],
    ['h2> Offices\nBerlin, Paris and 20 more', 'Office in Spain', 'needs_review'],
    ['h2> Offices\nBerlin, Paris', 'Office in Spain', 'no_match'],
  ])('%s: asked “%s”, %s', (lines, label, verdict) => {
    expect(verdictOf(lines, label)).toBe(verdict);
  });
});

describe('a topic needs adjacent words, a degree its own word, and a date its event', () => {
  const filed = (topics: string) => `p> Acme tells how it works.\ndt> Tags\ndd> ${topics}\n`;

  test.each([
    [filed('open data, maps'), 'Post about open data', 'match'],
    [filed('open source, data act'), 'Post about open data', 'no_match'],
    [filed('maps, security'), 'Blog post on security', 'match'],
    [filed('health'), 'Health or medical sector', 'match'],
    ['p> A new release improves memory safety.', 'About memory safety', 'match'],
    ['p> Weapon, rare', 'Very rare', 'needs_review'],
    ['p> Weapon, very rare', 'Very rare', 'match'],
    ['dt> Reported\ndd> 2026-05-16', 'Reported in 2024 or later', 'match'],
    ['dt> Reported\ndd> 2019-05-16', 'Reported in 2024 or later', 'no_match'],
    ['p> A crash was reported by its users.', 'Reported in 2024 or later', 'needs_review'],
  ])('%s: asked “%s”, %s', (lines, label, verdict) => {
    expect(verdictOf(lines, label)).toBe(verdict);
  });
});
