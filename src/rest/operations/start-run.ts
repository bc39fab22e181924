import { z } from 'zod';
import type { StartRunMutation, StartRunMutationVariables } from '../generated/types.ts';
import { ofSession, operation, sessionRef } from '../operation.ts';
import { SESSION_HEAD, stored } from '../stored.ts';
import { session } from '../things.ts';

/** Starts a run. */
export const startRun = operation({
  summary: 'Start a run',
  description: 'Starts the agent over the criteria and columns of this moment. CONFLICT while a run is in progress.',
  faults: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  input: sessionRef,
  output: z.object({ session }),
  document: stored<StartRunMutation, StartRunMutationVariables>(/* GraphQL */ `
    mutation StartRun($input: StartRunInput!) {
      startRun(input: $input) {
        webset {
          ...SessionHead
        }
      }
    }
    ${SESSION_HEAD}
  `),
  variables: ofSession,
  shape: ({ startRun: started }) => ({ session: started.webset }),
});
