import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { openClient } from '../../../src/db/connection/client.ts';
import { findPause, setPause } from '../../../src/db/queries/shared/pause.ts';
import { showPages, showPauses } from '../../../src/main/commands/pauses.ts';
import { openDatabase } from '../../support/postgres/database.ts';

afterEach(() => vi.restoreAllMocks());

test('commands list and clear what is left alone: hosts, and pages by address', async () => {
  await using database = await openDatabase();
  await using client = openClient(database.url, { max: 1 });
  const config = readConfig({ DATABASE_URL: database.url });
  const webset = async (command: typeof showPauses, name?: string) => {
    const lines: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
    const code = await command(config, name);
    return { code, said: lines.join('\n') };
  };
  await setPause(client.db, 'host:busy.example', 99_999_999_999, 'busy.example answered with status 429');
  await setPause(client.db, 'page:https://slow.example/a', 3_600_000, 'It takes longer than 2 s');

  const pauses = await webset(showPauses);
  const pages = await webset(showPages);
  const cleared = await webset(showPauses, 'busy.example');
  const unknown = await webset(showPauses, 'busy.example');
  await setPause(client.db, 'provider:mcp', 3_600_000, 'it is asked too often');
  const asShown = await webset(showPauses, 'provider   mcp');
  const ofAnother = await webset(showPauses, 'host mcp');
  const forgotten = await webset(showPages, 'https://slow.example/a#part');

  expect(pauses).toEqual({
    code: 0,
    said: expect.stringMatching(/^host {7}busy\.example {2}3\d{3} s more {2}busy\.example answered with status 429$/),
  });
  expect(pages).toEqual({
    code: 0,
    said: expect.stringMatching(/^page {7}https:\/\/slow\.example\/a {2}\d+ s more {2}It takes longer than 2 s$/),
  });
  expect(cleared).toEqual({ code: 0, said: 'busy.example may be asked again' });
  expect(asShown.code).toBe(0);
  expect(ofAnother.code).toBe(1);
  expect(unknown).toEqual({ code: 1, said: 'busy.example is not left alone' });
  expect(forgotten).toEqual({ code: 0, said: 'https://slow.example/a#part is read again' });
  expect((await findPause(client.db, 'page:https://slow.example/a')).ms).toBe(0);
});
