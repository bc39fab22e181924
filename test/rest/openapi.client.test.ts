import createClient from 'openapi-fetch';
import { expect, expectTypeOf, test } from 'vitest';
import { takeRun } from '../../src/db/queries/runs/run.ts';
import type { components, paths } from '../generated/openapi.ts';
import { fillRows, finishRun } from '../support/fill.ts';
import { cookieOf, openTestService, PASSWORD } from '../support/test-service.ts';

type Session = components['schemas']['Session'];

test('a client generated from /openapi.json goes all the way: sign in, make, add, run, poll, export, follow, list, claim, delete', async () => {
  await using service = await openTestService();
  const signedUp = await service.account('/sign-up/email', { email: 'typed@example.org', password: PASSWORD, name: '' });
  const { cookie } = cookieOf(signedUp);
  const api = createClient<paths>({ baseUrl: `${service.url}/api/v1`, headers: { cookie } });
  const files = createClient<paths>({ baseUrl: service.url, headers: { cookie } });
  const stranger = createClient<paths>({ baseUrl: `${service.url}/api/v1` });

  const made = await api.POST('/search/createSession', { body: { originalQuery: 'databases written in Rust', category: 'articles' } });
  const sessionId = made.data?.session.id as string;
  const criterion = await api.POST('/search/addCriterion', { body: { sessionId, label: 'Written in Rust' } });
  const column = await api.POST('/search/addEnrichment', { body: { sessionId, label: 'Language', format: 'text' } });
  const renamed = await api.POST('/search/renameSession', { body: { sessionId, title: 'Rust' } });
  const started = await api.POST('/search/startRun', { body: { sessionId } });
  const again = await api.POST('/search/startRun', { body: { sessionId } });
  // what a worker would do
  const runId = started.data?.session.run?.id as string;
  await takeRun(service.db, runId);
  await fillRows(service.db, sessionId, [
    { title: 'Redb', matchVerdict: 'match', verdicts: { [criterion.data?.criterion.id as string]: 'match' } },
    { title: 'Badger', matchVerdict: 'no_match' },
  ]);
  await finishRun(service, sessionId, runId);
  const read = await api.POST('/search/getSession', { body: { sessionId } });
  const exported = await files.GET('/api/sessions/{sessionId}/export', { params: { path: { sessionId }, query: { format: 'json' } } });
  const events = await files.GET('/api/sessions/{sessionId}/stream', { params: { path: { sessionId } }, parseAs: 'text' });
  const refused = await stranger.POST('/search/getSession', { body: { sessionId } });
  const theirs = await stranger.POST('/search/createSession', { body: { originalQuery: 'left by somebody' } });
  const claimed = await api.POST('/search/claimSessions', { body: { sessionIds: [theirs.data?.session.id as string] } });
  const listed = await api.POST('/search/listSessions', { body: { limit: 2 } });
  const unnamed = await stranger.POST('/search/listSessions', { body: {} });
  const deleted = await api.POST('/search/deleteSession', { body: { sessionId } });

  expectTypeOf(made.data?.session).toEqualTypeOf<Session | undefined>();
  expect(criterion.data?.criterion.label).toBe('Written in Rust');
  expect(column.data?.enrichment.format).toBe('text');
  expect(renamed.data?.session.title).toBe('Rust');
  expect(started.data?.session.runAlive).toBe(true);
  expect(again.error).toEqual({ code: 'CONFLICT', message: 'A run is already in progress', defined: true });
  expect(read.data?.session.rows.map(({ title, matchVerdict }) => [title, matchVerdict]).toSorted()).toEqual([
    ['Badger', 'no_match'],
    ['Redb', 'match'],
  ]);
  expect(exported.data).toMatchObject({ id: sessionId, query: 'databases written in Rust', results: { length: 2 } });
  expect(events.data).toContain('run.completed');
  expect(refused.error?.code).toBe('FORBIDDEN');
  expect(claimed.data?.claimed).toEqual([theirs.data?.session.id]);
  expect(listed.data?.sessions.map(({ originalQuery }) => originalQuery)).toEqual(['left by somebody', 'databases written in Rust']);
  expect(unnamed.error?.code).toBe('UNAUTHORIZED');
  expect(deleted.data).toEqual({ deleted: true });
});
