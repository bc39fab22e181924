import { z } from 'zod';
import { descriptionInput, labelInput } from './criterion.ts';

/**
 * A further format begins here, then a migration; the tables by format that lack it do not compile. What takes it for a text until it says otherwise: reading it off a
 * page (`agent/judge/rules/columns/extract.ts`, `agent/judge/columns/{asked,candidates}.ts`), how a quote proves it (`agent/evidence/derive.ts`), what a model is told
 * (`agent/model/prompt.ts`), sorting and filters (`db/queries/views/arrange.ts`), and downloads (`rest/download`). The ranker is trained anew (`npm run train`).
 */
export const FORMATS = ['text', 'url', 'number', 'date'] as const;
export type Format = (typeof FORMATS)[number];

/** Enrichments of a webset, bounded as its criteria are. */
export const ENRICHMENTS_MAX = 100;

/** A column whose value the agent takes from each result's page (spec section 2). Values are strings in every format. */
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
