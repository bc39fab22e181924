import type { VerdictReason } from '../../../domain/verdict.ts';
import { contradictionOf } from '../facts/judge-facts.ts';
import type { Finding, Question } from '../finding.ts';
import type { Passage, Reading } from '../text/reading.ts';
import { negate, type Statement } from '../text/statements.ts';
import { type Claim, isTyped } from './claims/claim.ts';
import { claimsOf } from './claims/claims.ts';
import { judgeFact } from './types/facts.ts';
import { judgeStatement, statementOf } from './types/statement.ts';
import { judgeText } from './types/text.ts';

function statementsOf(reading: Reading, claim: Claim): Statement[] {
  if (claim.kind === 'text') return judgeText(reading, claim);
  return claim.kind === 'comparison' || claim.kind === 'vague' || claim.kind === 'typed' ? [] : judgeFact(reading, claim);
}

/** Ranks passages as evidence: prose before fragments of the menu, short before long, first before last. */
const rank = ({ view, text }: Passage) =>
  (view.boilerplate ? 1000 : 0) + (/^h[1-6]$/.test(view.tag) ? 40 : 0) + (text.length > 400 ? 100 : 0) + Math.min(view.index, 200) / 10;
const bestOf = (statements: Statement[]) => statements.map(({ passage }) => passage).sort((a, b) => rank(a) - rank(b))[0];

const finding = (verdict: Finding['verdict'], reason: VerdictReason, passage: Passage | undefined, note: string): Finding => ({
  verdict,
  reason,
  quote: passage?.text ?? null,
  note,
});

/** Judges one claim by what the page asserts for and against it; it never guesses. */
export function judgeClaim(reading: Reading, claim: Claim): Finding {
  const asked = `“${claim.words.trim()}”`;
  if (claim.kind === 'comparison')
    return finding('needs_review', 'comparison', undefined, `${asked} is a comparison or praise, which one page cannot prove.`);
  if (claim.kind === 'vague') return finding('needs_review', 'ambiguous', undefined, `${asked} says nothing that the rules can check.`);
  const said = statementsOf(reading, claim).map((one) =>
    claim.not ? { ...one, assertion: one.part ? ('unsure' as const) : negate[one.assertion] } : one,
  );
  const of = (assertion: Statement['assertion']) => said.filter((one) => one.assertion === assertion);
  const [some, no] = [of('yes'), of('no')];
  const yes = some.filter(({ part }) => !part);
  if (yes.length === 0 && some.length > 0) return finding('partial', 'part', bestOf(some), `The page says ${asked} only about a part.`);
  if (yes.length > 0 && no.length > 0)
    return finding('needs_review', 'conflict', bestOf(yes), `The page says both ${asked} and “${bestOf(no)?.text.slice(0, 120)}”.`);
  // a former status next to a plain statement leaves the present one in doubt
  if (yes.length > 0 && of('past').length > 0)
    return finding('needs_review', 'ambiguous', bestOf(of('past')), `The page also speaks of ${asked} as past.`);
  if (yes.length > 0) return finding('match', 'stated', bestOf(yes), `The page says so: ${asked}.`);
  if (no.length > 0) return finding('no_match', 'contradicted', bestOf(no), `The page contradicts ${asked}.`);
  if (of('maybe').length > 0)
    return finding('needs_review', 'hypothetical', bestOf(of('maybe')), `${asked} is planned, possible or wished for.`);
  const open = [...of('past'), ...of('unsure')];
  if (open.length > 0)
    return finding('needs_review', 'ambiguous', bestOf(open), `The page comes close to ${asked}, but its words are not conclusive.`);
  if (isTyped(claim)) return finding('needs_review', 'silent', undefined, `The page does not say whether ${asked}.`);
  return finding('no_match', 'silent', undefined, `The page does not say ${asked}.`);
}

/** "Very rare" is not proved by "rare". */
const DEGREE = /^(?:extremely|highly|very)\b/iu;

export const judgeCriterion = (reading: Reading, question: Question, request: string): Finding =>
  withDegree(question, judgeClaims(reading, question, request));

/** Leaves a match open if its quote lacks the degree that is asked. */
export function withDegree<F extends Finding>(question: Question, found: F): F {
  const degree = DEGREE.exec(question.label.trim())?.[0].toLowerCase();
  if (found.verdict !== 'match' || !degree || found.quote?.toLowerCase().includes(degree)) return found;
  return { ...found, verdict: 'needs_review', reason: 'ambiguous', note: `The page does not say “${degree}”.` };
}

/** Combines the claims of a criterion: all stated is `match`, one denied is `no_match`, some stated is `partial`. */
function judgeClaims(reading: Reading, question: Question, request: string): Finding {
  const statement = statementOf(question.label, question.description);
  if (statement) return contradictionOf(reading, statement) ?? judgeStatement(reading, statement);
  const claims = claimsOf(question.label, question.description, request);
  const findings = claims.map((claim) => judgeClaim(reading, claim));
  const [only] = findings;
  if (findings.length === 1 && only) return only;
  const denied = findings.find(({ verdict, reason }) => verdict === 'no_match' && reason === 'contradicted');
  if (denied) return denied;
  const stated = findings.filter(({ verdict }) => verdict === 'match');
  if (stated.length === findings.length && stated[0]) return { ...stated[0], note: stated.map(({ note }) => note).join(' ') };
  const review = findings.find(({ verdict, reason }) => verdict === 'needs_review' && reason !== 'silent');
  const missing = findings
    .filter(({ verdict }) => verdict !== 'match')
    .map(({ note }) => note)
    .join(' ');
  // "Reported" alone does not meet "reported in 2024": the time bound is what is asked
  const isUnbound = claims.some(({ kind }) => kind === 'typed');
  if (stated[0] && !review && !isUnbound)
    return { verdict: 'partial', reason: 'part', quote: stated[0].quote, note: `${stated[0].note} ${missing}` };
  const [rest = finding('needs_review', 'ambiguous', undefined, 'The criterion has nothing to judge.')] = review
    ? [review]
    : findings
        .filter(({ verdict }) => verdict !== 'match')
        .sort((a, b) => Number(b.verdict === 'needs_review') - Number(a.verdict === 'needs_review'));
  return rest;
}
