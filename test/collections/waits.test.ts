import { expect, test } from 'vitest';
import { insertCollection } from '../../src/db/queries/collections/collection.ts';
import { insertFiles } from '../../src/db/queries/collections/file.ts';
import { insertWebset } from '../../src/db/queries/websets/webset.ts';
import { openLocalWorker } from '../support/agent/local-worker.ts';

test('a run whose minutes end before any file is read ends with that reason', async () => {
  await using worker = await openLocalWorker();
  const { id } = await insertCollection(worker.db, { kind: 'uploaded', ownerId: null, name: 'Notes', source: null });
  const file = { path: 'a.html', url: 'https://files.example/a', servedAt: null, mediaType: 'text/html', body: Buffer.from('x'), bytes: 1 };
  await insertFiles(worker.db, [{ ...file, collectionId: id }]);
  const webset = await insertWebset(worker.db, { originalQuery: 'falcons', collectionIds: [id], searchWeb: false }, null);
  await worker.start(webset.id);
  await worker.sql`update run set held_ms = max_minutes * 60000 - 2000`;

  await worker.work(webset.id);

  const [run] = await worker.sql`select state, reason, detail from run`;
  expect(run).toEqual({ state: 'completed', reason: 'waiting_for_uploads', detail: 'start it again once they are read' });
});
