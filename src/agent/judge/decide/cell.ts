import type { Span } from '../../../domain/page/evidence.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import type { Likest } from '../learn/learn.ts';
import type { Ruled } from '../learn/ruled.ts';
import type { TaughtSentence } from './taught.ts';

/** Which row of the policy decided; `answered` is shown as `person` or `model` (domain/why.ts). `presumed` and `unlikely` come after it: the page may be of the kind, the row as a whole is not likely enough. */
export type Why =
  | 'answered'
  | 'regained'
  | 'model'
  | 'unscored'
  | 'language'
  | 'stated'
  | 'contradicted'
  | 'part'
  | 'learned_match'
  | 'taught_match'
  | 'taught_open'
  | 'learned_no_match'
  | 'learned_open'
  | 'unproved'
  | 'unclear'
  | 'open'
  | 'presumed'
  | 'unlikely';

/** What is known of a cell. Spans are on the row's page. */
export interface KnownCell {
  /** What a person said of it, or a model whose word is learned from. */
  answer: { verdict: Verdict; passage: Span | null } | null;
  /** What a model said of it that is not learned from; `isWeak`: it left this cell open, as it leaves open most of what the rules prove; `wasRegained`: what stands is
   * what the rules regained from it. */
  model: { verdict: Verdict; passage: Span | null; isWeak: boolean; wasRegained: boolean } | null;
  /** Whether the row needs it: one that it does not need is decided alone. */
  isRequired: boolean;
  /** Whether its page is of a collection that a person chose. */
  isChosen: boolean;
  /** Whether its page was scored for it. */
  isScored: boolean;
  /** What the rules read, behind the guard. */
  rule: Ruled | null;
  /** The probability of a match, and the same before it was put right by how earlier ones held. */
  p: number;
  foreseen: number;
  /** Whether answers to the criterion decide its other cells. */
  isLearned: boolean;
  /** Whether pages say it in so few ways that the rules know them (prepared.ts). */
  isPlain: boolean;
  /** Whether answers may make it no match. */
  mayDeny: boolean;
  /** The sentence that is likest those that were clicked with answers; null where too few were, or where these are mostly those that the rules quote. */
  clicked: Span | null;
  /** The sentence that bears most on it; null where that denies. */
  sentence(): Span | null;
  /** A sentence of its page that says the same as one that proves it on an answered row. */
  taught: TaughtSentence | null;
  /** Of the answered rows most like its own, how many there are, meet it, and do not; null without answers. */
  likest: Likest | null;
}

/** A cell as it is decided. `probability`: of a match, 0 to 1. `foreseen`: kept with an answer as its `before`. `evidence`: what proves it. */
export interface DecidedCell {
  verdict: Verdict | null;
  why: Why;
  probability: number;
  foreseen: number;
  evidence: Span | null;
  rule: Ruled | null;
  likest: KnownCell['likest'];
  /** Whether what stands is what the rules regained from a model. */
  wasRegained: boolean;
}
