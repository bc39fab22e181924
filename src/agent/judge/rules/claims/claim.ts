import type { FactClaim } from './claims-special.ts';

/** One thing that a page can assert or deny. `not`: the criterion asks for the contrary. */
export type Claim = { words: string; not: boolean } & (
  | { kind: 'comparison' }
  | { kind: 'vague' }
  /** Judged by facts (language/asks): a bound, a place, a licence. */
  | { kind: 'typed' }
  /** Each group must be found. One alternative of a group suffices, with all its stems adjacent. */
  | { kind: 'text'; groups: string[][][] }
  | FactClaim
);
export type Bare<C> = C extends unknown ? Omit<C, 'words' | 'not'> : never;

export const isTyped = (claim: Claim) =>
  claim.not || (!['text', 'vague'].includes(claim.kind) && !(claim.kind === 'role' && claim.concept !== 'authors'));
