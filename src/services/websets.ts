import { isMissingReference } from '../db/connection/faults.ts';
import { cancelAliveRun } from '../db/queries/runs/run.ts';
import { holdUser } from '../db/queries/websets/account.ts';
import { copyCriteria } from '../db/queries/websets/criterion.ts';
import { copyEnrichments } from '../db/queries/websets/enrichment.ts';
import { listWebsets, type WebsetPlace } from '../db/queries/websets/opened.ts';
import { deleteSharesOf } from '../db/queries/websets/share.ts';
import * as db from '../db/queries/websets/webset.ts';
import { Fault, unauthorized } from '../domain/errors.ts';
import type { SourcesInput } from '../domain/page/collection.ts';
import type { CreateWebsetInput, OpenedWebset } from '../domain/webset-state.ts';
import { removeRuns } from '../queue/run-jobs.ts';
import type { Call } from './call.ts';
import { openCollection } from './collections/open.ts';
import { allowanceOf, spendWithin, usedUp, writingOf } from './limits.ts';
import { holdCaller, holdOwnWebset, holdWebset, openWebset, signedIn } from './open.ts';

/** Makes a webset of the caller's account, or of nobody. NOT_FOUND and FORBIDDEN for collections that the caller may not search. */
export async function createWebset(
  call: Call,
  { collectionIds: named, searchWeb = named === undefined, ...request }: CreateWebsetInput & SourcesInput,
): Promise<OpenedWebset> {
  const { userId } = call.viewer;
  const collectionIds = named ? [...new Set(named)] : null;
  if (collectionIds?.length === 0 && !searchWeb) throw new Fault('BAD_REQUEST', 'A request searches a collection at least, or the web');
  for (const id of collectionIds ?? []) await openCollection(call, id);
  const input = { ...request, collectionIds, searchWeb };
  const count = allowanceOf(call, 'create');
  const bytes = writingOf(call, input.originalQuery, input.notes);
  const made = await owning(() =>
    count || bytes ? db.insertWebsetWithin(call.db, input, userId, { count, bytes }) : db.insertWebset(call.db, input, userId),
  );
  if ('wait' in made) throw usedUp(made.wait);
  return { ...made, run: null };
}

/** Copies a webset's request, notes, title, sources, criteria and columns, without rows and runs. It counts as one made. */
export async function duplicateWebset(call: Call, id: string): Promise<OpenedWebset> {
  return call.db.transaction(async (tx) => {
    await holdCaller(call, tx);
    const { originalQuery, category, notes, title, collectionIds, searchWeb } = await holdWebset(call, tx, id);
    await spendWithin(call, tx, 'create', originalQuery, notes);
    const made = await db.insertWebset(
      tx,
      { originalQuery, category: category ?? undefined, notes: notes ?? undefined, collectionIds, searchWeb },
      call.viewer.userId,
    );
    if (title !== null) await db.updateTitle(tx, made.id, title);
    await copyCriteria(tx, id, made.id);
    await copyEnrichments(tx, id, made.id);
    return { ...made, title, run: null };
  });
}

export const getWebset = openWebset;

export async function renameWebset(call: Call, id: string, title: string): Promise<OpenedWebset> {
  await call.db.transaction(async (tx) => {
    await holdCaller(call, tx);
    await holdWebset(call, tx, id); // an account that claims it meanwhile waits
    await spendWithin(call, tx, null, title);
    await db.updateTitle(tx, id, title);
  });
  return openWebset(call, id);
}

/** Deletes a webset with its rows, runs and events; a run that is alive is cancelled and its job removed in the same transaction. */
export async function deleteWebset(call: Call, id: string): Promise<void> {
  await call.db.transaction(async (tx) => {
    await holdOwnWebset(call, tx, id);
    const cancelled = await cancelAliveRun(tx, id);
    if (cancelled) await removeRuns(call.queue, tx, [cancelled.id]);
    await db.deleteWebset(tx, id);
  });
  call.listener.notify(id);
}

export interface WebsetsAsked {
  first?: number | undefined;
  last?: number | undefined;
  /** Places, exclusive. */
  after?: WebsetPlace | undefined;
  before?: WebsetPlace | undefined;
}

/** A window of the caller's own websets, newest first (the Relay connection's rules). UNAUTHORIZED when nobody is signed in. */
export async function pageWebsets(call: Call, { first, last, after, before }: WebsetsAsked) {
  const backward = first === undefined && last !== undefined;
  const size = (backward ? last : first) ?? 0;
  const found = await listWebsets(call.db, signedIn(call), { after, before, limit: size + 1, fromEnd: backward });
  const more = found.length > size;
  await call.answer?.read(found.reduce((sum, { originalQuery, notes }) => sum + originalQuery.length + (notes?.length ?? 0), 0));
  return {
    websets: backward ? found.slice(more ? 1 : 0) : found.slice(0, size),
    hasNextPage: backward ? before !== undefined : more,
    hasPreviousPage: backward ? more : after !== undefined,
  };
}

export const countWebsets = (call: Call) => db.countWebsets(call.db, signedIn(call));

/**
 * Makes websets without an owner the caller's and ends their links. Returns the ids now the caller's in the order asked; missing ones and
 * other people's are left out alike. UNAUTHORIZED when nobody is signed in.
 */
export async function claimWebsets(call: Call, ids: readonly string[]): Promise<string[]> {
  const userId = signedIn(call);
  const claimed = await call.db.transaction(async (tx) => {
    if (!(await holdUser(tx, userId))) throw unauthorized(); // the account first, as its deletion does
    const mine = await db.claimWebsets(tx, ids, userId);
    const taken = mine.filter(({ isNew }) => isNew);
    await deleteSharesOf(
      tx,
      taken.map(({ id }) => id),
    ); // their links may be a stranger's
    return new Set(mine.map(({ id }) => id));
  });
  for (const id of claimed) call.listener.notify(id);
  return [...new Set(ids)].filter((id) => claimed.has(id));
}

/** What makes somebody an owner fails once the account is deleted, though its cookie was good a moment ago. */
async function owning<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isMissingReference(error)) throw unauthorized();
    throw error;
  }
}
