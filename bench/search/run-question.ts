import type { Reasoner } from '../../src/agent/judge/finding.ts';
import { markAnswers } from '../../src/db/queries/learning/answers.ts';
import { recombineRows } from '../../src/db/queries/rows/combine.ts';
import { insertReview } from '../../src/db/queries/rows/review.ts';
import { findRow, updateRow } from '../../src/db/queries/rows/row.ts';
import { insertRowReview } from '../../src/db/queries/rows/row-review.ts';
import { findCaptures } from '../../src/db/queries/runs/coverage.ts';
import { findRun, insertRun } from '../../src/db/queries/runs/run.ts';
import { listColumns } from '../../src/db/queries/websets/columns.ts';
import { insertCriterion } from '../../src/db/queries/websets/criterion.ts';
import { insertEnrichment } from '../../src/db/queries/websets/enrichment.ts';
import { insertWebset } from '../../src/db/queries/websets/webset.ts';
import { ANONYMOUS } from '../../src/domain/access.ts';
import { type Coverage, coverageOf } from '../../src/domain/coverage.ts';
import { nextToReview } from '../../src/domain/review/review-queue.ts';
import type { Verdict } from '../../src/domain/verdict.ts';
import { learnWebset } from '../../src/runs/learning/learn.ts';
import { workRun } from '../../src/runs/work.ts';
import type { WorkerDeps } from '../../src/runs/worker-deps.ts';
import { queueRows } from '../../src/services/review/queue.ts';
import { type EvalQuestion, pathOf, type Truth } from '../shared/evaluation.ts';
import type { Engine } from './engine.ts';

export interface Asked {
  question: EvalQuestion;
  truth: Truth;
  /** Pages that the run may read, and how many are read when it is also looked at before its end. */
  pages: number;
  early: number;
  /** Null: the product's own judge. */
  reasoner: Reasoner | null;
  /** Rows that a person answers while the run goes on. */
  taught: number;
}

/**
 * What became of a run: matching pages of the truth, those that were read, early and at the end, and the rows that match, right and wrong.
 */
export interface Outcome {
  matching: number;
  readEarly: number;
  read: number;
  claimed: number;
  right: number;
  /** Rows that match whose page is of the question's own source: of a page of another it is not known whether it meets the criteria. */
  claimedOfSource: number;
  /** Pages read, unreadable ones among them, and requests for pages and searches. */
  pages: number;
  requests: number;
  searches: number;
  /** What the run says of how complete it is. */
  covered: Coverage;
  reason: string;
  events: string[];
}

/** Pages that are read before a person answers the first row. */
const TAUGHT_FROM = 60;

/** Runs a question in the engine, as a webset of its own. */
export async function runQuestion(engine: Engine, asked: Asked): Promise<Outcome> {
  const { db, sql } = engine;
  const { question, truth, pages, early, reasoner, taught } = asked;
  const made = await insertWebset(db, { originalQuery: question.query, category: question.category }, null);
  for (const { label, description } of question.criteria) await insertCriterion(db, ANONYMOUS, made.id, { label, description });
  for (const one of question.enrichments) await insertEnrichment(db, ANONYMOUS, made.id, one);
  const budget = { target: 100_000, maxPages: pages, maxMinutes: 600, judgeShare: 1 };
  const run = await insertRun(db, made.id, budget);
  if (!run) throw new Error('a new webset has a run already');
  const seen: string[] = [];
  let searches = 0;
  const deps: WorkerDeps = engine.depsFor(reasoner, {
    onSearch: () => void searches++,
    async onPage(url) {
      if (taught > 0 && seen.length === TAUGHT_FROM) await teach(deps, made.id, { truth, question, rows: taught });
      seen.push(pathOf(url));
    },
  });
  await workRun(deps, run.id, new AbortController().signal);
  if (taught > 0) await learnWebset(deps, made.id, new AbortController().signal);

  const ended = await findRun(db, run.id);
  const covered = coverageOf(await findCaptures(db, ended ?? run));
  const rows = await sql<{ url: string; sources: string[]; verdict: string | null; reviewed: boolean }[]>`
    select r.url, array(select url from row_source s where s.row_id = r.id) as sources, r.match_verdict as verdict,
      exists (select from review v where v.row_id = r.id) as reviewed
    from "row" r where r.webset_id = ${made.id}`;
  const narrations = await sql<{ data: { text: string } }[]>`
    select data from event where webset_id = ${made.id} and type = 'narration' order by index`;
  const pathsOf = ({ url, sources }: (typeof rows)[number]) => [url, ...sources].map(pathOf);
  const matchOf = (row: (typeof rows)[number]) => pathsOf(row).find((path) => truth.matching.has(path));
  const found = new Set(rows.map(matchOf).filter((path) => path !== undefined));
  const before = new Set(seen.slice(0, early));
  const neutral = new Set((question.truth as { neutral?: string[] }).neutral?.map(pathOf));
  const claimed = rows.filter((row) => row.verdict === 'match' && !pathsOf(row).some((path) => neutral.has(path)));
  await sql`delete from webset where id = ${made.id}`;
  return {
    matching: truth.matching.size,
    readEarly: [...found].filter((path) => before.has(path)).length,
    read: found.size,
    claimed: claimed.length,
    right: claimed.filter((row) => matchOf(row) !== undefined).length,
    claimedOfSource: claimed.filter((row) => pathsOf(row).some((path) => path.startsWith(`/${question.source}/`))).length,
    pages: (ended?.counts.read ?? 0) + (ended?.counts.unreadable ?? 0),
    requests: seen.length + searches + 1, // one for robots.txt: the web is one host
    searches,
    covered,
    reason: ended?.reason ?? ended?.state ?? '',
    events: narrations.map(({ data }) => data.text),
  };
}

/** Answers rows as a person would, by the truth, in the order in which they are offered. */
async function teach(
  deps: WorkerDeps,
  websetId: string,
  { truth, question, rows }: { truth: Truth; question: EvalQuestion; rows: number },
): Promise<void> {
  const { db } = deps;
  const signal = new AbortController().signal;
  await learnWebset(deps, websetId, signal, { always: true });
  const { criteria } = await listColumns(db, websetId);
  for (let n = 0; n < rows; n++) {
    const [next] = nextToReview(await queueRows(db, websetId), 1);
    const row = next ? await findRow(db, next.id) : null;
    if (!row) return;
    const path = pathOf(row.url);
    await db.transaction(async (tx) => {
      if (truth.thing(path)) {
        for (const { label } of question.criteria) {
          const known = truth.verdicts(path)[label];
          const criterion = criteria.find((one) => one.label === label);
          if (!known || !criterion) continue;
          const verdict = (known === 'unknown' ? 'needs_review' : known) as Verdict;
          const entry = { rowId: row.id, criterionId: criterion.id, verdict, note: null, reviewerId: null };
          await insertReview(tx, { ...entry, passage: null, before: null });
        }
      } else {
        await insertRowReview(tx, { rowId: row.id, wrongKind: true, reviewerId: null });
        await updateRow(tx, row.id, { wrongKind: true, hidden: true });
      }
      await recombineRows(tx, websetId, row.id);
      await markAnswers(tx, websetId);
    });
    await learnWebset(deps, websetId, signal);
  }
}
