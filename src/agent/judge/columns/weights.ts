import type { Format } from '../../../domain/enrichment.ts';
import trained from '../weights/columns.json' with { type: 'json' };

type ByFormat<T> = Record<Format, T>;

/** What `npm run train` learns of columns from an evaluation folder; never edited by hand. */
export interface ColumnWeights {
  /** Of the features of values that `score-column.ts` names. */
  ranks: ByFormat<readonly number[]>;
  /** How likely the best value of a page is right, by what `decide.ts` tells of it: of a page by itself, of one among others, and after values were confirmed. */
  sure: Record<'alone' | 'untaught' | 'taught', readonly number[]>;
  /** The likelihood from which on a column is filled of which values were confirmed. */
  cuts: ByFormat<number>;
}

export const shipped: ColumnWeights = trained.weights;
