import { describe, expect, test } from 'vitest';
import { judgeByFacts } from '../../../src/agent/judge/facts/judge-facts.ts';
import { readFor } from '../../../src/agent/judge/text/reading.ts';
import { pageOf } from '../page.ts';

/** The verdict on a criterion by a page's facts, and their quotes; `silent` if there are none. */
export function said(lines: string, label: string, request = 'things', title?: string) {
  const found = judgeByFacts(readFor(pageOf(lines, title === undefined ? {} : { title })), request, [
    { id: 'c', label, description: null },
  ]).get('c');
  const isOpen = !found || (found.verdict === 'needs_review' && found.by.kind === null);
  return isOpen ? { verdict: 'silent', quote: null } : { verdict: found.verdict, quote: found.quote };
}

export type Case = [lines: string, label: string, verdict: string, request?: string];

/** One test per case: the verdict, and that the quote is on the page. */
export const verdicts = (name: string, cases: Case[]) =>
  describe(name, () => {
    test.each(cases)('%s: asked “%s”, %s', (lines, label, verdict, request) => {
      const found = said(lines, label, request);
      expect(found.verdict).toBe(verdict);
      if (verdict === 'match' || verdict === 'no_match') expect(lines).toContain(found.quote ?? 'no quote');
    });
  });
