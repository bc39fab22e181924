import { expect, test } from 'vitest';
import { insertCollection } from '../../src/db/queries/collections/collection.ts';
import { indexPage } from '../../src/db/queries/collections/entry.ts';
import { insertFiles } from '../../src/db/queries/collections/file.ts';
import { savePage } from '../../src/db/queries/shared/page.ts';
import { insertWebset } from '../../src/db/queries/websets/webset.ts';
import { openLab } from '../support/lab.ts';
import { pageOf } from '../support/page.ts';

const URL = 'https://files.example/falcon';

test('a run over files that are still being read reports that, waits for them, and finds what they say', async () => {
  await using lab = await openLab({}, { SEARCH_PROVIDERS: 'index' });
  const { id } = await insertCollection(lab.db, { kind: 'uploaded', ownerId: null, name: 'Notes', source: null });
  const file = {
    collectionId: id,
    path: 'falcon.html',
    url: URL,
    servedAt: null,
    mediaType: 'text/html',
    body: Buffer.from('x'),
    bytes: 1,
  };
  await insertFiles(lab.db, [file]);
  const webset = await insertWebset(lab.db, { originalQuery: 'falcons', collectionIds: [id], searchWeb: false }, null);
  await lab.rpc('startRun', { sessionId: webset.id });
  const narrations = async () =>
    (await lab.sql`select data ->> 'text' as text from event where webset_id = ${webset.id} and type = 'narration'`).map(
      ({ text }) => text,
    );
  await expect.poll(narrations).toContain('Waiting for a file that is being read');

  await indexPage(lab.db, await savePage(lab.db, pageOf('h1> Falcon\nFalcons nest here.', { url: URL }), id), { collectionId: id });
  await lab.sql`update collection_file set state = 'read' where collection_id = ${id}`;
  const { rows, run } = await lab.until(webset.id, ({ runAlive }) => !runAlive);

  expect(run.state).toBe('completed');
  expect(rows.map(({ url }: { url: string }) => url)).toEqual([URL]);
});
