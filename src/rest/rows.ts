import type { Verdict } from '../domain/verdict.ts';
import { arrangedBy, type ViewColumn } from '../domain/view/view.ts';
import type { Context } from '../graphql/builder.ts';
import type { SheetRow } from '../services/sheet.ts';
import type { Documents } from './execute.ts';
import type {
  SessionQuery,
  SessionQueryVariables,
  SessionRowsQuery,
  SessionRowsQueryVariables,
  SessionViewQuery,
  SessionViewQueryVariables,
  SheetFieldsFragment,
} from './generated/types.ts';
import { CRITERION_FIELDS, ENRICHMENT_FIELDS, SESSION_HEAD, stored } from './stored.ts';

const SHEET_FIELDS = /* GraphQL */ `
  fragment SheetFields on Sheet {
    rows
    endCursor
    hasNextPage
  }
`;

/** The head, and the first page of all columns. */
const SESSION = stored<SessionQuery, SessionQueryVariables>(/* GraphQL */ `
  query Session($id: UUID!, $first: Int!, $verdict: Verdict, $details: Boolean) {
    webset(id: $id) {
      ...SessionHead
      criteria {
        ...CriterionFields
      }
      enrichments {
        ...EnrichmentFields
      }
      sheet(first: $first, verdict: $verdict, details: $details) {
        ...SheetFields
      }
    }
  }
  ${SESSION_HEAD}
  ${CRITERION_FIELDS}
  ${ENRICHMENT_FIELDS}
  ${SHEET_FIELDS}
`);

const ROWS = stored<SessionRowsQuery, SessionRowsQueryVariables>(/* GraphQL */ `
  query SessionRows(
    $id: UUID!
    $first: Int!
    $after: String
    $criterionIds: [UUID!]
    $enrichmentIds: [UUID!]
    $verdict: Verdict
    $rowIds: [UUID!]
    $details: Boolean
  ) {
    webset(id: $id) {
      sheet(
        first: $first
        after: $after
        criterionIds: $criterionIds
        enrichmentIds: $enrichmentIds
        verdict: $verdict
        rowIds: $rowIds
        details: $details
      ) {
        ...SheetFields
      }
    }
  }
  ${SHEET_FIELDS}
`);

const VIEW = stored<SessionViewQuery, SessionViewQueryVariables>(/* GraphQL */ `
  query SessionView($id: UUID!, $view: UUID, $matchesFirst: Boolean!) {
    webset(id: $id) {
      viewRows(view: $view, matchesFirst: $matchesFirst)
      views {
        id: uuid
        columns {
          criterionId
          enrichmentId
          hidden
        }
      }
    }
  }
`);

/** A page holds the event loop while it is read and written: 200 rows of eight cells did for up to 39 ms, 100 for 16. */
const PAGE = 100;

export type Session = Omit<SessionQuery['webset'], 'sheet'>;
export type { SheetRow };

/** Which rows, and how much of each. */
export interface RowsAsked {
  /** Only those of this combined verdict. */
  verdict?: Verdict | undefined;
  /** With the probability of each cell and the offsets of its quotes. */
  details?: boolean;
  /** Those of a view, in its order, with the columns that it shows, in its order. */
  view?: string | undefined;
  /** Whether rows that no view sorts come by their verdicts, matches first, instead of in the order found. */
  matchesFirst?: boolean;
}

/**
 * A session's head, columns and rows, whose cells are in the order of the columns. The head and the first page are read first,
 * so that a refusal can still be sent.
 */
export async function openSession(
  documents: Documents,
  caller: Context,
  id: string,
  { verdict, details = false, view, matchesFirst = false }: RowsAsked = {},
) {
  const isViewed = view !== undefined || matchesFirst;
  const {
    webset: { sheet: firstSheet, ...webset },
  } = await documents.execute(caller, SESSION, { id, first: isViewed ? 0 : PAGE, verdict, details });
  const viewed = isViewed ? await openView(documents, caller, { id, view, matchesFirst }) : null;
  const session = viewed
    ? {
        ...webset,
        criteria: arrangedBy(viewed.columns, 'criterionId', webset.criteria),
        enrichments: arrangedBy(viewed.columns, 'enrichmentId', webset.enrichments),
      }
    : webset;
  const criterionIds = session.criteria.map((criterion) => criterion.id);
  const enrichmentIds = session.enrichments.map((enrichment) => enrichment.id);
  const sheet = async (window: { first: number; after?: string | null; rowIds?: string[] }) => {
    const found = await documents.execute(caller, ROWS, { id, criterionIds, enrichmentIds, verdict, details, ...window });
    return pageOf(found.webset.sheet);
  };
  const read: Read = viewed
    ? async (after, first) => {
        const from = Number(after ?? 0);
        const { rows, hasNextPage } = await sheet({ first, rowIds: viewed.rowIds.slice(from, from + first) });
        const next = hasNextPage ? viewed.rowIds.indexOf(rows.at(-1)?.id ?? '') + 1 : from + first;
        return { rows, endCursor: String(next), hasNextPage: next < viewed.rowIds.length };
      }
    : (after, first) => sheet({ first, after });
  // a first page is read after the head: a run that it calls ended has no later rows
  return { session, pages: pagesFrom(read, isViewed ? await read(null, PAGE) : pageOf(firstSheet)) };
}

const pageOf = (sheet: SheetFieldsFragment): Page => ({ ...sheet, rows: sheet.rows as SheetRow[] });

/** The ids of a view's rows in its order, or of all, and its columns. NOT_FOUND when there is no such view. */
async function openView(documents: Documents, caller: Context, { view, ...asked }: SessionViewQueryVariables) {
  const { webset } = await documents.execute(caller, VIEW, { ...asked, ...(view && { view }) });
  const columns = webset.views.find((one) => one.id === view)?.columns ?? [];
  return { rowIds: webset.viewRows as string[], columns: columns.map(withoutNulls) };
}

const withoutNulls = ({
  criterionId,
  enrichmentId,
  hidden,
}: SessionViewQuery['webset']['views'][number]['columns'][number]): ViewColumn => ({
  ...(criterionId && { criterionId }),
  ...(enrichmentId && { enrichmentId }),
  hidden,
});

interface Page {
  rows: SheetRow[];
  endCursor: string | null;
  hasNextPage: boolean;
}

type Read = (after: string | null, first: number) => Promise<Page>;

/** Page by page; while one is written the next is read. After one that long texts cut, at most twice as many rows are asked for. */
async function* pagesFrom(read: Read, first: Page) {
  for (let page = first; ; ) {
    const next = page.hasNextPage ? read(page.endCursor, Math.min(PAGE, 2 * page.rows.length || PAGE)) : null;
    next?.catch(() => {}); // a reader that stops never asks for it
    yield page.rows;
    if (!next) return;
    page = await next;
  }
}
