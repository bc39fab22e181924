import trained from './judge.json' with { type: 'json' };

/** The weights that `npm run train` learns from an evaluation folder. Never edit the file by hand. */
export interface Weights {
  /** Weights of the features that `learn/prior.ts` names. */
  prior: readonly number[];
}

export const shipped: Weights = trained.weights;
