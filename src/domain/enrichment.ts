import { z } from 'zod';
import { descriptionInput, labelInput } from './criterion.ts';

/** CONTRIBUTING.md, "Add a column format", lists what a new format needs. Code that has no rule for it treats it as text. */
export const FORMATS = ['text', 'url', 'number', 'date'] as const;
export type Format = (typeof FORMATS)[number];

/** Enrichments of a webset, limited as criteria are. */
export const ENRICHMENTS_MAX = 100;

/** A column whose value the agent takes from each row's page (spec section 2). Values are strings in every format. */
export interface Enrichment {
  id: string;
  label: string;
  description: string | null;
  format: Format;
}

export const formatInput = z
  .enum(FORMATS)
  .describe('What the values are: text, url (absolute), number (plain decimal) or date (ISO 8601).');

export const enrichmentInput = z.object({
  label: labelInput,
  description: descriptionInput.optional(),
  format: formatInput.default('text'),
});
export type EnrichmentInput = z.infer<typeof enrichmentInput>;

export const enrichmentChange = z.object({
  label: labelInput.optional(),
  description: descriptionInput.nullish(),
  format: formatInput.optional(),
});
export type EnrichmentChange = z.infer<typeof enrichmentChange>;
