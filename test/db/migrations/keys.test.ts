import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { boundedKey } from '../../../src/agent/entity/key.ts';
import { insertRun } from '../../../src/db/queries/runs/run.ts';
import { candidate } from '../../../src/db/tables/run.ts';
import { openTestService } from '../../support/test-service.ts';

/** The statements of the migration that shortened stored keys and pauses. */
const SHORTENING = readdirSync('drizzle')
  .filter((file) => file.endsWith('.sql'))
  .flatMap((file) => readFileSync(`drizzle/${file}`, 'utf8').split('--> statement-breakpoint'))
  .filter((statement) => /UPDATE "(?:row|candidate|tape|pause)"/.test(statement) && /octet_length|interval/.test(statement))
  .map((statement) => statement.replaceAll('"tape"', '"recording_entry"')); // its name since

test('stored keys past 512 bytes become what the code makes of them, and rests what their kind may be at most', async () => {
  await using service = await openTestService();
  const run = await insertRun(service.db, await service.createSession(), { target: 1, maxPages: 1, maxMinutes: 1, maxCostNanoUsd: null });
  const keys = ['https://a.example/short', `https://a.example/${'x'.repeat(500)}`, `doi:10.1/${'漢😀'.repeat(100)}`];
  const found = { runId: run?.id ?? '', url: 'https://a.example/', title: '', snippet: '', provider: 'test' };
  await service.db.insert(candidate).values(keys.map((key) => ({ ...found, key })));
  await service.sql`insert into pause values ('host:a', now() + interval '3000 years', null), ('model:b', now() + interval '9 days', null), ('chore:c', now() + interval '9 days', null)`;

  for (const statement of SHORTENING) await service.sql.unsafe(statement);

  const kept = await service.db.select({ key: candidate.key }).from(candidate).orderBy(candidate.position);
  expect(kept.map(({ key }) => key)).toEqual(keys.map(boundedKey));
  expect(kept.every(({ key }) => Buffer.byteLength(key) <= 512)).toBe(true);
  const pauses = await service.sql`select key, round(extract(epoch from until - now()) / 3600)::int as hours from pause order by key`;
  expect(pauses).toMatchObject([{ hours: 216 }, { hours: 1 }, { hours: 24 }]);
});
