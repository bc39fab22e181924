import trained from './judge.json' with { type: 'json' };

/** What `npm run train` learns from an evaluation folder; never edited by hand. */
export interface Weights {
  /** Of the features that `learn/prior.ts` names. */
  prior: readonly number[];
}

export const shipped: Weights = trained.weights;
