import { guardVerdict } from '../../src/agent/evidence/evidence-guard.ts';
import type { Finding, Question, Reasoner, ValueFinding } from '../../src/agent/judge/finding.ts';
import type { Page } from '../../src/domain/page/page.ts';
import { pathOf, type Truth } from '../shared/evaluation.ts';

/** Lines of a page that may serve as the words of a verdict whose own are not known. */
const LINES = 40;

/** A model that knows the truth, and always finds words that the guard lets through: what a run then lacks, its search lacks. */
export const perfectReasoner = (truth: Truth): Reasoner => ({
  name: 'llm',
  async judge({ page, criteria, columns }) {
    const path = pathOf(page.url);
    const verdicts = criteria.map((one): [string, Finding] => [one.id, findingOf(truth, page, path, one)]);
    const none: ValueFinding = { value: null, reason: 'silent', quote: null, note: '' };
    return { verdicts: new Map(verdicts), values: new Map(columns.map(({ id }) => [id, none])) };
  },
});

function findingOf(truth: Truth, page: Page, path: string, one: Question): Finding {
  if (!truth.thing(path)) return { verdict: 'no_match', reason: 'unrelated', quote: null, note: '' };
  const isMet = truth.matching.has(path) || truth.verdicts(path)[one.label] === 'match';
  if (!isMet) return { verdict: 'needs_review', reason: 'silent', quote: null, note: '' };
  const words = [...(truth.support.get(path)?.[one.label] ?? []), ...page.text.split('\n').filter(Boolean).slice(0, LINES)];
  const claimed = words.map((quote): Finding => ({ verdict: 'match', reason: 'stated', quote, note: '' }));
  const proved = claimed.find((finding) => guardVerdict(page, one, finding).verdict === 'match');
  return proved ?? { verdict: 'needs_review', reason: 'unproved', quote: null, note: '' };
}
