import type { Span } from '../../../domain/page/evidence.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import type { Likest } from '../learn/learn.ts';
import type { Ruled } from '../learn/ruled.ts';
import type { TaughtSentence } from './taught.ts';

/**
 * The policy row that decided; `answered` is shown as `person` or `model` (domain/why.ts). `presumed` and `unlikely` are set after the
 * policy, from the row as a whole (decide-row.ts).
 */
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

/** Everything that the decision of a cell depends on. Spans are on the row's page. */
export interface KnownCell {
  /** The answer of a person, or of a model whose answers are learned from. */
  answer: { verdict: Verdict; passage: Span | null } | null;
  /**
   * A model's verdict that is not learned from. `isWeak`: it left this cell open, as it leaves open most cells that the rules prove.
   * `wasRegained`: the rules' match replaced it in storage.
   */
  model: { verdict: Verdict; passage: Span | null; isWeak: boolean; wasRegained: boolean } | null;
  /** Whether the row must meet the criterion. A cell that is not required is decided without regard to its row. */
  isRequired: boolean;
  /** Whether the page belongs to a collection that a person chose. */
  isChosen: boolean;
  /** Whether the page has a score for the criterion. */
  isScored: boolean;
  /** The rules' guarded finding. */
  rule: Ruled | null;
  /** The probability of a match. `foreseen` is the same before it is corrected by how well earlier predictions held. */
  p: number;
  foreseen: number;
  /** Whether the criterion has enough answers to decide its other cells. */
  isLearned: boolean;
  /** Whether the rules know every usual wording of the criterion (prepared.ts). */
  isPlain: boolean;
  /** Whether answers may decide the cell as `no_match`. */
  mayDeny: boolean;
  /** The sentence most similar to clicked sentences; null if too few were clicked, or if the rules quote most of those. */
  clicked: Span | null;
  /** Returns the sentence that bears most on the criterion; null if it denies the criterion. */
  sentence(): Span | null;
  /** A sentence of the page that says the same as a proof on an answered row. */
  taught: TaughtSentence | null;
  /** Of the answered rows most like this one: how many there are, match and do not match; null without answers. */
  likest: Likest | null;
}

/**
 * A decided cell. `probability` of a match is 0 to 1; `foreseen` is stored with an answer as its `before`; `evidence` proves the verdict.
 */
export interface DecidedCell {
  verdict: Verdict | null;
  why: Why;
  probability: number;
  foreseen: number;
  evidence: Span | null;
  rule: Ruled | null;
  likest: KnownCell['likest'];
  /** Whether the stored verdict is a match that the rules regained from a model. */
  wasRegained: boolean;
}
