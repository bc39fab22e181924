import { addressKey, entityKey } from '../agent/entity/identity.ts';
import { FetchFailure, type FetchFailureCode } from '../agent/fetch/failure.ts';
import { entityLinks, looksLikeListing } from '../agent/listing.ts';
import { ReadFailure } from '../agent/read/failure.ts';
import { inlinePage } from '../agent/read/html/inline.ts';
import type { Tx } from '../db/connection/client.ts';
import { saveValues, saveVerdicts } from '../db/queries/rows/cell.ts';
import { addSources, countMatches, findRowOf, insertRow, updateRow } from '../db/queries/rows/row.ts';
import {
  beginCandidate,
  type Candidate,
  findCulprit,
  giveUpCandidate,
  insertCandidates,
  settleCandidate,
} from '../db/queries/runs/candidate.ts';
import { addCounts } from '../db/queries/runs/run.ts';
import type { RunEvent } from '../domain/event.ts';
import type { StoredPage } from '../domain/page/page.ts';
import type { Run, RunCounts } from '../domain/run.ts';
import { storableText } from '../domain/text.ts';
import { combineVerdicts } from '../domain/verdict.ts';
import { checkpoint } from './checkpoint.ts';
import { judgePage } from './judge-page.ts';
import { progressOf, type Scope, toolCall, untilCap } from './scope.ts';
import { findTwin, type Identity, identityOf } from './twin.ts';
import type { World } from './world.ts';

/** A listing that a listing names is opened, too; one that that names is not. */
export const LISTING_DEPTH = 2;
/** As often as work on a page breaks off before the page is held to be the cause. */
const CULPRIT_ATTEMPTS = 3;
const SAME = 'the webset has this entity from another address';

/** Sees one candidate through: read, judged, guarded, saved. A page that cannot be read is counted, never a row; a listing yields candidates. */
export const workCandidate = (scope: Scope, candidate: Candidate): Promise<void> => untilCap(scope, () => seeThrough(scope, candidate));

async function seeThrough(scope: Scope, candidate: Candidate): Promise<void> {
  const { world, run, webset } = scope;
  const known = await findRowOf(world.db, webset.id, entityKey({ ...candidate, canonicalUrl: null }, webset.category));
  if (known) return settle(scope, candidate, 'duplicate', SAME, {}, [], (tx) => addSources(tx, known, [candidate.url]));

  const reading = candidate.pageId === null ? toolCall('fetch', { url: candidate.url }) : toolCall('read', { url: candidate.url });
  await checkpoint(world, run, async (tx) => {
    await beginCandidate(tx, run.id, candidate.key);
    return [reading.called];
  });
  const found = await pageOf(scope, candidate).catch((error: unknown) => {
    if (error instanceof FetchFailure || error instanceof ReadFailure) return error;
    throw error;
  });
  if (found instanceof Error)
    return settle(scope, candidate, 'unreadable', found.message, { unreadable: 1 }, [reading.result({}, found.message)]);

  const { page, from } = found;
  const read = reading.result({ title: page.title, characters: page.text.length, from });
  if (looksLikeListing(page)) return openListing(scope, candidate, page, read);
  const key = entityKey({ ...page, foundAt: candidate.url }, webset.category);
  const identity = identityOf(key, { url: page.url, foundAt: candidate.url });
  const twin = await findTwin(world.db, webset.id, identity, page);
  if (twin) return settle(scope, candidate, 'duplicate', SAME, { read: 1 }, [read], (tx) => addSources(tx, twin, identity.sources));
  await judgeAndSave(scope, candidate, page, identity, read);
}

/** Gives up the page that brought workers down again and again. False when it is none that can be named. */
export async function giveUpCulprit(world: World, run: Run): Promise<boolean> {
  const culprit = await findCulprit(world.db, run.id, CULPRIT_ATTEMPTS);
  if (!culprit) return false;
  const reason = `workers broke down on it ${culprit.attempts} times`;
  await checkpoint(world, run, async (tx) => {
    await giveUpCandidate(tx, run.id, culprit.key, reason);
    await addCounts(tx, run.id, { unreadable: 1 });
    return [{ type: 'narration', data: { text: `Gave up ${culprit.url}: ${reason}` } }];
  });
  return true;
}

