import { FetchFailure, type FetchFailureCode } from '../../agent/fetch/fetch-failure.ts';
import { CapReached } from '../../agent/ports.ts';
import { inlinePage } from '../../agent/read/html/inline.ts';
import { ReadFailure } from '../../agent/read/read-failure.ts';
import type { Tx } from '../../db/connection/client.ts';
import { isOverTime, isUnavailable } from '../../db/connection/faults.ts';
import { addSources, findRowOf } from '../../db/queries/rows/row.ts';
import {
  beginCandidate,
  type Candidate,
  findFailingCandidate,
  giveUpCandidate,
  insertCandidates,
  settleCandidate,
} from '../../db/queries/runs/candidate.ts';
import { addCounts } from '../../db/queries/runs/run.ts';
import { rootCause } from '../../domain/errors.ts';
import type { StoredPage } from '../../domain/page/page.ts';
import type { RunEvent } from '../../domain/run-event.ts';
import type { Run, RunCounts } from '../../domain/run-state.ts';
import { storableText } from '../../domain/text.ts';
import { checkpoint, Stale } from '../checkpoint.ts';
import { BROKEN } from '../run-failure.ts';
import { progressOf, type Scope, toolCall, untilCap } from '../scope.ts';
import type { WorkerDeps } from '../worker-deps.ts';
import { type Comparison, compare } from './duplicate.ts';
import { isFurtherPage } from './further.ts';
import { identify, type Known } from './identify.ts';
import { judgeAndSave, SAME, sameAs } from './save-row.ts';

/** The origin of candidates from a person's list: each is a thing, whatever its page looks like. */
export const LIST = 'list';
/** Listings are followed this deep: a listing named by a listing is opened, one named by that is not. */
export const LISTING_DEPTH = 2;
/** The number of interrupted attempts after which a page counts as their cause: a crash of workers always interrupts some page. */
const FAILING_ATTEMPTS = 6;
/**
 * From this number of interrupted attempts on, a page waits a random time: a crash in step with worker starts would otherwise meet it each
 * time.
 */
const SUSPECT_ATTEMPTS = 2;
const SUSPECT_WAIT_MS = 5000;

/**
 * Processes one candidate: read, judge, guard, save. An unreadable page is counted, and a listing yields candidates. An error gives up this
 * candidate only; a statement that timed out is retried once, as the machine may have paused.
 */
export const workCandidate = (scope: Scope, candidate: Candidate): Promise<void> =>
  untilCap(scope, () =>
    readAndJudge(scope, candidate)
      .catch((error: unknown) => (isOverTime(error) ? readAndJudge(scope, candidate) : Promise.reject(error)))
      .catch((error: unknown) => giveUp(scope, candidate, error)),
  );

async function giveUp(scope: Scope, candidate: Candidate, error: unknown): Promise<void> {
  if (scope.signal.aborted || error instanceof Stale || error instanceof CapReached || isUnavailable(error)) throw error;
  scope.deps.log.error({ err: rootCause(error), run: scope.run.id }, 'a candidate failed');
  await settle(scope, candidate, 'unreadable', BROKEN, { unreadable: 1 }, []);
}

async function readAndJudge(scope: Scope, candidate: Candidate): Promise<void> {
  const { deps, run, webset, signal } = scope;
  const { key } = await deps.examiner.address(candidate, webset.category, signal);
  const known = await findRowOf(deps.db, webset.id, key);
  if (known && !(await isFurtherPage(scope, known, candidate, key)))
    return settle(scope, candidate, 'duplicate', SAME, {}, [], (tx) => addSources(tx, known, [candidate.url]));

  const reading = candidate.pageId === null ? toolCall('fetch', { url: candidate.url }) : toolCall('read', { url: candidate.url });
  await checkpoint(deps, run, async (tx) => {
    await beginCandidate(tx, run.id, run.attempt, candidate.key);
    return [reading.called];
  });
  const found = await pageOf(scope, candidate).catch((error: unknown) => {
    if (error instanceof FetchFailure || error instanceof ReadFailure) return error;
    throw error;
  });
  if (found instanceof Error)
    return settle(scope, candidate, 'unreadable', found.message, { unreadable: 1 }, [reading.result({}, storableText(found.message))]);

  const { page, from, identity, listed, left } = found;
  const read = reading.result({ title: page.title, characters: page.text.length, from });
  if (listed && candidate.provider !== LIST) return openListing(scope, candidate, listed, read);
  const isBrought = candidate.provider === LIST;
  const comparison: Comparison = { identity, page, left, seen: new Set(), found: null, isBrought };
  const duplicate = await compare(scope, comparison);
  if (duplicate && !duplicate.isReplaced && !duplicate.joins)
    return settle(scope, candidate, 'duplicate', SAME, { read: 1 }, [read, sameAs(page.url)], (tx) =>
      addSources(tx, duplicate.rowId, identity.sources),
    );
  await judgeAndSave(scope, candidate, comparison, read);
}

