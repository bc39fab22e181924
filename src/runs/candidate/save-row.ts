import { isIdentifier } from '../../agent/entity/identifier.ts';
import type { Tx } from '../../db/connection/client.ts';
import { showMerged } from '../../db/queries/merges/merge.ts';
import { findSurvivor, lockRow } from '../../db/queries/merges/survivor.ts';
import { recombineRows } from '../../db/queries/rows/combine.ts';
import { moveRow, noteIdentifier, unnotedIds } from '../../db/queries/rows/neighbour.ts';
import { addSources, findRow, insertRow } from '../../db/queries/rows/row.ts';
import { type Candidate, settleCandidate } from '../../db/queries/runs/candidate.ts';
import { addCounts } from '../../db/queries/runs/run.ts';
import type { Row } from '../../domain/row-state.ts';
import type { RunEvent } from '../../domain/run-event.ts';
import { combineVerdicts } from '../../domain/verdict.ts';
import { checkpoint } from '../checkpoint.ts';
import { countJudged, keepReader, saveCells } from '../save-cells.ts';
import { readerNow, type Scope, toolCall } from '../scope.ts';
import { type Comparison, compare, type Duplicate, findDuplicate, Uncompared } from './duplicate.ts';
import { holdForPage, joinPage } from './further.ts';
import { judgePage } from './judge-page.ts';

export const SAME = 'the webset has this entity from another address';

/** The event for a page that is not a row of its own, with the address that represents it. */
export const sameAs = (url: string): RunEvent => ({
  type: 'narration',
  data: { text: `${url} says what a row says already: that row keeps its address` },
});
const joined = (url: string, into: Row): RunEvent => ({
  type: 'narration',
  data: { text: `${url} has nearly the title and words of “${into.title}”: it is a further page of that row, and can be split off` },
});

const isMatch = (row: Row | null) => row !== null && row.matchVerdict === 'match' && !row.hidden && row.mergedInto === null;

/** Judges a page and saves it as a new row, in place of the row whose original it is, or as a further page of a row. */
export async function judgeAndSave(scope: Scope, candidate: Candidate, comparison: Comparison, read: RunEvent): Promise<void> {
  const { deps, run, webset, criteria, columns } = scope;
  const { identity, page } = comparison;
  const { sources, address, name, ...known } = identity;
  const judging = toolCall('judge', { url: page.url });
  const reader = readerNow(scope, known.key);
  const cells = await judgePage(scope, { page, criteria, columns }, reader);
  const { verdicts, values, error } = cells;
  const required = new Set(criteria.flatMap((criterion) => (criterion.required ? [criterion.id] : [])));
  const matchVerdict = combineVerdicts(verdicts.flatMap(({ criterionId, verdict }) => (required.has(criterionId) ? [verdict] : [])));

  const save = async (tx: Tx, compared: Duplicate | null) => {
    const duplicate = compared ?? (await findDuplicate(scope, tx, comparison)); // another lane may have saved it first
    const own = { name: name === page.title ? null : name, title: name };
    const place = { ...known, ...own, pageId: page.id, runId: run.id, url: page.url };
    const identifier = isIdentifier(known.identifier ?? known.key) ? (known.identifier ?? known.key) : null;
    const noted = duplicate?.isReplaced && identifier !== null ? await unnotedIds(tx, webset.id, identifier) : [];
    const before = duplicate?.isReplaced ? await lockRow(tx, duplicate.rowId, noted) : null;
    if (before) await moveRow(tx, before.id, place);
    const shows = before && (before.pageCount > 1 || before.mergedInto !== null) ? await findSurvivor(tx, before.id) : null;
    if (shows) await showMerged(tx, shows.id);
    const joins = duplicate?.joins;
    const into = duplicate && joins ? await holdForPage(tx, duplicate.rowId, { url: page.url, address, joins }) : null;
    const further = into && { key: address, identifier: null, mergedInto: into.id };
    const row = before ?? (duplicate && !into ? null : await insertRow(tx, { ...place, ...further, websetId: webset.id, sources }));
    if (row && into) await joinPage(tx, { id: row.id, intoId: into.id }, joins === 'words' ? null : known.key);
    await settleCandidate(tx, run.id, candidate.key, row ? 'done' : 'duplicate', row ? null : SAME);
    await deps.settled?.(tx, candidate.key);
    if (duplicate && !(row && into)) await addSources(tx, duplicate.rowId, sources);
    if (!row) {
      await scope.afterCandidate?.(tx, candidate.key);
      scope.counts = await addCounts(tx, run.id, { read: 1 });
      return [read, sameAs(page.url)];
    }
    await saveCells(tx, row.id, cells, { status: error === null ? 'completed' : 'failed', matchVerdict, runId: run.id });
    await keepReader(tx, scope, row.id, reader);
    if (before || into) await recombineRows(tx, webset.id, row.id);
    if (!into && identifier !== null) await noteIdentifier(tx, webset.id, identifier);
    await scope.afterCandidate?.(tx, candidate.key);
    const shown = into ?? shows ?? before;
    const after = shown ? await findRow(tx, shown.id) : { ...row, matchVerdict };
    const counts = { read: 1, judged: 1, matched: isMatch(after) && !isMatch(shown) ? 1 : 0 };
    const merged = into && joins === 'words' ? [joined(page.url, into)] : [];
    return [read, ...merged, ...(await countJudged(tx, scope, { judging, verdict: after?.matchVerdict ?? null, error, counts }))];
  };
  let found: Duplicate | null = null;
  const look = async () => {
    found = await compare(scope, comparison);
  };
  const saved = (before?: () => Promise<void>) =>
    checkpoint(deps, run, (tx) => save(tx, found?.isReplaced ? null : found), before).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Uncompared) return false;
        throw error;
      },
    );
  await look();
  // if rows were added meanwhile, compares the page with them; no other lane adds one until it is saved
  for (let isSaved = await saved(); !isSaved; ) isSaved = await saved(look);
  deps.tally?.('rows', 1);
  deps.tally?.('cells', verdicts.length + values.length);
}
