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

/** What a model would search for by what a run has learned. It is asked again only when what it named before is used up and more is known. */
export function openSuggestions(scope: Scope): (standing: Standing) => Promise<SuggestedQuery[]> {
  const { deps, run } = scope;
  const { furtherQueries } = deps;
  if (!furtherQueries || deps.script) return async () => [];
  let named: SuggestedQuery[] = [];
  let [calls, known] = [0, 0];

  async function ask(standing: Standing, likely: number): Promise<SuggestedQuery[]> {
    const { webset, criteria, signal } = scope;
    const shown = await openings(scope, standing);
    const asked = standing.queries.map(({ text }) => text);
    const input = { request: webset.originalQuery, criteria, asked, ...shown };
    const queries = await furtherQueries?.(input, deps.budgetOf(run), signal);
    return (queries ?? []).map((text) => ({ text, why: `A model suggests from ${likely} likely rows: searching for “${text}”` }));
  }

  return async (standing) => {
    const isNew = ({ text }: SuggestedQuery) => standing.queries.every((query) => !areAlike(query.text, text));
    named = named.filter(isNew);
    const likely = standing.judged.filter(({ weight }) => weight >= LIKELY).length;
    const isDue = likely >= (calls === 0 ? ROWS.least : known + ROWS.more);
    if (named.length > 0 || calls === FURTHER_CALLS || !isDue || scope.counts.searches >= run.maxSearches) return named;
    [calls, known] = [calls + 1, likely];
    try {
      named = (await ask(standing, likely)).filter(isNew);
    } catch (error) {
      if (!(error instanceof CapReached)) throw error;
      calls = FURTHER_CALLS; // the run goes on by what likely pages share
    }
    return named;
  };
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
