import createClient from 'openapi-fetch';
import { expect, expectTypeOf, test } from 'vitest';
import type { components, paths } from '../generated/openapi.ts';
import { openLab } from '../support/lab.ts';
import { cookieOf, PASSWORD } from '../support/test-service.ts';
import { htmlPage } from '../support/web.ts';

type Session = components['schemas']['Session'];

test('a client generated from /openapi.json goes all the way: sign in, make, add, run, poll, export, follow, list, claim, delete', async () => {
  await using lab = await openLab({
    '/a': htmlPage('Redb', 'Redb is a database written in Rust.'),
    '/b': htmlPage('Badger', 'Badger is a database written in Go.'),
  });
  const signedUp = await lab.account('/sign-up/email', { email: 'typed@example.org', password: PASSWORD, name: '' });
  const { cookie } = cookieOf(signedUp);
  const api = createClient<paths>({ baseUrl: `${lab.url}/api/v1`, headers: { cookie } });
  const files = createClient<paths>({ baseUrl: lab.url, headers: { cookie } });
  const stranger = createClient<paths>({ baseUrl: `${lab.url}/api/v1` });

  const made = await api.POST('/search/createSession', { body: { originalQuery: 'databases written in Rust', category: 'articles' } });
  const sessionId = made.data?.session.id as string;
  const criterion = await api.POST('/search/addCriterion', { body: { sessionId, label: 'Written in Rust' } });
  const column = await api.POST('/search/addEnrichment', { body: { sessionId, label: 'Language', format: 'text' } });
  const renamed = await api.POST('/search/renameSession', { body: { sessionId, title: 'Rust' } });
  const started = await api.POST('/search/startRun', { body: { sessionId } });
  const again = await api.POST('/search/startRun', { body: { sessionId } });
  await lab.until(sessionId, ({ runAlive }) => !runAlive, { cookie });
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
    ['Badger', expect.stringMatching(/no_match|needs_review/)],
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
