import fc from 'fast-check';
import { appendEvents } from '../../src/db/queries/runs/event.ts';
import { endRun, takeRun } from '../../src/db/queries/runs/run.ts';
import type { Patience } from '../../src/domain/work/patience.ts';
import { removeRuns } from '../../src/queue/run-jobs.ts';
import { openDatabase } from '../shared/database.ts';
import { rpc } from '../shared/parts.ts';
import type { Fault } from './fault.ts';
import { openInProcess } from './support/in-process.ts';
import { addUsers } from './support/users.ts';

const SIZES = { full: { runs: 1000, commands: 30 }, short: { runs: 15, commands: 20 } };

/** What a webset should be, by the rules alone. */
interface Webset {
  id: string;
  owner: string | null;
  labels: string[];
  status: 'draft' | 'running' | 'completed' | 'cancelled';
  events: string[];
}
type Model = { websets: (Webset | null)[] };
type Real = Awaited<ReturnType<typeof openInProcess>> & { ids: string[] };
type Command = fc.AsyncCommand<Model, Real>;

/** One call on one of the websets (`at` picks it), by somebody, with what the model says must come of it. */
const act = (
  name: string,
  at: number,
  user: string | null,
  run: (
    webset: Webset | null,
    call: (operation: string, body?: object) => ReturnType<typeof rpc>,
    real: Real,
    model: Model,
  ) => Promise<void>,
): Command => ({
  check: ({ websets }) => websets.length > 0,
  async run(model, real) {
    const n = at % model.websets.length;
    const sessionId = real.ids[n] as string;
    const call = (operation: string, body: object = { sessionId }) => rpc(real.url, operation, body, user ? { 'x-user': user } : {});
    await run(model.websets[n] ?? null, call, real, model);
  },
  toString: () => `${name}(${at}${user ? `, ${user}` : ''})`,
});

const same = (what: string, is: unknown, should: unknown) => {
  if (JSON.stringify(is) !== JSON.stringify(should)) throw new Error(`${what}: ${JSON.stringify(is)}, and not ${JSON.stringify(should)}`);
};
/** 404, 403 or what the rules say for those who may. */
const statusFor = (webset: Webset | null, user: string | null, allowed: number) =>
  !webset ? 404 : webset.owner !== null && webset.owner !== user ? 403 : allowed;

const create = (user: string | null): Command => ({
  check: ({ websets }) => websets.length < 4,
  async run(model, real) {
    const { status, body } = await rpc(real.url, 'createSession', { originalQuery: 'a model' }, user ? { 'x-user': user } : {});
    same('create', status, 200);
    real.ids.push(body.session.id);
    model.websets.push({ id: body.session.id, owner: user, labels: [], status: 'draft', events: [] });
  },
  toString: () => `create(${user ?? ''})`,
});

const claimBy = (at: fc.Arbitrary<number>) =>
  fc.tuple(at, fc.constantFrom('ann', 'bob')).map(([n, by]) =>
    act('claim', n, by, async (webset, call, real) => {
      const id = webset?.id ?? (real.ids[n % real.ids.length] as string);
      const { status, body } = await call('claimSessions', { sessionIds: [id] });
      same('claim', status, 200);
      const mine = webset !== null && (webset.owner === null || webset.owner === by);
      same('claimed', body.claimed, mine ? [id] : []);
      if (webset && mine) webset.owner = by;
    }),
  );

