import { CapReached } from '../../agent/ports.ts';
import { areAlike, type SuggestedQuery } from '../../agent/search/learn/choose.ts';
import { LIKELY } from '../../agent/search/learn/distinguish.ts';
import { listPageWords } from '../../db/queries/shared/page.ts';
import { FURTHER_CALLS } from '../../domain/money/cost.ts';
import type { Block } from '../../domain/page/page.ts';
import type { Scope } from '../scope.ts';
import type { Standing } from './standing.ts';

/** So many likely rows are needed before a model is asked, and so many more before it is asked again, at most `FURTHER_CALLS` times in an attempt. */
const ROWS = { least: 3, more: 5 };
/** Pages that it is shown. */
const SHOWN = { likely: 12, unlikely: 6 };
const OPENING = 400;
/** A run waits so long for what it can do without. */
const PATIENCE_MS = 60_000;

/**
 * What a model would search for by what a run has learned. It is asked again only when what it named before is used up and more is known, and no more once it took
 * longer than `PATIENCE_MS` or a cap is reached: the run goes on by what likely pages share.
 */
export async function suggestedBy(scope: Scope, standing: Standing): Promise<SuggestedQuery[]> {
  const { deps, run, suggestions } = scope;
  if (!deps.furtherQueries || deps.script) return [];
  const isNew = ({ text }: SuggestedQuery) => standing.queries.every((query) => !areAlike(query.text, text));
  suggestions.queries = suggestions.queries.filter(isNew);
  const { queries, calls, known } = suggestions;
  const likely = standing.judged.filter(({ weight }) => weight >= LIKELY).length;
  const isDue = likely >= (calls === 0 ? ROWS.least : known + ROWS.more);
  if (queries.length > 0 || calls === FURTHER_CALLS || !isDue || scope.counts.searches >= run.maxSearches) return queries;
  scope.suggestions = { queries: [], calls: calls + 1, known: likely };
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    const asked = await ask(scope, standing, AbortSignal.any([scope.signal, patience]));
    const why = (text: string) => `A model suggests from ${likely} likely rows: searching for “${text}”`;
    scope.suggestions.queries = asked.map((text) => ({ text, why: why(text) })).filter(isNew);
  } catch (error) {
    scope.signal.throwIfAborted();
    if (!(error instanceof CapReached) && !patience.aborted) throw error;
    scope.suggestions.calls = FURTHER_CALLS;
  }
  return scope.suggestions.queries;
}

async function ask(scope: Scope, standing: Standing, signal: AbortSignal): Promise<string[]> {
  const { deps, run, webset, criteria } = scope;
  const shown = await openings(scope, standing);
  const input = { request: webset.originalQuery, criteria, asked: standing.queries.map(({ text }) => text), ...shown };
  return (await deps.furtherQueries?.(input, deps.budgetOf(run), signal)) ?? [];
}

/** How the likeliest pages begin, and the unlikeliest. */
async function openings({ deps }: Scope, { judged }: Standing) {
  const byWeight = [...judged].sort((a, b) => b.weight - a.weight);
  const likely = byWeight.filter(({ weight }) => weight >= LIKELY).slice(0, SHOWN.likely);
  const unlikely = byWeight.filter(({ weight }) => weight < LIKELY).slice(-SHOWN.unlikely);
  const found = await listPageWords(
    deps.db,
    [...likely, ...unlikely].map(({ pageId }) => pageId),
  );
  const byId = new Map(found.map(({ id, title, text, blocks }) => [id, { title, text: openingOf(text, blocks) }]));
  const of = (pages: typeof judged) => pages.flatMap(({ pageId }) => byId.get(pageId) ?? []);
  return { likely: of(likely), unlikely: of(unlikely) };
}

/** The first words of a page that stand outside its menus and margins. */
const openingOf = (text: string, blocks: readonly Block[]) =>
  text
    .split('\n', 200)
    .filter((_, i) => !blocks[i]?.boilerplate)
    .join(' ')
    .slice(0, OPENING);
