import { z } from 'zod';
import { claimInput } from '../../domain/webset-state.ts';
import type { ClaimSessionsMutation, ClaimSessionsMutationVariables } from '../generated/types.ts';
import { operation } from '../operation.ts';
import { stored } from '../stored.ts';

/** Makes websets without an owner the caller’s. */
export const claimSessions = operation({
  summary: 'Claim sessions',
  description: 'Makes sessions that belong to nobody the signed-in user’s.',
  faults: [],
  signedIn: true,
  input: z.object({ sessionIds: claimInput.describe('The ids of the sessions to claim.') }),
  output: z.object({
    claimed: z
      .array(z.uuid())
      .describe('Those that are now the caller’s, in the order asked, repeats once. Missing ones and other people’s are left out.'),
  }),
  document: stored<ClaimSessionsMutation, ClaimSessionsMutationVariables>(/* GraphQL */ `
    mutation ClaimSessions($input: ClaimWebsetsInput!) {
      claimWebsets(input: $input) {
        websetIds
      }
    }
  `),
  variables: ({ sessionIds }) => ({ input: { websetIds: sessionIds } }),
  shape: ({ claimWebsets }) => ({ claimed: claimWebsets.websetIds }),
});
