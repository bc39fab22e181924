import { describe, expect, test } from 'vitest';
import { guardValue, guardVerdict } from '../../../../src/agent/evidence/evidence-guard.ts';
import type { ColumnQuestion } from '../../../../src/agent/judge/finding.ts';
import { judgeByRules } from '../../../../src/agent/judge/rules/lexical.ts';
import { pageOf } from '../../../support/page.ts';

const ABOUT = 'h1> Acme\nAcme makes tools for people who work with data.\n';

function verdictOf(lines: string, label: string): string {
  const page = pageOf(ABOUT + lines);
  const question = { id: 'c', label, description: null };
  const finding = judgeByRules({ page, request: 'companies', criteria: [question], columns: [] }).verdicts.get('c');
  return finding ? guardVerdict(page, question, finding).verdict : 'left out';
}

function cellOf(lines: string, label: string, format: ColumnQuestion['format'] = 'text'): string | null {
  const page = pageOf(ABOUT + lines);
  const question = { id: 'e', label, format, description: null };
  const finding = judgeByRules({ page, request: label, criteria: [], columns: [question] }).values.get('e');
  return finding ? guardValue(page, question, finding).value : 'left out';
}

describe('answers in cells are read', () => {
  test.each([
    ['th> Open source\ntd> No', 'Open source', 'no_match'],
    ['dt> Open source\ndd> no', 'Open source', 'no_match'],
    ['Open source: no', 'Open source', 'no_match'],
    ['Open source: ❌', 'Open source', 'no_match'],
    ['Open source: yes', 'Open source', 'match'],
    ['th> Open source\ntd> Yes', 'Open source', 'match'],
    ['th> Open source\ntd> Planned', 'Open source', 'needs_review'],
    ['Supports Kubernetes: ❌', 'Supports Kubernetes', 'no_match'],
    ['❌ Supports Kubernetes', 'Supports Kubernetes', 'no_match'],
    ['Supports Kubernetes: ✅', 'Supports Kubernetes', 'match'],
    ['th> Written in Rust\ntd> No', 'Written in Rust', 'no_match'],
    ['Vector search support: none', 'Supports vector search', 'no_match'],
    ['th> Feature\nth> Acme\ntd> Supports Kubernetes\ntd> No', 'Supports Kubernetes', 'no_match'],
    ['Status: not active', 'Active', 'no_match'],
    ['th> Status\ntd> no longer active', 'Active', 'no_match'],
    ['Status: active', 'Active', 'match'],
    ['h2> Do you support Kubernetes?\nSorry, no. We support Kubernetes in another product.', 'Supports Kubernetes', 'no_match'],
    ['Status: not accepted', 'Rejected', 'match'],
    ['How to apply: Do not e-mail us at jobs@acme.example; use the form.', 'Apply by e-mail', 'no_match'],
    ['dt> Technologies\ndd> everything but Java', 'Uses Java', 'no_match'],
    ['dt> Technologies\ndd> nothing but Java', 'Uses Java', 'match'],
  ])('%s: asked “%s”, %s', (lines, label, verdict) => {
    expect(verdictOf(lines, label)).toBe(verdict);
  });

  test.each([
    ['dt> CEO\ndd> not Ann Lee', 'CEO', null],
    ['dt> CEO\ndd> formerly Ann Lee', 'CEO', null],
    ['dt> Founder\ndd> not Ann Lee', 'Founder', null],
    ['dt> CEO\ndd> Ann Lee', 'CEO', 'Ann Lee'],
    ['dt> Status\ndd> not active', 'Status', 'not active'],
  ] as const)('%s gives the column “%s” %s', (lines, label, value) => {
    expect(cellOf(lines, label)).toBe(value);
  });
});

describe('text under a denial is not asserted', () => {
  test.each([
    ['h2> What Acme does not do\nli> Supports Kubernetes', 'Supports Kubernetes', 'needs_review'],
    ['Acme does not:\nli> run on Windows\nli> support Kubernetes', 'Supports Kubernetes', 'needs_review'],
    ['h2> Not supported\nli> Kubernetes support', 'Supports Kubernetes', 'needs_review'],
    ['h2> Features we dropped\nli> Supports Kubernetes', 'Supports Kubernetes', 'needs_review'],
    ['h2> Missing features\nli> Supports Kubernetes', 'Supports Kubernetes', 'needs_review'],
    ['h2> Features\nli> Supports Kubernetes', 'Supports Kubernetes', 'match'],
    ['h2> The no-code platform\nli> Supports Kubernetes', 'Supports Kubernetes', 'match'],
    ['Acme does:\nli> support Kubernetes', 'Supports Kubernetes', 'match'],
    ['dt> No. of employees\ndd> 500', 'More than 100 employees', 'match'],
  ])('%s: asked “%s”, %s', (lines, label, verdict) => {
    expect(verdictOf(lines, label)).toBe(verdict);
  });
});
