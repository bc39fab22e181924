import type { z } from 'zod';
import type { listInput } from '../domain/webset.ts';
import type { Context } from '../graphql/builder.ts';
import type { Documents } from './execute.ts';
import { ListSessionsDocument } from './generated/documents.ts';

/** The caller's sessions, newest first: at once where their texts are short, else page by page, one such answer to a caller at a time. */
export async function listSessions(
  documents: Documents,
  caller: Context,
  { limit }: z.output<typeof listInput>,
): Promise<object | AsyncIterable<string>> {
  const read = async (first: number, after: string | null) =>
    (await documents.execute(caller, ListSessionsDocument, { first, after })).websets;
  const first = await read(limit, null);
  if (first.nodes.length === limit || !first.pageInfo.hasNextPage) return { sessions: first.nodes };
  caller.answer?.holdAlone();
  return piecesOf(read, limit, first);
}

type Page = Awaited<ReturnType<Documents['execute']>> & { nodes: object[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };

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
