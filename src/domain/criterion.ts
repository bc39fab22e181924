import { z } from 'zod';
import { nameOf, textOf } from './text.ts';

export const LABEL_MAX = 80;
export const DESCRIPTION_MAX = 500;

/**
 * Criteria of a webset: each adds a cell to every row, and anyone who has the id may add some. Concurrent additions may exceed it by a few.
 */
export const CRITERIA_MAX = 100;

/**
 * A yes/no check that judges every row (spec section 2). `derived`: the agent made it from the request. Only `required` criteria count in
 * the combined verdict.
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

/** A change of a criterion: an absent field stays as it is, a null description is removed. */
export const criterionChange = z.object({
  label: labelInput.optional(),
  description: descriptionInput.nullish(),
  required: z.boolean().optional(),
});
export type CriterionChange = z.infer<typeof criterionChange>;
