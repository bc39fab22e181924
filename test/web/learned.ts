import { savePassages, saveScores } from '../../src/db/queries/learning/scores.ts';
import type { LearningEstimate } from '../../src/domain/review/learning.ts';
import type { TestService } from '../support/test-service.ts';

interface Scored {
  criteria: readonly string[];
  /** In the order found; the first is the most likely. */
  rows: readonly string[];
}

/** Stores what a worker leaves after reading rows of `fillRows`: likelihoods, and both sentences of each page as passages. */
export async function scoreRows({ db, sql }: TestService, { criteria, rows }: Scored): Promise<void> {
  for (const [i, rowId] of rows.entries()) {
    await sql`update "row" set likelihood = ${1 - i / rows.length}, updated_at = now() where id = ${rowId}`;
    const scores = criteria.map((criterionId) => ({ criterionId, score: {}, ruled: null }));
    await saveScores(db, { rowId, version: 1, kind: {}, criteria: scores, columns: [] });
  }
  const spans = [
    { start: 0, end: 24 },
    { start: 25, end: 55 },
  ];
  await savePassages(
    db,
    rows.flatMap((rowId) => criteria.map((criterionId) => ({ rowId, criterionId, spans }))),
  );
}

/** Stores what a worker leaves after learning from all answers: the estimate of each criterion, and verdicts of rows. */
export async function learnAs(
  { sql }: TestService,
  websetId: string,
  estimate: Partial<LearningEstimate>,
  matching: readonly string[] = [],
): Promise<void> {
  if (matching.length > 0) {
    await sql`update verdict set verdict = 'match', probability = 0.97, judge = 'learned', quote = 'Tikv is written in Rust.', start = 0, "end" = 24,
      page_id = r.page_id from "row" r where r.id = row_id and r.id in ${sql(matching)}`;
    await sql`update "row" set match_verdict = 'match', updated_at = now() where id in ${sql(matching)}`;
  }
  await sql`update criterion set learned_version = answers_version, learning = ${JSON.stringify(estimate)}::text::jsonb where webset_id = ${websetId}`;
  await sql`update enrichment set learned_version = answers_version where webset_id = ${websetId}`;
}

/** Stores a worker's suggestion for a column of a row of `fillRows`. */
export async function suggestValue({ sql }: TestService, rowId: string, enrichmentId: string, value: string): Promise<void> {
  await sql`insert into value_suggestion (row_id, enrichment_id, page_id, value, likelihood, quote, start, "end")
    select id, ${enrichmentId}, page_id, ${value}, 0.7, 'It was first released in 2016.', 25, 55 from "row" where id = ${rowId}`;
  await sql`update "row" set updated_at = now() where id = ${rowId}`;
}
