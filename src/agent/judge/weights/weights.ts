import trained from './judge.json' with { type: 'json' };

/** What `npm run train` learns from an evaluation folder; never edited by hand. */
export interface Weights {
  /** Of the features that `learn/prior.ts` names. */
  prior: readonly number[];
  /** From a learned logit to a calibrated one. */
  slope: number;
  shift: number;
}

export const shipped: Weights = trained.weights;