/** Retries a page whose attempts were interrupted; after several, first waits until nothing else is likely to end at the same moment. */
export async function retryCandidate(scope: Scope, candidate: Candidate, isOver: () => boolean): Promise<void> {
  if (candidate.attempts >= SUSPECT_ATTEMPTS) {
    const stop = AbortSignal.any([scope.signal, scope.leave]);
    await scope.deps.ports.clock.sleep(Math.random() * SUSPECT_WAIT_MS, stop).catch(() => {});
    if (isOver()) return;
  }
  await workCandidate(scope, candidate);
}

/** Gives up the page that repeatedly crashed workers. Returns false if none can be identified. */
export async function giveUpFailingCandidate(deps: WorkerDeps, run: Run): Promise<boolean> {
  const failing = await findFailingCandidate(deps.db, run.id, FAILING_ATTEMPTS);
  if (!failing) return false;
  const reason = `workers broke down on it ${failing.attempts} times`;
  await checkpoint(deps, run, async (tx) => {
    await giveUpCandidate(tx, run.id, failing.key, reason);
    await addCounts(tx, run.id, { unreadable: 1 });
    return [{ type: 'narration', data: { text: `Gave up ${failing.url}: ${reason}` } }];
  });
  return true;
}

/** With these failures the address itself is invalid, so the search result's text must not be judged either. */
const UNTRUSTED = new Set<FetchFailureCode>(['bad_url', 'blocked_address']);

/** The examined page, or the search result's text if the page cannot be read or says less. */
async function pageOf(scope: Scope, candidate: Candidate): Promise<Known & { page: StoredPage; from: string }> {
  const { deps, signal } = scope;
  const { url, title, text, publishedAt, pageId } = candidate;
  const looked = async (page: StoredPage, from: string) => ({ ...(await identify(scope, page, url)), page, from });
  const inline = async () => looked(await deps.ports.pages.save(inlinePage({ url, title, text: text ?? '', publishedAt })), 'search');
  const stored = pageId === null ? null : await deps.ports.pages.get(pageId);
  if (stored) return looked(stored, 'store');
  try {
    const read = await deps.readPage(url, signal);
    deps.tally?.('pages', 1);
    return text !== null && read.page.text.length < text.length ? await inline() : await looked(read.page, read.from);
  } catch (error) {
    const isBlocked = error instanceof ReadFailure || (error instanceof FetchFailure && !UNTRUSTED.has(error.code));
    if (text !== null && isBlocked) return inline();
    throw error;
  }
}

/** Adds the entries of a listing as candidates; the listing itself never becomes a row. Of an indexed listing, only indexed entries. */
async function openListing(scope: Scope, candidate: Candidate, listed: NonNullable<Known['listed']>, read: RunEvent): Promise<void> {
  const { deps, run, webset } = scope;
  const depth = candidate.depth + 1;
  const links = depth > LISTING_DEPTH ? [] : listed;
  const isIndexed = candidate.provider === 'index';
  const indexed = isIndexed
    ? await deps.ports.index.find(
        links.map(({ url }) => url),
        scope.sources.collectionIds,
      )
    : null;
  const common = { snippet: '', provider: candidate.provider, text: null, publishedAt: null, depth, listedBy: candidate.key };
  const entities = links
    .map((link) => ({ ...common, ...link, pageId: indexed?.get(link.url) ?? null }))
    .filter(({ pageId }) => !isIndexed || pageId !== null);
  await settle(scope, candidate, 'listing', `lists ${links.length} pages`, { read: 1 }, [read], async (tx) => {
    scope.counts = await addCounts(tx, run.id, { found: (await insertCandidates(tx, run.id, webset.id, entities)).waiting });
  });
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
  checkpoint(scope.deps, scope.run, async (tx) => {
    await settleCandidate(tx, scope.run.id, key, state, storableText(reason));
    await scope.deps.settled?.(tx, key);
    await also?.(tx);
    await scope.afterCandidate?.(tx, key);
    scope.counts = await addCounts(tx, scope.run.id, counts);
    return [...events, progressOf(scope)];
  });
