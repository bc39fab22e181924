import { z } from 'zod';
import { FetchFailure, type FetchFailureCode } from '../../agent/fetch/fetch-failure.ts';
import type { Model } from '../../agent/model/ask.ts';
import { ModelFailure } from '../../agent/model/model-failure.ts';
import type { Answers, Hit, SearchQuery } from '../../agent/ports.ts';
import { ReadFailure, type ReadFailureCode } from '../../agent/read/read-failure.ts';
import type { ChosenSearch } from '../../agent/search/learn/choose.ts';
import { SearchFailure, type SearchFailureKind, type SearchProvider } from '../../agent/search/provider.ts';
import type { Database } from '../../db/connection/client.ts';
import { findRun, insertRun } from '../../db/queries/runs/run.ts';
import { insertCriterion } from '../../db/queries/websets/criterion.ts';
import { insertEnrichment } from '../../db/queries/websets/enrichment.ts';
import { insertWebset } from '../../db/queries/websets/webset.ts';
import { ANONYMOUS } from '../../domain/access.ts';
import type { Page } from '../../domain/page/page.ts';
import { BUDGET_MAX, type Run } from '../../domain/run-state.ts';
import { Unrecorded } from '../run-failure.ts';
import { workRun } from '../work.ts';
import type { Thinking, WorkerDeps } from '../worker-deps.ts';
import { askKey, findKey, type ModelAsked, proofKey, searchKey } from './record.ts';
import { type Entry, entryShape, type Head, headShape, rowLines } from './recording.ts';

export interface Recording {
  head: Head;
  entries: Entry[];
  /** The rows, in JSON lines. */
  rows: string[];
}

/** Parses a recording. Throws an error for people if it is invalid. */
export function readRecording(text: string): Recording {
  const [first = '', ...lines] = text.split('\n').filter(Boolean);
  const parse = <T extends z.ZodType>(shape: T, line: string, number: number): z.output<T> => {
    try {
      return shape.parse(JSON.parse(line));
    } catch {
      throw new Error(`line ${number} is not part of a recording`);
    }
  };
  const head = parse(headShape, first, 1);
  const at = lines.findIndex((line) => line.startsWith('{"row":'));
  const entries = at < 0 ? lines : lines.slice(0, at);
  return { head, entries: entries.map((line, i) => parse(entryShape, line, i + 2)), rows: at < 0 ? [] : lines.slice(at) };
}

const failed = z.object({
  failure: z.object({ name: z.string().optional(), code: z.string().optional(), kind: z.string().optional(), message: z.string() }),
});

type Base = Pick<WorkerDeps, 'db' | 'listener' | 'queue' | 'ports' | 'examiner' | 'log' | 'assessor' | 'learner'> & {
  thinkingBy(models: readonly Model[], answers: Answers): Thinking;
};

