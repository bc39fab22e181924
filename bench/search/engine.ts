import { EXAMINATIONS } from '../../src/agent/entity/examine.ts';
import type { Examiner } from '../../src/agent/entity/examiner.ts';
import { FetchFailure } from '../../src/agent/fetch/fetch-failure.ts';
import type { Reasoner } from '../../src/agent/judge/finding.ts';
import type { Assessor } from '../../src/agent/judge/threads/assess-pool.ts';
import { plan } from '../../src/agent/plan.ts';
import { openClient } from '../../src/db/connection/client.ts';
import { openListener } from '../../src/db/connection/listener.ts';
import { openQueue } from '../../src/queue/job-queue.ts';
import { portsOn } from '../../src/runs/ports/ports.ts';
import type { WorkerDeps } from '../../src/runs/worker-deps.ts';
import { assessor, learner } from '../../test/support/agent/judges.ts';
import { openDatabase } from '../shared/database.ts';
import type { EvalWeb } from './web.ts';

/** Where a model judges every page, nothing is decided by rules and scores: they would only take time. */
const unscored: Assessor = {
  assess: async ({ criteria, columns }) => ({
    verdicts: new Map(),
    values: new Map(),
    quotes: [],
    scores: {
      kind: { v: 1, skeleton: '', words: '' },
      criteria: new Map(criteria.map(({ id }) => [id, { v: 1, units: '', count: 0, hits: 0 }])),
      columns: new Map(columns.map(({ id }) => [id, { v: 1, values: [] }])),
    },
  }),
};

/** The engine of runs on a database of its own, in this process, with a folder's web in place of the network. */
export async function openEngine(web: EvalWeb) {
  await using open = new AsyncDisposableStack();
  const { url } = open.use(await openDatabase());
  const { db, sql } = open.use(openClient(url, { max: 6, name: 'webset bench' }));
  const listener = open.use(await openListener(sql));
  const queue = open.use(await openQueue(url, { worker: false, onError: () => {} }));
  const ports = portsOn(db);
  const examiner: Examiner = {
    page: async (page, { foundAt, category }) => ({ facts: EXAMINATIONS.page({ page, foundAt, category }), left: { ms: 2000 } }),
    address: async ({ url: address, title }, category) => EXAMINATIONS.address({ url: address, title, category }),
    search: async (answers) => EXAMINATIONS.search({ answers }),
    titles: async (title, others) => EXAMINATIONS.titles({ title, others }),
    words: async (words, others) => EXAMINATIONS.words({ words, others }),
    [Symbol.asyncDispose]: async () => {},
  };
  /** What a worker has, judging by `reasoner`, else by the rules; `onSearch` and `onPage` hear of each request. */
  const depsFor = (reasoner: Reasoner | null, heard: { onSearch(): void; onPage(url: string): Promise<void> }): WorkerDeps => ({
    db,
    listener,
    queue,
    ports,
    providers: [
      {
        name: 'web',
        async search({ text, pageNumber }) {
          heard.onSearch();
          return web.search(text, pageNumber);
        },
      },
    ],
    async readPage(address) {
      await heard.onPage(address);
      const page = await web.read(address);
      if (!page) throw new FetchFailure('http_status', 'there is no such page', { status: 404 });
      return { page: await ports.pages.save({ ...page, url: address }), from: 'web' };
    },
    examiner,
    registry: { proves: async () => false, learn: async () => {} },
    plan: async (input) => ({ plan: plan(input), trouble: '' }),
    furtherQueries: null,
    reasoner,
    assessor: reasoner ? unscored : assessor,
    learner,
    budgetOf: () => ({ reserve: async () => ({ settle: async () => {} }) }),
    lanes: 1,
    log: { info: () => {}, error: (facts, message) => console.error(message, facts) },
  });
  const close = open.move();
  return { db, sql, depsFor, [Symbol.asyncDispose]: () => close.disposeAsync() };
}
export type Engine = Awaited<ReturnType<typeof openEngine>>;
