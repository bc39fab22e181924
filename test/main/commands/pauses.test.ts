import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { openClient } from '../../../src/db/connection/client.ts';
import { findPause, setPause } from '../../../src/db/queries/shared/pause.ts';
import { openDatabase } from '../../support/postgres/database.ts';
import { runCommand } from '../../support/service.ts';

test('what is left alone is shown and cleared by commands: hosts, and pages by their address', async () => {
  await using database = await openDatabase();
  await using client = openClient(database.url, { max: 1 });
  const webset = async (...args: string[]) => {
    const command = runCommand(args, { DATABASE_URL: database.url }, tmpdir());
    const code = await command.ended;
    return { code, said: command.said() };
  };
  await setPause(client.db, 'host:busy.example', 99_999_999_999, 'busy.example answered with status 429');
  await setPause(client.db, 'page:https://slow.example/a', 60_000, 'It takes longer than 2 s');

  const pauses = await webset('pauses');
  const pages = await webset('pages');
  const cleared = await webset('pauses', '--clear', 'busy.example');
  const unknown = await webset('pauses', '--clear', 'busy.example');
  const forgotten = await webset('pages', '--forget', 'https://slow.example/a#part');

  expect(pauses).toEqual({
    code: 0,
    said: expect.stringMatching(/^host {7}busy\.example {2}3\d{3} s more {2}busy\.example answered with status 429\n$/),
  });
  expect(pages).toEqual({
    code: 0,
    said: expect.stringMatching(/^page {7}https:\/\/slow\.example\/a {2}\d+ s more {2}It takes longer than 2 s\n$/),
  });
  expect(cleared).toEqual({ code: 0, said: 'busy.example may be asked again\n' });
  expect(unknown).toEqual({ code: 1, said: 'busy.example is not left alone\n' });
  expect(forgotten).toEqual({ code: 0, said: 'https://slow.example/a#part is read again\n' });
  expect((await findPause(client.db, 'page:https://slow.example/a')).ms).toBe(0);
});
