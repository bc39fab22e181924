import { z } from 'zod';
import type { CancelRunMutation, CancelRunMutationVariables } from '../generated/types.ts';
import { ofSession, operation, sessionRef } from '../operation.ts';
import { SESSION_HEAD, stored } from '../stored.ts';
import { session } from '../things.ts';

/** Cancels the run in progress. */
export const cancelRun = operation({
  summary: 'Stop the run',
  description: 'Stops the run in progress; what was found so far is kept. Without one nothing changes.',
  faults: ['NOT_FOUND'],
  input: sessionRef,
  output: z.object({ session }),
  document: stored<CancelRunMutation, CancelRunMutationVariables>(/* GraphQL */ `
    mutation CancelRun($input: CancelRunInput!) {
      cancelRun(input: $input) {
        webset {
          ...SessionHead
        }
      }
    }
    ${SESSION_HEAD}
  `),
  variables: ofSession,
  shape: ({ cancelRun: cancelled }) => ({ session: cancelled.webset }),
});
