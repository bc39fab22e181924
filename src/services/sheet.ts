import * as db from '../db/queries/rows/sheet.ts';
import { listStandingValues } from '../db/queries/rows/value-review.ts';
import type { RowStatus } from '../domain/row.ts';
import type { Verdict } from '../domain/verdict.ts';
import type { Webset } from '../domain/webset.ts';
import type { Call } from './call.ts';

/** A row with its cells, in the order that the columns were asked for; null where nothing was found or evaluated. */
export interface SheetRow {
  id: string;
  url: string;
  title: string;
  status: RowStatus;
  matchVerdict: Verdict | null;
  values: (string | null)[];
  /** A person's verdict before the reasoner's; the sentence that the person chose, else the reasoner's evidence. */
  verdicts: ({ verdict: Verdict; evidence: string | null } | null)[];
}

export interface SheetAsked {
  first: number;
  /** A position, exclusive. */
  after?: number | undefined;
  criterionIds: readonly string[];
  enrichmentIds: readonly string[];
}

/** Some shown rows of an opened webset with the cells of these criteria and columns, in the order found; `end` is the last one's position. */
export async function readSheet(
  call: Call,
  webset: Pick<Webset, 'id'>,
  { first, after = 0, criterionIds, enrichmentIds }: SheetAsked,
): Promise<{ rows: SheetRow[]; end: number | null; hasNextPage: boolean }> {
  const found = await db.listSheetHeads(call.db, webset.id, after, first + 1);
  const heads = found.slice(0, first);
  const ids = heads.map(({ id }) => id);
  const [extracted, cells, standing, standingValues] = await Promise.all([
    db.listSheetValues(call.db, ids, enrichmentIds),
    db.listSheetVerdicts(call.db, ids, criterionIds),
    db.listStandingVerdicts(call.db, ids),
    listStandingValues(call.db, ids),
  ]);
  const reviewed = new Map(standing.map((entry) => [`${entry.rowId} ${entry.criterionId}`, entry]));
  const corrected = new Map(standingValues.map(({ rowId, enrichmentId, value }) => [`${rowId} ${enrichmentId}`, value]));
  const verdictAt = (cell: (typeof cells)[number], place: string) => {
    const review = reviewed.get(place);
    const verdict = review?.verdict ?? cell.verdict;
    return verdict === null ? null : { verdict, evidence: review?.quote ?? cell.evidence };
  };
  const [width, breadth] = [enrichmentIds.length, criterionIds.length];
  const valueAt = (extracted: string | null, place: string) => (corrected.has(place) ? (corrected.get(place) ?? null) : extracted);
  const rows = heads.map(({ id, url, title, status, matchVerdict }, i) => ({
    id,
    url,
    title,
    status,
    matchVerdict,
    values: extracted
      .slice(i * width, (i + 1) * width)
      .map((value, j) => (corrected.size > 0 ? valueAt(value, `${id} ${enrichmentIds[j]}`) : value)),
    verdicts: cells
      .slice(i * breadth, (i + 1) * breadth)
      .map((cell, j) => verdictAt(cell, reviewed.size > 0 ? `${id} ${criterionIds[j]}` : '')),
  }));
  return { rows, end: heads.at(-1)?.position ?? null, hasNextPage: found.length > first };
}
