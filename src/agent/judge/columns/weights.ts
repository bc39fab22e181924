import trained from '../weights/columns.json' with { type: 'json' };
import type { FORMATS } from './asked.ts';

type ByFormat<T> = Record<(typeof FORMATS)[number], T>;

/** What `npm run train` learns of columns from an evaluation folder; never edited by hand. */
export interface ColumnWeights {
  /** Of the features of values that `score-column.ts` names. */
  ranks: ByFormat<readonly number[]>;
  /** How likely the best value of a page is right, by what `decide.ts` tells of it, and the likelihood from which on it is filled; of a page by itself, of one among others, and after values were confirmed. */
  fill: Record<'alone' | 'untaught' | 'taught', { sure: readonly number[]; cuts: ByFormat<number> }>;
}

export const shipped: ColumnWeights = trained.weights;
