import type { Context } from '../graphql/builder.ts';
import type { Documents } from './execute.ts';
import { SessionDocument, type SessionQuery, SessionRowsDocument, type SessionRowsQuery } from './generated/documents.ts';

const PAGE = 500;

export type Session = SessionQuery['webset'];
export type SessionRow = SessionRowsQuery['webset']['rows']['nodes'][number];

/** A session's head, columns and rows: the head and the first page are read before the first byte, where a refusal can still be said. */
export async function openSession(documents: Documents, caller: Context, id: string) {
  const { webset } = await documents.execute(caller, SessionDocument, { id });
  const first = await documents.execute(caller, SessionRowsDocument, { id, first: PAGE, after: null }); // after the head: a run that it calls ended has no later rows
  return { session: webset, pages: pagesFrom(documents, caller, id, first) };
}

async function* pagesFrom(documents: Documents, caller: Context, id: string, first: SessionRowsQuery) {
  for (let page = first.webset.rows; ; ) {
    yield page.nodes;
    if (!page.pageInfo.hasNextPage) return;
    page = (await documents.execute(caller, SessionRowsDocument, { id, first: PAGE, after: page.pageInfo.endCursor })).webset.rows;
  }
}

/** A row's cells in the order of the session's columns, a person's verdict before the reasoner's; null where nothing was found or evaluated. */
export function cellsOf({ criteria, enrichments }: Session, row: SessionRow) {
  const values = new Map(row.values.map(({ enrichment, value }) => [enrichment.id, value]));
  const verdicts = new Map(
    row.verdicts.map(({ criterion, verdict, evidence }) => [criterion.id, { verdict, evidence: evidence?.quote ?? null }]),
  );
  return {
    values: enrichments.map(({ id }) => values.get(id) ?? null),
    verdicts: criteria.map(({ id }) => {
      const cell = verdicts.get(id);
      return cell?.verdict ? cell : null;
    }),
  };
}
