import { writeFile } from 'node:fs/promises';
import { csvHeader, csvRow } from '../../../domain/export.ts';
import type { RunState } from '../../../domain/run-state.ts';
import type { ServiceFacts } from '../../../domain/service/facts.ts';
import type { Call } from '../../../services/call.ts';
import { columnsOf } from '../../../services/columns.ts';
import { outcomeOf } from '../../../services/run/outcome.ts';
import { readSheet, type SheetRow } from '../../../services/sheet.ts';
import { getWebset } from '../../../services/websets.ts';
import { resultTable } from '../demo-table.ts';
import { counted, nothingMatches, stoppedWords } from './ask-texts.ts';

const PAGE = 200;
/** The rows for review in the table; the others are in the app and in the file. */
const REVIEWS_SHOWN = 10;

/** Prints the result of a webset's last run, and writes its rows into a file or prints them. Returns how many match. */
export async function report(
  call: Call,
  id: string,
  csv: string | undefined,
  facts: Pick<ServiceFacts, 'searchProviders'>,
): Promise<{ state: RunState | null; matching: number }> {
  const webset = await getWebset(call, id);
  const { run } = webset;
  const { criteria, enrichments } = await columnsOf(call, { id });
  const rows = await allRows(call, id, criteria, enrichments);
  const count = (verdict: SheetRow['matchVerdict']) => rows.filter(({ matchVerdict }) => matchVerdict === verdict).length;
  const matching = count('match');
  console.log(
    `\n${counted(rows.length, 'page')} checked: ${matching} match, ${count('partial')} partly, ${count('needs_review')} need review, ${count('no_match')} do not match. ${stoppedWords(run?.reason ?? null, run?.detail ?? null)}`,
  );
  const labels = criteria.map(({ label }) => label);
  const outcome = matching === 0 && run?.state !== 'failed' ? await outcomeOf(call, webset, facts) : null;
  if (outcome) console.log(nothingMatches(outcome, rows.length));
  if (csv !== undefined) {
    await writeFile(csv, csvHeader(enrichments, criteria) + rows.map(csvRow).join(''));
    console.log(`Wrote ${csv}: ${counted(rows.length, 'row')}`);
  } else if (matching + count('partial') + count('needs_review') > 0) {
    let reviews = 0;
    const shown = rows.filter(({ matchVerdict }) => matchVerdict !== 'needs_review' || ++reviews <= REVIEWS_SHOWN);
    console.log(resultTable({ rows: shown.map((row) => named(row, labels, enrichments)), enrichments }));
    if (reviews > REVIEWS_SHOWN) console.log(`${reviews - REVIEWS_SHOWN} more need review; --csv FILE writes every row.`);
  }
  return { state: run?.state ?? null, matching };
}

type Labelled = { id: string; label: string };

async function allRows(call: Call, id: string, criteria: readonly Labelled[], enrichments: readonly Labelled[]): Promise<SheetRow[]> {
  const asked = { first: PAGE, criterionIds: criteria.map((one) => one.id), enrichmentIds: enrichments.map((one) => one.id) };
  const rows: SheetRow[] = [];
  for (let after = 0; ; ) {
    const page = await readSheet(call, { id }, { ...asked, after });
    rows.push(...page.rows);
    if (!page.hasNextPage || page.end === null) return rows;
    after = page.end;
  }
}

/** A row with its cells keyed by label. */
const named = ({ values, verdicts, ...row }: SheetRow, labels: readonly string[], enrichments: readonly Labelled[]) => ({
  ...row,
  enrichments: Object.fromEntries(enrichments.map(({ label }, i) => [label, values[i] ?? null])),
  criteria: Object.fromEntries(labels.map((label, i) => [label, verdicts[i] ?? null])),
});
