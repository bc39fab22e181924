import { countFillable } from '../../db/queries/rows/unfinished.ts';
import { findPastPage, findPastSeconds } from '../../db/queries/runs/spend.ts';
import { listColumns } from '../../db/queries/websets/columns.ts';
import { pagesJudged } from '../../domain/model/judge-share.ts';
import { type Estimate, estimate, type PastPage } from '../../domain/money/cost.ts';
import type { RunBudget, RunMode, RunScope } from '../../domain/run-state.ts';
import type { Webset } from '../../domain/webset-state.ts';
import type { Call } from '../call.ts';
import { checkScope } from '../runs.ts';
import { budgetOf } from './budget.ts';

/** As many criteria as a request is taken to imply. */
const DERIVED = 3;

/** `rows` and `seconds`: of a run that does not search; `searches`: of one that does, at most. */
export interface RunEstimate extends Estimate {
  model: string;
  priced: boolean;
  rows: number | null;
  seconds: number | null;
  searches: number | null;
}

type Named = Pick<Partial<RunBudget>, 'maxPages' | 'judgeShare'> & RunScope & { mode?: RunMode | undefined };

/**
 * What the next run may take of models, for `maxPages` pages or, without a search, the rows with something to judge. Null of a search
 * where the rules judge. BAD_REQUEST for rows or columns of a search, and for too many.
 */
export async function estimateRun(call: Call, webset: Pick<Webset, 'id'>, named: Named = {}): Promise<RunEstimate | null> {
  const { model, db } = call;
  const { rowIds, columnIds } = named;
  const mode: RunMode = named.mode ?? 'search';
  checkScope(mode, { rowIds, columnIds });
  if (mode === 'search' && !model) return null;
  const [{ criteria, enrichments: columns }, past] = await Promise.all([
    listColumns(db, webset.id),
    model ? findPastPage(db, webset.id) : null,
  ]);
  const price = model?.price ?? null;
  const by = { model: model?.name ?? 'rules', priced: !model || price !== null };
  if (mode !== 'search') {
    const [rows, second] = await Promise.all([countFillable(db, webset.id, mode, { rowIds, columnIds }), findPastSeconds(db, webset.id)]);
    const all = criteria.length + columns.length;
    const cells = [...criteria, ...columns].filter(({ id }) => columnIds?.includes(id) ?? true).length;
    const page = past && partOf(past, cells / Math.max(1, all));
    const taken = estimate({ pages: model ? rows : 0, cells, price, past: page, plans: false });
    return { ...taken, ...by, rows, seconds: second === null ? null : rows * second, searches: null };
  }
  const own = budgetOf(call, {});
  const pages = named.maxPages ?? own.maxPages;
  const judged = pagesJudged(pages, named.judgeShare ?? own.judgeShare);
  // what is learned decides the others; those of them that match have their columns filled by the model
  const filled = columns.length > 0 ? Math.min(own.target, pages - judged) : 0;
  const cells = (criteria.length || DERIVED) + columns.length;
  return { ...estimate({ pages: judged + filled, cells, price, past }), ...by, rows: null, seconds: null, searches: own.maxSearches };
}

/** What the first run of a new webset may take, by its numbers of pages, criteria and columns. Null where the rules judge. */
export async function estimatePlan(call: Call, { maxPages, cells }: { maxPages: number; cells: number }): Promise<RunEstimate | null> {
  const { model, db } = call;
  if (!model) return null;
  const past = await findPastPage(db, null);
  const { judgeShare, maxSearches } = budgetOf(call, {});
  const pages = pagesJudged(maxPages, judgeShare);
  return {
    ...estimate({ pages, cells: cells || DERIVED, price: model.price, past }),
    model: model.name,
    priced: model.price !== null,
    rows: null,
    seconds: null,
    searches: maxSearches,
  };
}

/** A page that is asked a part of its cells: it is read whole, and answered in part. */
const partOf = ({ inputTokens, outputTokens }: PastPage, share: number): PastPage => ({ inputTokens, outputTokens: outputTokens * share });
