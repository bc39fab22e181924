import { FetchFailure } from '../agent/fetch/failure.ts';
import { entityKey } from '../agent/identity.ts';
import { ReadFailure } from '../agent/read/failure.ts';
import { type Candidate, settleCandidate } from '../db/candidate.ts';
import { saveValues, saveVerdicts } from '../db/cell.ts';
import { hasRow, insertRow, updateRow } from '../db/row.ts';
import { addCounts } from '../db/run.ts';
import type { RunEvent } from '../domain/event.ts';
import type { StoredPage } from '../domain/page.ts';
import { storableText } from '../domain/text.ts';
import { combineVerdicts } from '../domain/verdict.ts';
import { checkpoint, tell } from './checkpoint.ts';
import { judgePage } from './judge-page.ts';
import { progressOf, type Scope, toolCall } from './scope.ts';

/** Sees one candidate through: read, judged, guarded, saved. A page that cannot be read is counted, never a row. */
export async function workCandidate(scope: Scope, candidate: Candidate): Promise<void> {
  const { world, run } = scope;
  const reading = candidate.pageId === null ? toolCall('fetch', { url: candidate.url }) : toolCall('read', { url: candidate.url });
  await tell(world, run, reading.called);
  const page = await pageOf(scope, candidate).catch((error: unknown) => {
    if (error instanceof FetchFailure || error instanceof ReadFailure) return error;
    throw error;
  });
  if (page instanceof Error) return settle(scope, candidate, 'unreadable', page.message, [reading.result({}, page.message)]);

  const read = reading.result({ title: page.title, characters: page.text.length });
  const key = entityKey(page);
  if (await hasRow(world.db, scope.webset.id, key))
    return settle(scope, candidate, 'duplicate', 'the webset has this page under another address', [read]);
  await judgeAndSave(scope, candidate, page, key, read);
}

async function pageOf({ world, signal }: Scope, { url, pageId }: Candidate): Promise<StoredPage> {
  const stored = pageId === null ? null : await world.ports.pages.get(pageId);
  if (stored) return stored;
  const fetched = await world.fetcher.fetch(url, signal);
  world.tally?.('pages', 1);
  return world.ports.pages.save(await world.reader.read(fetched, signal));
}

async function judgeAndSave(scope: Scope, candidate: Candidate, page: StoredPage, key: string, read: RunEvent): Promise<void> {
  const { world, run, webset, criteria, columns } = scope;
  const judging = toolCall('judge', { url: page.url });
  const { verdicts, values, error } = await judgePage(scope, page, criteria, columns);
  const matchVerdict = combineVerdicts(verdicts.map(({ verdict }) => verdict));
  const matched = matchVerdict === 'match' ? 1 : 0;

  await checkpoint(world, run, async (tx) => {
    const row = await insertRow(tx, { websetId: webset.id, key, pageId: page.id, runId: run.id, url: page.url, title: page.title });
    await settleCandidate(tx, run.id, candidate.key, row ? 'done' : 'duplicate', null);
    scope.counts = await addCounts(tx, run.id, row ? { read: 1, judged: 1, matched } : { read: 1 });
    if (!row) return [read];
    const rowId = row.id;
    await saveVerdicts(
      tx,
      verdicts.map((cell) => ({ ...cell, rowId })),
    );
    await saveValues(
      tx,
      values.map((cell) => ({ ...cell, rowId })),
    );
    await updateRow(tx, rowId, { status: error === null ? 'completed' : 'failed', matchVerdict, runId: run.id });
    scope.matches += matched;
    const judged = judging.result({ verdict: matchVerdict ?? 'none' }, error ?? undefined);
    return [read, judging.called, judged, progressOf(scope)];
  });
  world.tally?.('rows', 1);
  world.tally?.('cells', verdicts.length + values.length);
}

const settle = (scope: Scope, { key }: Candidate, state: 'unreadable' | 'duplicate', reason: string, events: RunEvent[]) =>
  checkpoint(scope.world, scope.run, async (tx) => {
    await settleCandidate(tx, scope.run.id, key, state, storableText(reason));
    scope.counts = await addCounts(tx, scope.run.id, state === 'unreadable' ? { unreadable: 1 } : { read: 1 });
    return [...events, progressOf(scope)];
  });
