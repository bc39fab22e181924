import { CapReached } from '../../agent/ports.ts';
import { areAlike, type SuggestedQuery } from '../../agent/search/learn/choose.ts';
import { LIKELY } from '../../agent/search/learn/distinguish.ts';
import { listPageWords } from '../../db/queries/shared/page.ts';
import { FURTHER_CALLS } from '../../domain/money/cost.ts';
import type { Block } from '../../domain/page/page.ts';
import type { Scope } from '../scope.ts';
import type { Standing } from './standing.ts';

/** The likely rows before a model is first asked, and the additional ones before each further call, at most `FURTHER_CALLS` per attempt. */
const ROWS = { least: 3, more: 5 };
/** The pages in the prompt. */
const SHOWN = { likely: 12, unlikely: 6 };
const OPENING = 400;
/** The longest wait for a model that the run can do without. */
const PATIENCE_MS = 60_000;

/**
 * A model's queries from what a run has learned. It is asked again when its last ones are used up and more is known, but not after a
 * timeout (`PATIENCE_MS`) or a cap: then the run uses only the words that likely pages share.
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

/** The first words of the likeliest and of the unlikeliest pages. */
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

/** The first words of a page outside its boilerplate. */
const openingOf = (text: string, blocks: readonly Block[]) =>
  text
    .split('\n', 200)
    .filter((_, i) => !blocks[i]?.boilerplate)
    .join(' ')
    .slice(0, OPENING);
