import { addressKey } from '../../agent/entity/identity.ts';
import { ReadFailure } from '../../agent/read/read-failure.ts';
import { isUnavailable } from '../../db/connection/faults.ts';
import { keepLines } from '../../db/queries/imports/keep.ts';
import { listUnresolved, type Resolution, resolveLines, type UnresolvedLine } from '../../db/queries/imports/line.ts';
import { insertCandidates, type NewCandidate } from '../../db/queries/runs/candidate.ts';
import { addCounts } from '../../db/queries/runs/run.ts';
import { rootCause } from '../../domain/errors.ts';
import { LIST } from '../candidate/candidate.ts';
import { isFront } from '../candidate/further.ts';
import { checkpoint, Stale } from '../checkpoint.ts';
import { withScheme } from '../collections/addresses.ts';
import { inLanes } from '../lanes.ts';
import { BROKEN, SearchUnavailable } from '../run-failure.ts';
import { budgetLeft, goOn, progressOf, type Scope } from '../scope.ts';
import { findNamed } from './named.ts';

type Resolved = { candidate: NewCandidate; note?: string } | { reason: string } | null;

/** The lines that are resolved between two checkpoints: a crash repeats their searches. */
const BATCH = 20;

/** Creates candidates for lines with an address. A line with an unreadable address and a name is left for `resolveNames`. */
export const resolveAddresses = (scope: Scope) =>
  resolveAll(scope, true, async ({ address, name }) => {
    const url = withScheme(address ?? '', true);
    if (url !== null) return { candidate: await addressed(scope, url, name ?? '') };
    return name === null ? { reason: `“${address?.slice(0, SHOWN)}” is no address` } : null;
  });
const SHOWN = 100;

/**
 * Creates candidates for lines with only a name, from pages of that name. Web searches count against the run's limit; lines beyond it are
 * left for the next run. Throws SearchUnavailable when no search answers.
 */
export function resolveNames(scope: Scope): Promise<void> {
  const { sources, counts, run } = scope;
  const isCounted = sources.providers.some(({ name }) => name !== 'index');
  let left = isCounted ? Math.max(0, run.maxSearches - counts.searches) : Number.POSITIVE_INFINITY;
  return resolveAll(scope, false, async ({ name }) => {
    if (left-- <= 0) return null;
    if (isCounted) scope.counts.searches++;
    return findNamed(scope, name ?? '');
  });
}

async function resolveAll(scope: Scope, addressed: boolean, resolve: (line: UnresolvedLine) => Promise<Resolved>): Promise<void> {
  const { deps, run, webset, signal, leave } = scope;
  const isOver = () => signal.aborted || leave.aborted || budgetLeft(scope).seconds === 0;
  for (let after = 0; ; ) {
    goOn(scope);
    const lines = await listUnresolved(deps.db, run.id, { after, limit: BATCH, addressed });
    if (lines.length === 0 || isOver()) return;
    const searched = scope.counts.searches;
    const found: { line: number; resolved: Resolved }[] = [];
    await inLanes(lines, deps.lanes, isOver, async (line) => {
      found.push({ line: line.line, resolved: await resolve(line).catch((error: unknown) => failed(scope, error)) });
    });
    goOn(scope);
    found.sort((a, b) => a.line - b.line);
    const candidates = found.flatMap(({ resolved }) => (resolved && 'candidate' in resolved ? resolved.candidate : []));
    const resolutions = found.flatMap(({ line, resolved }): Resolution[] => {
      if (resolved === null) return [];
      return ['candidate' in resolved ? { line, key: resolved.candidate.key, note: resolved.note } : { line, reason: resolved.reason }];
    });
    await checkpoint(deps, run, async (tx) => {
      const added = await insertCandidates(tx, run.id, webset.id, candidates);
      await resolveLines(tx, run.id, resolutions);
      for (const { key } of candidates) await keepLines(tx, run, key); // for existing rows
      scope.counts = await addCounts(tx, run.id, { found: added.waiting, searches: scope.counts.searches - searched });
      return [progressOf(scope)];
    });
    after = lines.at(-1)?.line ?? after;
  }
}

/** An error affects one line only: the line says why, and the others go on. */
function failed({ deps, run, signal }: Scope, error: unknown): Resolved {
  if (signal.aborted || error instanceof Stale || error instanceof SearchUnavailable || isUnavailable(error)) throw error;
  if (error instanceof ReadFailure) return { reason: error.message };
  deps.log.error({ err: rootCause(error), run: run.id }, 'a line of a list could not be resolved');
  return { reason: BROKEN };
}

/**
 * The page at an address, from the store if a searched collection has it. Front pages are read first: they represent things with several
 * pages best.
 */
async function addressed({ deps, sources }: Scope, url: string, title: string): Promise<NewCandidate> {
  const indexed = await deps.ports.index.find([url], sources.collectionIds);
  const common = { snippet: '', text: null, publishedAt: null, provider: LIST };
  return { key: addressKey(url), url, title, ...common, pageId: indexed.get(url) ?? null, depth: isFront(url) ? 0 : 1 };
}
