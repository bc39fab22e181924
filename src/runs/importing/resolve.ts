import { listUnresolved, type Resolution, resolveLines } from '../../db/queries/imports/line.ts';
import { insertCandidates, type NewCandidate } from '../../db/queries/runs/candidate.ts';
import { addCounts } from '../../db/queries/runs/run.ts';
import { LIST, LISTING_DEPTH } from '../candidate/candidate.ts';
import { checkpoint } from '../checkpoint.ts';
import { withScheme } from '../collections/addresses.ts';
import { inLanes } from '../lanes.ts';
import { budgetLeft, goOn, progressOf, type Scope } from '../scope.ts';
import { findNamed } from './named.ts';

type Line = Awaited<ReturnType<typeof listUnresolved>>[number];
type Resolved = { candidate: NewCandidate } | { reason: string };

/** Lines that are resolved between two checkpoints: what a crash has searched for again. */
const BATCH = 20;

/** Makes a candidate of each line that has an address, or a name that something found is called; the others say why they are none. */
export async function resolveAll(scope: Scope): Promise<void> {
  const { deps, run, webset, signal, leave } = scope;
  const isOver = () => signal.aborted || leave.aborted || budgetLeft(scope).seconds === 0;
  for (;;) {
    goOn(scope);
    const lines = await listUnresolved(deps.db, run.id, BATCH);
    if (lines.length === 0 || isOver()) return;
    const found: { line: number; resolved: Resolved }[] = [];
    const spent = { searches: 0 };
    await inLanes(lines, deps.lanes, isOver, async (line) => {
      found.push({ line: line.line, resolved: await resolve(scope, line, spent) });
    });
    found.sort((a, b) => a.line - b.line);
    const candidates = found.flatMap(({ resolved }) => ('candidate' in resolved ? resolved.candidate : []));
    const resolutions = found.map(
      ({ line, resolved }): Resolution =>
        'candidate' in resolved ? { line, key: resolved.candidate.key } : { line, reason: resolved.reason },
    );
    await checkpoint(deps, run, async (tx) => {
      const added = await insertCandidates(tx, run.id, webset.id, candidates);
      await resolveLines(tx, run.id, resolutions);
      scope.counts = await addCounts(tx, run.id, { found: added.waiting, searches: spent.searches });
      return [progressOf(scope)];
    });
  }
}

async function resolve(scope: Scope, { address, name }: Line, spent: { searches: number }): Promise<Resolved> {
  const url = address === null ? null : withScheme(address, true);
  if (url !== null) return { candidate: await addressed(scope, url, name ?? '') };
  if (name === null) return { reason: `“${address}” is no address` };
  if (scope.counts.searches + spent.searches >= scope.run.maxSearches) return { reason: 'the searches that the run may make were used up' };
  spent.searches++;
  const found = await findNamed(scope, name);
  return 'reason' in found ? found : { candidate: { ...found, provider: LIST, depth: LISTING_DEPTH } };
}

/** The page at an address: of a collection that is searched as it is stored. */
async function addressed({ deps, webset, sources, signal }: Scope, url: string, title: string): Promise<NewCandidate> {
  const { key } = await deps.examiner.address({ url, title }, webset.category, signal);
  const indexed = await deps.ports.index.find([url], sources.collectionIds);
  const common = { snippet: '', text: null, publishedAt: null };
  return { key, url, title, ...common, pageId: indexed.get(url) ?? null, provider: LIST, depth: LISTING_DEPTH };
}
