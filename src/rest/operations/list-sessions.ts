import { z } from 'zod';
import { listInput } from '../../domain/webset.ts';
import type { ListSessionsQuery, ListSessionsQueryVariables } from '../generated/types.ts';
import type { Operation } from '../operation.ts';
import { SESSION_HEAD, stored } from '../stored.ts';
import { session } from '../things.ts';

const PAGE = stored<ListSessionsQuery, ListSessionsQueryVariables>(/* GraphQL */ `
  query ListSessions($first: Int!, $after: String) {
    websets(first: $first, after: $after) {
      nodes {
        ...SessionHead
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
  ${SESSION_HEAD}
`);

/** Lists the caller's websets: at once where their texts are short, else page by page, one such answer to a caller at a time. */
export const listSessions = {
  summary: 'List one’s sessions',
  description: 'The signed-in user’s sessions, the newest first.',
  faults: [],
  signedIn: true,
  input: listInput,
  output: z.object({ sessions: z.array(session).describe('The newest first.') }),
  async answer(documents, caller, { limit }) {
    const read = async (first: number, after: string | null) => (await documents.execute(caller, PAGE, { first, after })).websets;
    const first = await read(limit, null);
    if (first.nodes.length === limit || !first.pageInfo.hasNextPage) return { sessions: first.nodes };
    caller.answer?.holdAlone();
    return piecesOf(read, limit, first);
  },
} satisfies Operation<typeof listInput>;

interface Page {
  nodes: object[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

async function* piecesOf(read: (first: number, after: string | null) => Promise<Page>, limit: number, first: Page) {
  let text = '{"sessions":[';
  let left = limit;
  for (let page = first; ; page = await read(left, page.pageInfo.endCursor)) {
    for (const session of page.nodes) {
      text += `${left < limit ? ',' : ''}${JSON.stringify(session)}`;
      left--;
    }
    yield text;
    text = '';
    if (left === 0 || !page.pageInfo.hasNextPage) break;
  }
  yield ']}';
}
