import { z } from 'zod';
import { listInput } from '../../domain/webset-state.ts';
import type { ListSessionsQuery, ListSessionsQueryVariables } from '../generated/types.ts';
import type { Operation } from '../operation.ts';
import { SESSION_HEAD, stored } from '../stored.ts';
import { session } from '../things.ts';

const LIST = stored<ListSessionsQuery, ListSessionsQueryVariables>(/* GraphQL */ `
  query ListSessions($first: Int!) {
    websets(first: $first) {
      nodes {
        ...SessionHead
      }
    }
  }
  ${SESSION_HEAD}
`);

/** Lists the caller's websets: at most 100, whose requests and notes have 10,000 characters each. */
export const listSessions = {
  summary: 'List one’s sessions',
  description: 'The signed-in user’s sessions, the newest first.',
  faults: [],
  signedIn: true,
  input: listInput,
  output: z.object({ sessions: z.array(session).describe('The newest first.') }),
  async answer(documents, caller, { limit }) {
    const { websets } = await documents.execute(caller, LIST, { first: limit });
    return { sessions: websets.nodes };
  },
} satisfies Operation<typeof listInput>;
