import { expect, test } from 'vitest';
import { judgeByRules } from '../../../../src/agent/judge/rules/lexical.ts';
import { readHtml } from '../../../../src/agent/read/html/html.ts';

const judged = (html: string, label: string, column = 'Employees') => {
  const page = {
    ...readHtml(`<main><h1>Acme</h1><p>Acme makes tools.</p>${html}</main>`, 'https://acme.example/'),
    mediaType: 'text/html',
  };
  const criteria = [{ id: 'c', label, description: null }];
  const columns = [{ id: 'e', label: column, format: 'number' as const, description: null }];
  const { verdicts, values } = judgeByRules({ page, request: 'companies', criteria, columns });
  return [verdicts.get('c')?.verdict, values.get('e')?.value];
};

test.each([
  ['<p>Acme has 120<sup><a href="#5">5</a></sup> employees.</p>', 'More than 1000 employees', 'needs_review', null],
  ['<p>Acme has 120 employees.<sup>5</sup></p>', 'More than 100 employees', 'match', '120'],
  ['<table><tr><th>Employees<td>120<sup>5</sup></table>', 'More than 1000 employees', 'needs_review', null],
  ['<p><s>Acme supports Kubernetes.</s></p>', 'Supports Kubernetes', 'no_match', null],
  ['<p>Acme supports Kubernetes.</p>', 'Supports Kubernetes', 'match', null],
  ['<table><tr><th>Employees<td><del>120</del></table>', 'More than 100 employees', 'needs_review', null],
])('%s: asked “%s”, %s', (html, label, verdict, value) => {
  expect(judged(html, label)).toEqual([verdict, value]);
});
