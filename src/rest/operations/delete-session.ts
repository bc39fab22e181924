import { z } from 'zod';
import type { DeleteSessionMutation, DeleteSessionMutationVariables } from '../generated/types.ts';
import { ofSession, operation, sessionRef } from '../operation.ts';
import { stored } from '../stored.ts';

/** Deletes a webset. */
export const deleteSession = operation({
  summary: 'Delete a session',
  description: 'Deletes a session and its results for good; a run in progress is cancelled.',
  faults: ['NOT_FOUND'],
  input: sessionRef,
  output: z.object({ deleted: z.literal(true) }),
  document: stored<DeleteSessionMutation, DeleteSessionMutationVariables>(/* GraphQL */ `
    mutation DeleteSession($input: DeleteWebsetInput!) {
      deleteWebset(input: $input) {
        websetId
      }
    }
  `),
  variables: ofSession,
  shape: () => ({ deleted: true }),
});
