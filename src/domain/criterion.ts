import { z } from 'zod';
import { nameOf, textOf } from './text.ts';

export const LABEL_MAX = 80;
export const DESCRIPTION_MAX = 500;

/** Criteria of a webset: every result has a cell for each, and whoever holds the id may add some. Those that come at once may pass it by a few. */
export const CRITERIA_MAX = 100;

/**
 * A yes/no check that every result is judged by (spec section 2). `derived` when the agent made it from the request. One that is not `required`
 * has no part in the combined verdict.
 */
export interface Criterion {
  id: string;
  label: string;
  description: string | null;
  derived: boolean;
  required: boolean;
}

export const labelInput = nameOf(1, LABEL_MAX).describe('The name of it, unique within its webset.');
export const descriptionInput = textOf(0, DESCRIPTION_MAX).describe('What exactly is asked.');

export const criterionInput = z.object({ label: labelInput, description: descriptionInput.optional() });
export type CriterionInput = z.infer<typeof criterionInput> & { required?: boolean | undefined };

/** What may be changed: an absent field stays as it is, a null description is taken away. */
export const criterionChange = z.object({
  label: labelInput.optional(),
  description: descriptionInput.nullish(),
  required: z.boolean().optional(),
});
export type CriterionChange = z.infer<typeof criterionChange>;