/** These say that the address itself is none to read, so what was said of it is nothing to judge either. */
const UNTRUSTED = new Set<FetchFailureCode>(['bad_url', 'blocked_address']);

/** The page; or what the search answer said of it, when it cannot be read or says less. */
async function pageOf({ world, signal }: Scope, candidate: Candidate): Promise<{ page: StoredPage; from: string }> {
  const { url, title, text, publishedAt, pageId } = candidate;
  const stored = pageId === null ? null : await world.ports.pages.get(pageId);
  if (stored) return { page: stored, from: 'store' };
  const inline = async () => ({
    page: await world.ports.pages.save(inlinePage({ url, title, text: text ?? '', publishedAt })),
    from: 'search',
  });
  try {
    const read = await world.readPage(url, signal);
    world.tally?.('pages', 1);
    return text !== null && read.page.text.length < text.length ? await inline() : read;
  } catch (error) {
    const isBlocked = error instanceof ReadFailure || (error instanceof FetchFailure && !UNTRUSTED.has(error.code));
    if (text !== null && isBlocked) return inline();
    throw error;
  }
}

/** What a listing lists becomes candidates; the listing itself is never a row. Of a listing in the index, what is indexed, too: nobody asked for more. */
async function openListing(scope: Scope, candidate: Candidate, page: StoredPage, read: RunEvent): Promise<void> {
  const { world, run, webset } = scope;
  const depth = candidate.depth + 1;
  const links = depth > LISTING_DEPTH ? [] : entityLinks(page);
  const isIndexed = candidate.provider === 'index';
  const indexed = isIndexed ? await world.ports.index.find(links.map(({ url }) => url)) : null;
  const common = { snippet: '', provider: candidate.provider, text: null, publishedAt: null, depth };
  const entities = links
    .map(({ url, title }) => ({ ...common, key: addressKey(url), url, title, pageId: indexed?.get(url) ?? null }))
    .filter(({ pageId }) => !isIndexed || pageId !== null);
  await settle(scope, candidate, 'listing', `lists ${links.length} pages`, { read: 1 }, [read], async (tx) => {
    scope.counts = await addCounts(tx, run.id, { found: (await insertCandidates(tx, run.id, webset.id, entities)).waiting });
  });
}

async function judgeAndSave(scope: Scope, candidate: Candidate, page: StoredPage, identity: Identity, read: RunEvent): Promise<void> {
  const { world, run, webset, criteria, columns } = scope;
  const judging = toolCall('judge', { url: page.url });
  const { verdicts, values, error } = await judgePage(scope, page, criteria, columns);
  const matchVerdict = combineVerdicts(verdicts.map(({ verdict }) => verdict));
  const matched = matchVerdict === 'match' ? 1 : 0;

  await checkpoint(world, run, async (tx) => {
    const twin = await findTwin(tx, webset.id, identity, page); // another lane may have been first
    const made = { ...identity, websetId: webset.id, pageId: page.id, runId: run.id, url: page.url, title: page.title };
    const row = twin ? null : await insertRow(tx, made);
    await settleCandidate(tx, run.id, candidate.key, row ? 'done' : 'duplicate', row ? null : SAME);
    await world.settled?.(tx, candidate.key);
    scope.counts = await addCounts(tx, run.id, row ? { read: 1, judged: 1, matched } : { read: 1 });
    if (!row) {
      if (twin) await addSources(tx, twin, identity.sources);
      return [read];
    }
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
    scope.matches = await countMatches(tx, webset.id);
    const judged = judging.result({ verdict: matchVerdict ?? 'none' }, error ?? undefined);
    return [read, judging.called, judged, progressOf(scope)];
  });
  world.tally?.('rows', 1);
  world.tally?.('cells', verdicts.length + values.length);
}

const settle = (
  scope: Scope,
  { key }: Candidate,
  state: 'unreadable' | 'duplicate' | 'listing',
  reason: string,
  counts: Partial<RunCounts>,
  events: RunEvent[],
  also?: (tx: Tx) => Promise<void>,
) =>
  checkpoint(scope.world, scope.run, async (tx) => {
    await settleCandidate(tx, scope.run.id, key, state, storableText(reason));
    await scope.world.settled?.(tx, key);
    await also?.(tx);
    scope.counts = await addCounts(tx, scope.run.id, counts);
    return [...events, progressOf(scope)];
  });
