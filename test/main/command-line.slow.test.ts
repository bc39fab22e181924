import { mkdir, writeFile } from 'node:fs/promises';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { openDatabase } from '../support/postgres/database.ts';
import { openFolder } from '../support/postgres/embedded.ts';
import { runCommand } from '../support/run-command.ts';

async function end(args: string[], cwd: string, env: Record<string, string> = {}) {
  const command = runCommand(args, env, cwd);
  return { code: await command.ended, said: command.said() };
}

test('an unknown command or option exits with 2 and suggests similar ones; --version and help exit with 0', async () => {
  await using folder = await openFolder();
  const run = (...args: string[]) => end(args, folder.path);

  const [typo, option, value, empty, missing, version, help] = await Promise.all([
    run('aks', 'databases'),
    run('ask', 'databases', '--tagret', '3'),
    run('ask', 'databases', '--target', 'many'),
    run('ask', ' '),
    run('ask', 'databases', '--csv', 'no/such/folder.csv'),
    run('--version'),
    run('help', 'index'),
  ]);

  expect(typo).toEqual({ code: 2, said: "error: unknown command 'aks'\n(Did you mean ask?)\n" });
  expect(option).toEqual({ code: 2, said: "error: unknown option '--tagret'\n(Did you mean --target?)\n" });
  expect(value).toEqual({ code: 2, said: '--target many: must be a whole number from 1\n' });
  expect(empty.code).toBe(2);
  expect(missing).toEqual({ code: 2, said: expect.stringContaining('--csv no/such/folder.csv: cannot be written') });
  expect(version).toEqual({ code: 0, said: `${packageJson.version}\n` });
  expect(help).toEqual({ code: 0, said: expect.stringContaining('.html .htm .xhtml .txt .md .markdown .pdf') });
});

test('index prints the file types that it reads, and the setting that a refusal needs', async () => {
  await using folder = await openFolder();
  await mkdir(`${folder.path}/pages`);
  await writeFile(`${folder.path}/pages/a.docx`, 'x');
  await using database = await openDatabase();
  const run = (...args: string[]) => end(['index', ...args], folder.path, { DATABASE_URL: database.url });

  const [empty, closed, port, none] = await Promise.all([
    run('pages', '--base', 'https://example.org/'),
    run('http://127.0.0.1/sitemap.xml'),
    run('http://127.0.0.1:81/sitemap.xml'),
    run('pages', '--remove'),
  ]);

  expect(empty).toEqual({ code: 1, said: expect.stringContaining('files that end in .html .htm .xhtml .txt .md .markdown .pdf are read') });
  expect(none).toEqual({ code: 1, said: expect.stringContaining('nothing is indexed as pages; there are: none') });
  expect(closed).toEqual({ code: 1, said: expect.stringContaining('127.0.0.1:80 is not a public address: FETCH_ALLOW_PRIVATE') });
  expect(port).toEqual({ code: 1, said: expect.stringContaining('unless FETCH_ALLOW_PRIVATE=127.0.0.1:81 is set') });
});

test('every command that needs the database refuses one of before 0.1.0, and says how to go on', async () => {
  await using folder = await openFolder();
  await using database = await openDatabase();
  const sql = postgres(database.url, { max: 1 });
  await sql`update drizzle.__drizzle_migrations set hash = 'of yesterday', created_at = 1700000000000`;
  await sql.end();
  const commands = ['serve', 'gateway', 'worker', 'doctor', 'migrate', 'pauses'];
  const env = { DATABASE_URL: database.url, DATA_DIR: `${folder.path}/data`, SAMPLES: 'off' };

  const done = await Promise.all(commands.map((name) => end([name], folder.path, env)));

  for (const { code, said } of done) {
    expect(code).toBe(1);
    expect(said).toMatch(/before 0\.1\.0 .*export.* DATA_DIR .*DATABASE_URL/);
  }
});