/** Dependencies that answer only from a recording, without calling a provider, a site or a model. */
function depsOf({ head, entries }: Recording, { thinkingBy, ...base }: Base): WorkerDeps {
  const of = (kind: Entry['kind']) =>
    Map.groupBy(
      entries.filter((entry) => entry.kind === kind),
      ({ key }) => key,
    );
  const [searches, pages, stored, finds, proofs] = [of('search'), of('page'), of('stored'), of('find'), of('proof')];
  const [asked, known] = [of('model'), of('answer')];
  const last = (table: Map<string, Entry[]>, key: string, what: string): Entry => {
    const entry = table.get(key)?.at(-1);
    if (!entry) throw new Unrecorded(`the recording holds no ${what}`);
    return entry;
  };
  /** The ids of recorded pages in this database. */
  const ids = new Map<string, string>();
  const savedAs = async (id: string): Promise<string> => {
    const have = ids.get(id);
    if (have !== undefined) return have;
    const page = last(stored, id, `page ${id}`).page as Page & { id: string };
    const saved = await base.ports.pages.save(bare(page));
    ids.set(id, saved.id);
    return saved.id;
  };
  const search = (name: string) => async (query: SearchQuery) => {
    const entries = searches.get(searchKey(name, query)) ?? [];
    const broken = entries.map(({ data }) => failed.safeParse(data)).findLast(({ success }) => success)?.data?.failure;
    const hits = entries.flatMap(({ data }) => (data as { hits?: Hit[] }).hits ?? []);
    if (hits.length === 0 && broken) throw new SearchFailure((broken.kind ?? 'unavailable') as SearchFailureKind, broken.message);
    return Promise.all(
      hits.map(async (hit) => {
        const { pageId, ...rest } = hit;
        return pageId !== undefined && stored.has(pageId) ? { ...rest, pageId: await savedAs(pageId) } : rest;
      }),
    );
  };
  const names = [...new Set([...searches.values()].flat().map(({ data }) => (data as { provider: string }).provider))];
  const models = head.models.map(
    (one): Model => ({
      ...one,
      endpoint: { provider: 'openai-compatible', model: one.name, key: undefined, baseUrl: undefined, concurrency: 1, timeoutMs: 1 },
      price: null,
      async ask(request, { onSpent }) {
        const { said, failure, spent } = last(asked, askKey(one.key, request), `answer of ${one.name} to this prompt`).data as ModelAsked;
        onSpent(spent);
        if (failure) throw new ModelFailure(failure.kind, failure.message);
        return said ?? { text: '', isCut: false };
      },
    }),
  );
  const answers: Answers = {
    get: async (key) => (known.get(key)?.at(-1)?.data as { text: string } | undefined)?.text ?? null,
    put: async () => {},
  };
  const rounds = entries.filter(({ kind }) => kind === 'searching').map(({ data }) => data as ChosenSearch[]);
  const order = entries.filter(({ kind }) => kind === 'settled').map(({ key }) => key);
  let at = 0;
  return {
    ...base,
    ...thinkingBy(models, answers),
    providers: names.map((name): SearchProvider => ({ name, search: search(name) })),
    registry: {
      proves: async (identifier, url) =>
        (proofs.get(proofKey(identifier, url))?.at(-1)?.data as { isProved?: boolean } | undefined)?.isProved ?? false,
      learn: async () => {},
    },
    async readPage(url) {
      const { data, page } = last(pages, url, `page at ${url}`);
      const { failure } = failed.safeParse(data).data ?? {};
      if (failure?.name === 'ReadFailure') throw new ReadFailure((failure.code ?? 'unreadable') as ReadFailureCode, failure.message);
      if (failure) throw new FetchFailure((failure.code ?? 'network') as FetchFailureCode, failure.message);
      return { page: await base.ports.pages.save(bare(page as Page)), from: (data as { from: 'web' }).from };
    },
    ports: {
      ...base.ports,
      index: {
        ...base.ports.index,
        async find(urls) {
          const { found } = last(finds, findKey(urls), 'find in the index').data as { found: [string, string][] };
          const held = found.filter(([, id]) => stored.has(id));
          return new Map(await Promise.all(held.map(async ([url, id]): Promise<[string, string]> => [url, await savedAs(id)])));
        },
      },
    },
    budgetOf: () => ({ reserve: async () => ({ settle: async () => {} }) }),
    lanes: 1,
    script: {
      next: () => order[at],
      done: () => void at++,
      reason: head.reason,
      choices: head.choices,
      searches: (round) => rounds[round] ?? [],
    },
  };
}

/** A stored page as it was read. */
function bare(page: Page): Page {
  const { url, canonicalUrl, title, text, blocks, links, hints, publishedAt, dates, language, mediaType } = page;
  return { url, canonicalUrl, title, text, blocks, links, hints, publishedAt, dates, language, mediaType };
}

export interface Replayed {
  run: Run;
  rows: string[];
  /** The first line that differs from the recording; null if they are identical. */
  difference: { line: number; recorded: string | null; replayed: string | null } | null;
}

/** Replays a recorded run in a new webset without external calls, and compares the rows with the recorded ones. */
export async function replay(recording: Recording, base: Base): Promise<Replayed> {
  const { db } = base;
  const { webset: asked, criteria, columns } = recording.head;
  const run = await prepare(db, asked, criteria, columns);
  await workRun({ ...depsOf(recording, base), retrySeconds: 0 }, run.id, new AbortController().signal);
  const ended = (await findRun(db, run.id)) ?? run;
  const rows: string[] = [];
  for await (const line of rowLines(db, ended)) rows.push(JSON.stringify(line));
  const most = Math.max(rows.length, recording.rows.length);
  for (let i = 0; i < most; i++)
    if (rows[i] !== recording.rows[i])
      return { run: ended, rows, difference: { line: i + 1, recorded: recording.rows[i] ?? null, replayed: rows[i] ?? null } };
  return { run: ended, rows, difference: null };
}

async function prepare(
  db: Database,
  { originalQuery, category, notes }: Head['webset'],
  criteria: Head['criteria'],
  columns: Head['columns'],
): Promise<Run> {
  const made = await insertWebset(db, { originalQuery, ...(category && { category }), ...(notes && { notes }) }, null);
  for (const { label, description } of criteria) await insertCriterion(db, ANONYMOUS, made.id, { label, description });
  for (const { label, description, format } of columns) await insertEnrichment(db, ANONYMOUS, made.id, { label, format, description });
  const run = await insertRun(db, made.id, { ...BUDGET_MAX, maxCostNanoUsd: null });
  if (!run) throw new Error('a new webset has a run already');
  return run;
}
