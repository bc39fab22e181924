import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginRun, fillRows, finishRun } from '../support/fill.ts';
import { times } from '../support/run/times.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

// Many callers at once, at every endpoint, while websets are claimed and deleted under their hands.

let service: TestService;
const WHO = ['ann', 'bob', 'nobody'] as const;
type Who = (typeof WHO)[number];
let headers: Record<Who, Record<string, string>>;
beforeAll(async () => {
  service = await openTestService();
  headers = { ann: await service.as('ann'), bob: await service.as('bob'), nobody: {} };
});
afterAll(() => service[Symbol.asyncDispose]());

interface Thing {
  id: string;
  rowId: string;
  secret: string;
}
/** What somebody did to one thing, from when to when (by the order of events in this process), and the answer. */
interface Deed {
  kind: string;
  who: Who;
  thing: Thing;
  from: number;
  to: number;
  result: string;
}

let made = 0;
async function make(): Promise<Thing> {
  const secret = `secret-${made++}-of-nobody`;
  const id = await service.createSession(secret);
  const { criterion } = (await service.rpc('addCriterion', { sessionId: id, label: secret })).body;
  const runId = await beginRun(service.db, id);
  const [rowId = ''] = await fillRows(service.db, id, [{ title: secret, verdicts: { [criterion.id]: 'match' } }]);
  await finishRun(service, id, runId);
  return { id, rowId, secret };
}

const textOf = async (answer: Promise<{ status: number; body: unknown }>) => JSON.stringify(await answer);
const graphql = (document: string, id: string, who: Who) => textOf(service.graphql(document, { id }, headers[who]));
const globalId = (type: string, id: string) => Buffer.from(`${type}:${id}`).toString('base64url');
const download = async (path: string, who: Who) => {
  const response = await service.get(path, headers[who]);
  return `${response.status} ${await response.text()}`;
};
const SUBSCRIPTION = 'subscription ($id: UUID!) { runEvents(websetId: $id) { index type } }';

const READS: Record<string, (thing: Thing, who: Who) => Promise<string>> = {
  getSession: ({ id }, who) => textOf(service.rpc('getSession', { sessionId: id }, headers[who])),
  webset: ({ id }, who) =>
    graphql(
      'query ($id: UUID!) { webset(id: $id) { originalQuery criteria { label } rows { nodes { title verdicts { note } } } } }',
      id,
      who,
    ),
  nodeOfWebset: ({ id }, who) =>
    graphql('query ($id: ID!) { node(id: $id) { ... on Webset { originalQuery } } }', globalId('Webset', id), who),
  nodesOfRow: ({ rowId }, who) => graphql('query ($id: ID!) { nodes(ids: [$id]) { ... on Row { title } } }', globalId('Row', rowId), who),
  export: ({ id }, who) => download(`/api/sessions/${id}/export?format=json`, who),
  stream: ({ id }, who) => download(`/api/sessions/${id}/stream`, who),
  runEvents: async ({ id }, who) => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers[who] },
      body: JSON.stringify({ query: SUBSCRIPTION, variables: { id } }),
    });
    return response.text();
  },
  duplicate: ({ id }, who) =>
    graphql('mutation ($id: UUID!) { duplicateWebset(input: { websetId: $id }) { webset { originalQuery } } }', id, who),
  rename: ({ id }, who) => textOf(service.rpc('renameSession', { sessionId: id, title: `renamed by ${who}` }, headers[who])),
  hide: ({ rowId }, who) => graphql('mutation ($id: UUID!) { hideRow(input: { rowId: $id }) { row { title } } }', rowId, who),
};
const CHANGES: Record<string, (thing: Thing, who: Who) => Promise<string>> = {
  claim: ({ id }, who) => textOf(service.rpc('claimSessions', { sessionIds: [id] }, headers[who])),
  delete: ({ id }, who) => textOf(service.rpc('deleteSession', { sessionId: id }, headers[who])),
};
const DEEDS = { ...READS, ...CHANGES };

