import type { Verdict } from '../domain/verdict.ts';
import type { Context } from '../graphql/builder.ts';
import type { SheetRow } from '../services/sheet.ts';
import type { Documents } from './execute.ts';
import type { SessionQuery, SessionQueryVariables, SessionRowsQuery, SessionRowsQueryVariables } from './generated/types.ts';
import { CRITERION_FIELDS, ENRICHMENT_FIELDS, SESSION_HEAD, stored } from './stored.ts';

const SESSION = stored<SessionQuery, SessionQueryVariables>(/* GraphQL */ `
  query Session($id: UUID!) {
    webset(id: $id) {
      ...SessionHead
      criteria {
        ...CriterionFields
      }
      enrichments {
        ...EnrichmentFields
      }
    }
  }
  ${SESSION_HEAD}
  ${CRITERION_FIELDS}
  ${ENRICHMENT_FIELDS}
`);

const ROWS = stored<SessionRowsQuery, SessionRowsQueryVariables>(/* GraphQL */ `
  query SessionRows(
    $id: UUID!
    $first: Int!
    $after: String
    $criterionIds: [UUID!]
    $enrichmentIds: [UUID!]
    $verdict: Verdict
    $details: Boolean
  ) {
    webset(id: $id) {
      sheet(
        first: $first
        after: $after
        criterionIds: $criterionIds
        enrichmentIds: $enrichmentIds
        verdict: $verdict
        details: $details
      ) {
        rows
        endCursor
        hasNextPage
      }
    }
  }
`);

/** A page holds the event loop while it is read and written: 500 rows of eight cells did for 30 ms. */
const PAGE = 200;
/** Cells of a page: where results have more than 20 each, pages hold fewer of them. */
const CELLS = 4000;

export type Session = SessionQuery['webset'];
export type { SheetRow };

/** Which rows, and how much of each. */
export interface RowsAsked {
  /** Only those of this combined verdict. */
  verdict?: Verdict | undefined;
  /** How likely each is, and where its quotes stand. */
  details?: boolean;
}

/**
 * A session's head, columns and rows, whose cells stand in the order of the columns. The head and the first page are read before the first byte,
 * where a refusal can still be said.
 */
export async function openSession(documents: Documents, caller: Context, id: string, { verdict, details = false }: RowsAsked = {}) {
  const { webset: session } = await documents.execute(caller, SESSION, { id });
  const criterionIds = session.criteria.map((criterion) => criterion.id);
  const enrichmentIds = session.enrichments.map((enrichment) => enrichment.id);
  const first = Math.max(1, Math.min(PAGE, Math.floor(CELLS / Math.max(1, criterionIds.length + enrichmentIds.length))));
  const read = async (after: string | null) => {
    const { webset } = await documents.execute(caller, ROWS, {
      id,
      first,
      after,
      criterionIds,
      enrichmentIds,
      verdict,
      details,
    });
    return { ...webset.sheet, rows: webset.sheet.rows as SheetRow[] };
  };
  return { session, pages: pagesFrom(read, await read(null)) }; // after the head: a run that it calls ended has no later rows
}

interface Page {
  rows: SheetRow[];
  endCursor: string | null;
  hasNextPage: boolean;
}

/** Page by page; while one is written the next is read. */
async function* pagesFrom(read: (after: string | null) => Promise<Page>, first: Page) {
  for (let page = first; ; ) {
    const next = page.hasNextPage ? read(page.endCursor) : null;
    next?.catch(() => {}); // whoever stops reading never asks for it
    yield page.rows;
    if (!next) return;
    page = await next;
  }
}