const commandsFor = (at: fc.Arbitrary<number>, user: fc.Arbitrary<string | null>, claims: boolean) => [
  user.map(create),
  fc.tuple(at, user, fc.constantFrom('A', 'B', 'C')).map(([n, by, label]) =>
    act('add', n, by, async (webset, call) => {
      const should = statusFor(webset, by, webset?.labels.includes(label) ? 409 : 200);
      same('add', (await call('addCriterion', { sessionId: webset?.id ?? '00000000-0000-4000-8000-000000000000', label })).status, should);
      if (should === 200) webset?.labels.push(label);
    }),
  ),
  fc.tuple(at, user).map(([n, by]) =>
    act('start', n, by, async (webset, call) => {
      const should = statusFor(webset, by, webset?.status === 'running' ? 409 : 200);
      same('start', (await call('startRun')).status, should);
      if (webset && should === 200) webset.status = 'running';
    }),
  ),
  fc.tuple(at, user).map(([n, by]) =>
    act('cancel', n, by, async (webset, call) => {
      const should = statusFor(webset, by, 200);
      same('cancel', (await call('cancelRun')).status, should);
      if (webset && should === 200 && webset.status === 'running') {
        webset.status = 'cancelled';
        webset.events.push('run.cancelled');
      }
    }),
  ),
  fc.tuple(at, user).map(([n, by]) =>
    act('delete', n, by, async (webset, call, _real, model) => {
      const should = statusFor(webset, by, 200);
      same('delete', (await call('deleteSession')).status, should);
      if (webset && should === 200) model.websets[model.websets.indexOf(webset)] = null;
    }),
  ),
  ...(claims ? [claimBy(at)] : []),
  at.map((n) =>
    act('work', n, null, async (webset, _call, { db, listener, queue }) => {
      if (webset?.status !== 'running') return;
      await db.transaction(async (tx) => {
        const [alive] = await tx.execute<{ id: string }>(`select id from run where webset_id = '${webset.id}' and state = 'queued'`);
        if (!alive) throw new Error('work: the run is not queued');
        await takeRun(tx, alive.id);
        await endRun(tx, alive.id, 'completed', 'candidates_exhausted', null);
        await removeRuns(queue, tx, [alive.id]);
        await appendEvents(tx, webset.id, alive.id, [
          { type: 'run.started', data: { attempt: 1, target: 1, criteria: 0, enrichments: 0 } },
          { type: 'run.completed', data: { reason: 'candidates_exhausted', detail: null } },
        ]);
      });
      listener.notify(webset.id);
      webset.status = 'completed';
      webset.events.push('run.started', 'run.completed');
    }),
  ),
  fc.tuple(at, user).map(([n, by]) =>
    act('look', n, by, async (webset, call) => {
      const { status, body } = await call('getSession');
      same('look', status, statusFor(webset, by, 200));
      if (status !== 200) return;
      same('status', body.session.status, webset?.status);
      same(
        'labels',
        body.session.criteria.map(({ label }: { label: string }) => label),
        webset?.labels,
      );
    }),
  ),
  fc.tuple(at, user, fc.nat(6)).map(([n, by, from]) =>
    act('follow', n, by, async (webset, _call, { url, ids }) => {
      const leaving = new AbortController();
      const headers = by ? { 'x-user': by } : undefined;
      const response = await fetch(`${url}/api/sessions/${ids[n % ids.length]}/stream?startIndex=${from}`, {
        signal: leaving.signal,
        ...(headers && { headers }),
      });
      const started = webset !== null && webset.status !== 'draft';
      same('follow', response.status, statusFor(webset, by, started ? 200 : 404) === 200 ? 200 : 404);
      if (webset?.status === 'running' || response.status !== 200) return leaving.abort();
      const events = (await response.text())
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      const should = webset?.events.map((type, index) => ({ index, type })).slice(from);
      same(
        'events',
        events.map(({ index, type }) => ({ index, type })),
        should,
      );
    }),
  ),
];

/** Plays random histories of commands against a model of the rules. */
export async function playHistories(
  databaseUrl: string,
  { runs, commands, patience }: { runs: number; commands: number; patience?: Patience },
): Promise<{ figure: string; pass: boolean }> {
  await using gateway = await openInProcess(databaseUrl, patience);
  const claims = await addUsers(gateway.sql, ['ann', 'bob']);
  const at = fc.nat(3);
  const user = fc.constantFrom(null, 'ann', 'bob');
  let ran = 0;
  const history = fc.array(fc.oneof(...commandsFor(at, user, claims)), { minLength: commands, maxLength: commands });
  const property = fc.asyncProperty(history, async (asked) => {
    await fc.asyncModelRun(() => ({ model: { websets: [] }, real: { ...gateway, ids: [] } }), [create(null), ...asked]);
    ran += 1 + asked.length;
  });
  const result = await fc.check(property, { numRuns: runs, seed: 4, endOnFailure: true });
  const divergence = result.failed ? `diverged: ${result.counterexample} ${result.errorInstance}` : '0 divergence';
  return { figure: `${result.numRuns} histories, ${ran} commands: ${divergence}`, pass: !result.failed };
}

/** Random histories of create, add, start, cancel, delete, claim, work, look and follow against a model of the rules. */
export const model: Fault = {
  name: 'model',
  bar: '0 divergence from the model',
  async run(size) {
    await using database = await openDatabase();
    return await playHistories(database.url, SIZES[size]);
  },
};
