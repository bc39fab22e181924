import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse } from 'graphql';

/** A stored document. `npm run generate` writes the types of its data and variables to generated/types.ts. */
export const stored = <D, V>(text: string): TypedDocumentNode<D, V> => parse(text, { noLocation: true });

/** A session without its criteria, columns and results. */
export const SESSION_HEAD = /* GraphQL */ `
  fragment SessionHead on Webset {
    id: uuid
    title
    originalQuery
    category
    notes
    status
    runAlive
    createdAt
    updatedAt
    run {
      id: uuid
      state
      reason
      attempt
      startedAt
      endedAt
      counts {
        found
        read
        unreadable
        judged
        matched
      }
    }
  }
`;

export const CRITERION_FIELDS = /* GraphQL */ `
  fragment CriterionFields on Criterion {
    id: uuid
    label
    description
  }
`;

export const ENRICHMENT_FIELDS = /* GraphQL */ `
  fragment EnrichmentFields on Enrichment {
    id: uuid
    label
    description
    format
  }
`;
