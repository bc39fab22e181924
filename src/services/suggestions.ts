import type { Category } from '../domain/webset-state.ts';
import * as language from '../language/suggest.ts';

export type { Suggestion } from '../language/suggest.ts';

/** The criteria and columns that a request suggests; by rule alone, nothing is read or written. */
export const suggestPlan = (request: string, category: Category | null) => language.suggestPlan(request, category);