/** What shows that a thing was opened: its secret, its events, or its new title. */
const opens = ({ kind, result, thing }: Deed) =>
  result.includes(thing.secret) || (/stream|runEvents/.test(kind) && result.includes('run.completed'));
const won = ({ kind, result, thing }: Deed) => kind === 'claim' && result.includes(`"claimed":["${thing.id}"]`);
const ended = ({ kind, result }: Deed) => kind === 'delete' && result.includes('"deleted":true');

const plan = fc.array(
  fc.record({
    kind: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...Object.keys(READS)) },
      { weight: 3, arbitrary: fc.constant('claim') },
      { weight: 1, arbitrary: fc.constant('delete') },
    ),
    who: fc.constantFrom(...WHO),
    at: fc.nat(2),
  }),
  { minLength: 60, maxLength: 120 },
);

test('once a webset is claimed it opens to its owner alone, and once it is deleted to nobody, also to callers of that moment', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async (plan) => {
      const things = [await make(), await make(), await make()];
      const done: Deed[] = [];
      let clock = 0;
      const left = [...plan];
      const lane = async () => {
        for (let step = left.shift(); step; step = left.shift()) {
          const { kind, who } = step;
          const thing = things[step.at] as Thing;
          const from = clock++;
          const result = await (DEEDS[kind] as (typeof READS)[string])(thing, who);
          done.push({ kind, who, thing, from, to: clock++, result });
        }
      };
      await Promise.all(Array.from({ length: 12 }, lane));

      for (const thing of things) {
        const deeds = done.filter((deed) => deed.thing === thing);
        const winners = new Set(deeds.filter(won).map(({ who }) => who));
        expect(winners.size, 'owners').toBeLessThan(2);
        const [owner] = winners;
        const claimedAt = Math.min(...deeds.filter(won).map(({ to }) => to));
        const deletedAt = Math.min(...deeds.filter(ended).map(({ to }) => to));
        const strangers = deeds.filter((deed) => deed.from > claimedAt && deed.who !== owner);
        const late = deeds.filter(({ from }) => from > deletedAt);
        expect(
          [...strangers, ...late].filter((deed) => opens(deed) || ended(deed)).map(({ kind, who, result }) => [kind, who, result]),
        ).toEqual([]);
        const first = Math.min(...deeds.filter(({ kind }) => kind === 'delete').map(({ from }) => from));
        const own = deeds.filter((deed) => deed.who === owner && deed.from > claimedAt && deed.to < first && deed.kind in READS);
        expect(own.filter((deed) => !opens(deed)).map(({ kind, result }) => [kind, result])).toEqual([]);
      }
      expect(
        done.filter(({ result }) => /"status":5|INTERNAL_SERVER_ERROR|^50/.test(result)).map(({ kind, result }) => [kind, result]),
      ).toEqual([]);
    }),
    { numRuns: times(1, 10) },
  );
});

test('ten claims of one webset at once by two users: one user has it, also when the other asks again', async () => {
  const { id } = await make();
  const claim = async (who: 'ann' | 'bob') =>
    (await service.rpc('claimSessions', { sessionIds: [id] }, headers[who])).body.claimed.length > 0 ? [who] : [];

  const claimed = await Promise.all(Array.from({ length: 10 }, (_, i) => claim(i % 2 === 0 ? 'ann' : 'bob')));

  const owners = new Set(claimed.flat());
  expect(owners.size).toBe(1);
  expect(claimed.flat()).toHaveLength(5);
});

test.each(['startRun', 'addCriterion', 'addEnrichment'])('%s waits while another change of the webset is made', async (operation) => {
  const id = await service.createSession('a webset that is being changed');
  let isDone = false;

  const change = await service.sql.begin(async (tx) => {
    await tx`select from webset where id = ${id} for no key update`;
    const asked = service.rpc(operation, { sessionId: id, label: 'Written in Rust' });
    void asked.then(() => {
      isDone = true;
    });
    await expect
      .poll(async () => (await tx`select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`).length)
      .toBe(1);
    // Read before the commit: what waits may be answered before the commit is.
    expect(isDone).toBe(false);
    return { asked };
  });

  expect((await change.asked).status).toBe(200);
});
