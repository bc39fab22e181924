import { claims as claimed } from '../../domain/verdict.ts';
import type { Claim } from '../judge/claims.ts';
import { claimsOf, isTyped } from '../judge/claims.ts';
import type { Finding, Question } from '../judge/finding.ts';
import type { Reading } from '../judge/reading.ts';
import { judgeClaim } from '../judge/verdict.ts';

const isMeasured = ({ kind }: Claim) => kind === 'time' || kind === 'number' || kind === 'place';

/** What a page does not say is no reason to exclude it where a number, a date or a place was asked. */
const ofSilence = (claims: readonly Claim[], finding: Finding): Finding =>
  finding.verdict === 'no_match' && finding.reason === 'silent' && claims.some(isTyped) ? { ...finding, verdict: 'needs_review' } : finding;

/**
 * Holds a model's finding against the rules' reading of the numbers, dates and places that a criterion asks for. Where one says so and the other says
 * otherwise, nobody is believed: needs_review, with both reasons.
 */
export function secondOpinion(reading: Reading, question: Question, request: string, finding: Finding): Finding {
  const claims = claimsOf(question.label, question.description, request);
  const measured = claims.filter(isMeasured);
  if (measured.length === 0 || !['match', 'partial', 'no_match'].includes(finding.verdict)) return ofSilence(claims, finding);
  const rules = measured.map((claim) => judgeClaim(reading, claim));
  const denied = rules.find(({ verdict, reason }) => verdict === 'no_match' && reason === 'contradicted');
  const stated = rules.length === claims.length && rules.every(({ verdict }) => verdict === 'match') ? rules[0] : undefined;
  const other = claimed(finding.verdict) ? denied : finding.reason === 'contradicted' ? stated : undefined;
  if (!other) return ofSilence(claims, finding);
  return {
    verdict: 'needs_review',
    reason: 'disputed',
    quote: other.quote,
    note: `The model says ${finding.verdict}: ${finding.note || 'without a reason'} The rules say ${other.verdict}: ${other.note}`,
  };
}
