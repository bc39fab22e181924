import type { Format } from '../../../domain/enrichment.ts';
import trained from '../weights/columns.json' with { type: 'json' };

type ByFormat<T> = Record<Format, T>;

/** The column weights that `npm run train` learns from an evaluation folder. Never edit the file by hand. */
export interface ColumnWeights {
  /** Weights of the features that `score-column.ts` names. */
  ranks: ByFormat<readonly number[]>;
  /**
   * Weights of `Pick.sure` for the likelihood of a page's best value: for a few pages, for a run of pages, and after values were confirmed.
   */
  sure: Record<'alone' | 'untaught' | 'taught', readonly number[]>;
  /** The least likelihood at which a column with confirmed values is filled. */
  cuts: ByFormat<number>;
}

export const shipped: ColumnWeights = trained.weights;
