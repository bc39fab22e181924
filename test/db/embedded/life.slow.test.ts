import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEmbedded } from '../../../src/db/embedded/server.ts';
import { openFolder, query, within } from '../../support/postgres/embedded.ts';

test('a Postgres that is killed again and again is started again each time', async () => {
  await using folder = await openFolder();
  await using server = await openEmbedded({ dataDir: join(folder.path, 'data'), log: () => {} });
  await query(server.url, 'create table survivor as select 1 as one');

  for (let kills = 0; kills < 6; kills++) {
    const { pid } = server;
    process.kill(pid, 'SIGKILL');
    await within(15_000, () => server.pid !== pid);
  }

  expect(await query(server.url, 'select one from survivor')).toEqual([{ one: 1 }]);
});
