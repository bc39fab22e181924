import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimWebsets } from '../../src/db/queries/websets/webset.ts';
import { webset } from '../../src/db/tables/webset.ts';
import { times } from '../support/run/times.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const idOf = async (name: string): Promise<string> => {
  await service.as(name);
  return (await service.sql`select id from auth_user where email = ${`${name}@example.org`}`)[0]?.id;
};
const claim = async (sessionIds: string[], headers: Record<string, string>) =>
  (await service.rpc('claimSessions', { sessionIds }, headers)).body;

test('of two who claim the same sessions at once one wins each', async () => {
  const { db } = service;
  const [annId, bobId] = [await idOf('ann'), await idOf('bob')];
  const rounds = times(10, 50);
  const size = 20;
  for (let round = 0; round < rounds; round++) {
    const made = await db
      .insert(webset)
      .values(Array.from({ length: size }, () => ({ originalQuery: 'q' })))
      .returning({ id: webset.id });
    const ids = made.map(({ id }) => id);

    const [anns, bobs] = await Promise.all([claimWebsets(db, ids, annId), claimWebsets(db, ids.toReversed(), bobId)]);

    expect([...anns, ...bobs].map(({ id }) => id).sort()).toEqual(ids.sort());
  }
});

test('of many who claim one session by the endpoint at once one wins', async () => {
  const users = await Promise.all(['c1', 'c2', 'c3', 'c4'].map((name) => service.as(name)));
  for (let round = 0; round < times(2, 5); round++) {
    const id = await service.createSession();

    const answers = await Promise.all(users.flatMap((user) => [claim([id], user), claim([id], user)]));

    const winners = answers.filter(({ claimed }) => claimed.length === 1);
    expect(winners).toHaveLength(2); // the one user asked twice, and gets the same answer twice
  }
});
