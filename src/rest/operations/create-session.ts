import { z } from 'zod';
import { createWebsetInput } from '../../domain/webset-state.ts';
import type { CreateSessionMutation, CreateSessionMutationVariables } from '../generated/types.ts';
import { operation } from '../operation.ts';
import { SESSION_HEAD, stored } from '../stored.ts';
import { session } from '../things.ts';

/** Makes a webset. */
export const createSession = operation({
  summary: 'Make a session',
  description: 'Makes a session, the caller’s when signed in. Nothing is searched until `startRun`.',
  faults: ['TOO_MANY_REQUESTS'],
  input: createWebsetInput,
  output: z.object({ session }),
  document: stored<CreateSessionMutation, CreateSessionMutationVariables>(/* GraphQL */ `
    mutation CreateSession($input: CreateWebsetInput!) {
      createWebset(input: $input) {
        webset {
          ...SessionHead
        }
      }
    }
    ${SESSION_HEAD}
  `),
  variables: (input) => ({ input }),
  shape: ({ createWebset }) => ({ session: createWebset.webset }),
});
