import { ask } from '../api/client.ts';
import {
  ChangesDocument,
  type ChangesQuery,
  HiddenPageDocument,
  type HiddenPageQuery,
  RowPageDocument,
  type RowPageQuery,
} from '../generated/documents.ts';

/** All rows of a webset that are shown, page by page. */
export async function* rowPages(id: string) {
  for (let after: string | null = null; ; ) {
    const { webset }: RowPageQuery = await ask(RowPageDocument, { id, after });
    yield webset.rows;
    if (!webset.rows.pageInfo.hasNextPage) return;
    after = webset.rows.pageInfo.endCursor;
  }
}

/** The rows that were set aside, page by page. */
export async function* hiddenPages(id: string) {
  for (let after: string | null = null; ; ) {
    const { webset }: HiddenPageQuery = await ask(HiddenPageDocument, { id, after });
    yield webset.rows.nodes;
    if (!webset.rows.pageInfo.hasNextPage) return;
    after = webset.rows.pageInfo.endCursor;
  }
}

/** The head with the rows that changed since a time, in milliseconds since 1970, page by page. */
export async function* changePages(id: string, since: number) {
  for (let after: string | null = null; ; ) {
    const { webset }: ChangesQuery = await ask(ChangesDocument, { id, after, since: new Date(since).toISOString() });
    yield webset;
    if (!webset.rows.pageInfo.hasNextPage) return;
    after = webset.rows.pageInfo.endCursor;
  }
}
