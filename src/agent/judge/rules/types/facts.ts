import { holdsName, isOpenList, mayBeName } from '../../../../language/english/proper-names.ts';
import type { Reading } from '../../text/reading.ts';
import type { Statement } from '../../text/statements.ts';
import type { FactClaim } from '../claims/claims-special.ts';
import { type Fact, factsOf } from '../facts/facts.ts';
import { judgeStatus } from './status.ts';

/** The assertions of a page's facts on a claim. A labelled value decides: it is the one asked for, or another. */
export function judgeFact(reading: Reading, claim: FactClaim): Statement[] {
  if (claim.kind === 'status') return judgeStatus(reading, claim);
  if (claim.kind === 'role') return judgeRole(reading, claim);
  const asked = claim.value.toLowerCase();
  return factsOf(reading, claim.concept).map(({ value, passage, assertion }) => {
    const said = value.toLowerCase();
    const holds =
      said === asked || new RegExp(String.raw`${asked.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')}(?:ic|s)?(?![\p{L}\p{N}])`, 'u').test(said);
    return { passage, assertion: assertion !== 'yes' ? 'unsure' : holds ? 'yes' : 'no' };
  });
}

/** A list of the holders of a role is complete unless it says otherwise: people who are not on it do not hold the role. */
function judgeRole(reading: Reading, claim: Extract<FactClaim, { kind: 'role' }>): Statement[] {
  const facts = factsOf(reading, claim.concept);
  const held = facts.filter(({ value }) => claim.any.some((name) => holdsName(value, name)));
  if (held.length > 0) return held.map(({ passage, assertion }) => ({ passage, assertion }));
  // "A. Lee" may be Ann Lee, and a list that ends in "et al." is incomplete
  const isOpen = ({ value, passage, how }: Fact) =>
    isOpenList(value) || (how === 'said' && passage.text.length < 300 && isOpenList(passage.text));
  const isWhole = !facts.some((fact) => isOpen(fact) || claim.any.some((name) => mayBeName(fact.value, name)));
  return facts.map(({ passage, assertion }) => ({ passage, assertion: assertion === 'yes' && isWhole ? 'no' : 'unsure' }));
}
