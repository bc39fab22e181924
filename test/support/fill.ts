import { randomUUID } from 'node:crypto';
import { saveValues, saveVerdicts } from '../../src/db/queries/rows/cell.ts';
import { appendEvents } from '../../src/db/queries/runs/event.ts';
import { endRun, insertRun, takeRun } from '../../src/db/queries/runs/run.ts';
import { savePage } from '../../src/db/queries/shared/page.ts';
import { row } from '../../src/db/tables/row.ts';
import type { Row } from '../../src/domain/row-state.ts';
import type { RunEvent } from '../../src/domain/run-event.ts';
import type { Verdict } from '../../src/domain/verdict.ts';
import type { TestService } from './test-service.ts';

type Db = TestService['db'];

const TEXT = 'Tikv is written in Rust.\nIt was first released in 2016.';
const QUOTE = { quote: 'Tikv is written in Rust.', start: 0, end: 24 };

/** The result of a worker: a row, its page, verdicts and values by criterion and column id (absent: not evaluated). */
export interface FilledRow {
  url?: string;
  title?: string;
  status?: Row['status'];
  matchVerdict?: Verdict | null;
  verdicts?: Record<string, Verdict | null>;
  values?: Record<string, string | null>;
}

export async function fillRows(db: Db, websetId: string, rows: FilledRow[]): Promise<string[]> {
  const { id: pageId } = await savePage(db, {
    url: `https://example.org/${randomUUID()}`,
    canonicalUrl: null,
    title: 'TiKV',
    text: TEXT,
    blocks: [{ tag: 'p' }, { tag: 'p' }],
    links: [],
    hints: [],
    publishedAt: '2016-04',
    dates: null,
    language: 'en',
    mediaType: 'text/html',
  });
  const made = await db
    .insert(row)
    .values(
      rows.map((r, i) => ({
        websetId,
        pageId,
        key: randomUUID(),
        url: r.url ?? `https://example.org/${i}`,
        title: r.title ?? `Row ${i}`,
        status: r.status ?? ('completed' as const),
        matchVerdict: r.matchVerdict ?? null,
      })),
    )
    .returning({ id: row.id });
  const ids = made.map(({ id }) => id);
  const common = { judge: 'lexical' as const, runId: null, note: null };
  await saveVerdicts(
    db,
    rows.flatMap((r, i) =>
      Object.entries(r.verdicts ?? {}).map(([criterionId, verdict]) => ({
        ...common,
        rowId: ids[i] ?? '',
        criterionId,
        verdict,
        reason: verdict === null ? ('failed' as const) : ('stated' as const),
        evidence: verdict === 'match' ? { ...QUOTE, pageId } : null,
      })),
    ),
  );
  await saveValues(
    db,
    rows.flatMap((r, i) =>
      Object.entries(r.values ?? {}).map(([enrichmentId, value]) => ({
        ...common,
        rowId: ids[i] ?? '',
        enrichmentId,
        value,
        reason: value === null ? ('silent' as const) : ('stated' as const),
        evidence: value === null ? null : { ...QUOTE, pageId },
      })),
    ),
  );
  return ids;
}

const BUDGET = { target: 20, maxPages: 300, maxMinutes: 30 };

/** An active run, as if a worker had taken it, without a job. */
export async function beginRun(db: Db, websetId: string): Promise<string> {
  const run = await insertRun(db, websetId, BUDGET);
  if (!run) throw new Error('a run is alive');
  await takeRun(db, run.id);
  return run.id;
}

export const narrate = (db: Db, websetId: string, runId: string, ...texts: string[]) =>
  appendEvents(
    db,
    websetId,
    runId,
    texts.map((text): RunEvent => ({ type: 'narration', data: { text } })),
  );

/** Ends a run regularly, with its last event. */
export async function finishRun(service: TestService, websetId: string, runId: string): Promise<void> {
  await service.db.transaction(async (tx) => {
    await endRun(tx, runId, 'completed', 'candidates_exhausted', null);
    await appendEvents(tx, websetId, runId, [{ type: 'run.completed', data: { reason: 'candidates_exhausted', detail: null } }]);
  });
  service.listener.notify(websetId);
}

/** Creates websets with the longest possible texts: 10,000 emoji each in request and notes, 80 kB together. */
export async function fillLargest(on: Pick<TestService, 'sql'>, count: number, ownerId: string | null = null): Promise<string[]> {
  const made = await on.sql`
    with made as (insert into webset (original_query, notes, owner_id)
      select repeat('😀', 10000), repeat('😀', 10000), ${ownerId} from generate_series(1, ${count}) returning id)
    , logged as (insert into event_log (webset_id) select id from made) select id from made`;
  return made.map(({ id }) => id);
}
