import trained from './judge.json' with { type: 'json' };

type Format = 'text' | 'url' | 'number' | 'date';

/** What `npm run train` learns from an evaluation folder; never edited by hand. */
export interface Weights {
  /** Of the features that `learn/prior.ts` names. */
  prior: readonly number[];
  /** Of the features of values that `columns/score-column.ts` names, by a column's format. */
  columns: Record<Format, readonly number[]>;
  /** The likelihood from which on a value is filled, without and with confirmed values, by format. */
  cuts: Record<Format, readonly number[]>;
}

export const shipped: Weights = trained.weights;
