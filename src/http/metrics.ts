import type { RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { TableSize } from '../db/queries/shared/stats.ts';
import type { RestartCount } from '../domain/work/restart.ts';

const FRESH_MS = 5000;

/** Figures of the whole service, from the database. */
export interface Stats {
  runs: { states: { state: string; runs: number }[]; retakes: number };
  tables: TableSize[];
  queue: { waiting: number; active: number; dead: number };
}

export interface Metrics {
  registry: Registry;
  /** Answers /metrics in the text format of Prometheus. */
  serve: RequestHandler;
  /** Times each request by its route's pattern, as `logRequests` has set it. */
  time: RequestHandler;
  /** Counts items that this process finished. */
  count(kind: string, n: number): void;
  /** Counts time in which this process got no turn. */
  stalled(seconds: number): void;
  /** Counts a GraphQL query that is executed without being compiled. */
  uncompiled(): void;
}

interface MetricsOptions {
  stats: () => Promise<Stats>;
  followers?: () => number;
  /** How often parts of this service were started again; for a gateway. */
  restarts?: () => RestartCount[];
  /** Whether to report the process itself: memory, processor, event loop. */
  defaults?: boolean;
}

/** A process's metrics. Figures of the database are at most 5 s old. */
export function openMetrics(part: 'gateway' | 'worker', { stats, followers, restarts, defaults = true }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  registry.setDefaultLabels({ part });
  if (defaults) collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `webset_${name}`, help, labelNames, registers });
  const runs = gauge('runs', 'Runs by state.', ['state']);
  const retakes = gauge('run_retakes', 'How often a run was taken again, over all runs that are kept.');
  const rows = gauge('table_rows', 'Rows of a table, as Postgres last counted them.', ['table']);
  const bytes = gauge('table_bytes', 'Size of a table with its indexes.', ['table']);
  const jobs = gauge('queue_jobs', 'Jobs of the queue: waiting, active, dead letters.', ['state']);
  const up = gauge('database_up', 'Whether the database answered this scrape or one in the five seconds before.');
  const latency = new Histogram({
    name: 'webset_http_request_duration_seconds',
    help: 'From a request to the end of its answer; streams are not counted.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: part === 'gateway' ? registers : [],
  });
  const items = new Counter({
    name: 'webset_worker_items_total',
    help: 'Items that this process finished, by kind.',
    labelNames: ['kind'],
    registers,
  });
  const uncompiled = new Counter({
    name: 'webset_graphql_uncompiled_total',
    help: 'GraphQL queries that were executed without being compiled, such as introspection: about six times as slow.',
    registers: part === 'gateway' ? registers : [],
  });
  const stalled = new Counter({
    name: 'webset_stalled_seconds_total',
    help: 'Time in which this process got no turn: stopped, starved, or held by code of its own. Times below a quarter of a second are not counted.',
    registers,
  });
  if (restarts)
    new Counter({
      name: 'webset_part_restarts_total',
      help: 'How often `serve` started a part again, by why it ended: silent (it hung and was killed), a signal, or exit and a code.',
      labelNames: ['part', 'cause'],
      registers,
      collect() {
        this.reset();
        for (const { part, cause, restarts: n } of restarts()) this.inc({ part, cause }, n);
      },
    });
  if (followers)
    new Gauge({
      name: 'webset_stream_followers',
      help: 'Followers of event streams on this gateway, NDJSON and GraphQL.',
      registers,
      collect() {
        this.set(followers());
      },
    });

  let asked = Number.NEGATIVE_INFINITY;
  const refresh = async () => {
    if (performance.now() - asked < FRESH_MS) return;
    asked = performance.now();
    try {
      const found = await stats();
      runs.reset();
      for (const { state, runs: n } of found.runs.states) runs.set({ state }, n);
      retakes.set(found.runs.retakes);
      for (const { table, rows: n, bytes: size } of found.tables) {
        rows.set({ table }, n);
        bytes.set({ table }, size);
      }
      for (const [state, n] of Object.entries(found.queue)) jobs.set({ state }, n);
      up.set(1);
    } catch {
      up.set(0);
    }
  };

  return {
    registry,
    async serve(_req, res) {
      await refresh();
      res.set('Content-Type', registry.contentType).send(await registry.metrics());
    },
    time(req, res, next) {
      const start = performance.now();
      const route: string = res.locals.route;
      res.once('close', () => {
        if (/stream|ndjson/.test(String(res.getHeader('content-type') ?? ''))) return;
        latency.observe({ method: req.method, route, status: res.statusCode }, (performance.now() - start) / 1000);
      });
      next();
    },
    count(kind, n) {
      items.inc({ kind }, n);
    },
    stalled: (seconds) => stalled.inc(seconds),
    uncompiled: () => uncompiled.inc(),
  };
}
