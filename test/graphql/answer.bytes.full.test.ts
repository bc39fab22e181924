import { expect, test } from 'vitest';
import { fillLargest } from '../support/fill.ts';
import { openTestService } from '../support/test-service.ts';

// of thirty: answer.bytes.test.ts

test('listSessions answers a hundred of the largest sessions, each once and in order', async () => {
  await using service = await openTestService();
  const bob = await service.as('bob');
  const [owner] = await service.sql`select id from auth_user where email = 'bob@example.org'`;
  await fillLargest(service, 101, owner?.id);

  const list = async (limit: number) => {
    const response = await fetch(`${service.url}/api/v1/search/listSessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bob },
      body: JSON.stringify({ limit }),
    });
    return (await response.json()) as { sessions: { id: string; notes: string }[] };
  };

  const [{ sessions }, other] = await Promise.all([list(100), list(7)]); // the second waits for its turn

  const ids = sessions.map(({ id }) => id);
  expect(new Set(ids).size).toBe(100);
  expect(sessions.every(({ notes }) => notes.length === 200_000)).toBe(true);
  expect(other.sessions.map(({ id }) => id)).toEqual(ids.slice(0, 7));
});
