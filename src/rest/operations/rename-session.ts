import { z } from 'zod';
import { titleInput } from '../../domain/webset-state.ts';
import type { RenameSessionMutation, RenameSessionMutationVariables } from '../generated/types.ts';
import { inSession, operation, sessionRef } from '../operation.ts';
import { SESSION_HEAD, stored } from '../stored.ts';
import { session } from '../things.ts';

/** Sets the title of a webset. */
export const renameSession = operation({
  summary: 'Set the title',
  description: 'Sets the display title.',
  faults: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  input: sessionRef.extend({ title: titleInput }),
  output: z.object({ session }),
  document: stored<RenameSessionMutation, RenameSessionMutationVariables>(/* GraphQL */ `
    mutation RenameSession($input: RenameWebsetInput!) {
      renameWebset(input: $input) {
        webset {
          ...SessionHead
        }
      }
    }
    ${SESSION_HEAD}
  `),
  variables: inSession,
  shape: ({ renameWebset }) => ({ session: renameWebset.webset }),
});
