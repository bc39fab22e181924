import { z } from 'zod';
import { enrichmentInput } from '../../domain/enrichment.ts';
import type { AddEnrichmentMutation, AddEnrichmentMutationVariables } from '../generated/types.ts';
import { inSession, operation, sessionRef } from '../operation.ts';
import { ENRICHMENT_FIELDS, stored } from '../stored.ts';
import { enrichment } from '../things.ts';

/** Adds an enrichment to a webset. */
export const addEnrichment = operation({
  summary: 'Add a column',
  description: 'Results get values from the next run on. CONFLICT when the session has a column of that label, or 100 columns.',
  faults: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  input: sessionRef.extend(enrichmentInput.shape),
  output: z.object({ enrichment }),
  document: stored<AddEnrichmentMutation, AddEnrichmentMutationVariables>(/* GraphQL */ `
    mutation AddEnrichment($input: AddEnrichmentInput!) {
      addEnrichment(input: $input) {
        enrichment {
          ...EnrichmentFields
        }
      }
    }
    ${ENRICHMENT_FIELDS}
  `),
  variables: inSession,
  shape: ({ addEnrichment: added }) => ({ enrichment: added.enrichment }),
});
