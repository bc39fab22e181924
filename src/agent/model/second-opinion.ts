import { claims as claimed } from '../../domain/verdict.ts';
import type { Claim } from '../judge/claims.ts';
import { claimsOf, isTyped } from '../judge/claims.ts';
import type { Finding, Question } from '../judge/finding.ts';
import { statementOf } from '../judge/judge-statement.ts';
import type { Reading } from '../judge/reading.ts';
import { judgeClaim } from '../judge/verdict.ts';

/** What the rules read with a confidence of their own: words have many readings, numbers, dates, places, licences, languages and states few. */
const isRead = ({ kind }: Claim) => ['time', 'number', 'place', 'open', 'licence', 'language', 'status'].includes(kind);

/** What a page does not say is no reason to exclude it where a number, a date or a place was asked. */
const ofSilence = (claims: readonly Claim[], finding: Finding): Finding =>
  finding.verdict === 'no_match' && finding.reason === 'silent' && claims.some(isTyped) ? { ...finding, verdict: 'needs_review' } : finding;

/** Whether what the rules said of a whole criterion is what they would say of its claims. */
const settles = ({ label, description }: Question, finding: Finding, told: Finding) =>
  told.reason !== 'language' && (claimed(finding.verdict) || told.verdict !== 'needs_review') && !statementOf(label, description);

/**
 * Holds a model's finding against the rules' reading of the numbers, dates, places, licences, languages and states that a criterion asks for. Where one says so and the other says
 * otherwise, nobody is believed: needs_review, with both reasons. `told`: what the rules have said of the criterion already; a long page is not read again.
 */
export function secondOpinion(reading: Reading, question: Question, request: string, finding: Finding, told?: Finding): Finding {
  const claims = claimsOf(question.label, question.description, request);
  const read = claims.filter(isRead);
  if (read.length === 0 || !['match', 'partial', 'no_match'].includes(finding.verdict)) return ofSilence(claims, finding);
  const isTold = told && read.length === claims.length && settles(question, finding, told);
  const rules = isTold ? [told] : read.map((claim) => judgeClaim(reading, claim));
  const denied = rules.find(({ verdict, reason }) => verdict === 'no_match' && reason === 'contradicted');
  const stated = read.length === claims.length && rules.every(({ verdict }) => verdict === 'match') ? rules[0] : undefined;
  const other = claimed(finding.verdict) ? denied : finding.reason === 'contradicted' ? stated : undefined;
  if (!other) return ofSilence(claims, finding);
  return {
    verdict: 'needs_review',
    reason: 'disputed',
    quote: other.quote,
    note: `The model says ${finding.verdict}: ${finding.note || 'without a reason'} The rules say ${other.verdict}: ${other.note}`,
  };
}
