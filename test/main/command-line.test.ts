import { mkdir, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { readConfig } from '../../src/config.ts';
import { indexPages } from '../../src/main/commands/index-pages.ts';
import { openDatabase } from '../support/postgres/database.ts';
import { openFolder } from '../support/postgres/embedded.ts';
import { runCommand } from '../support/run-command.ts';

async function end(args: string[], cwd: string) {
  const command = runCommand(args, {}, cwd);
  return { code: await command.ended, said: command.said() };
}

// every word and value that can be wrong: npm run test:slow

test('an unknown command exits with 2 and suggests similar ones; --version exits with 0', async () => {
  await using folder = await openFolder();

  const [typo, version] = await Promise.all([end(['aks', 'databases'], folder.path), end(['--version'], folder.path)]);

  expect(typo).toEqual({ code: 2, said: "error: unknown command 'aks'\n(Did you mean ask?)\n" });
  expect(version).toEqual({ code: 0, said: `${packageJson.version}\n` });
});

test('index prints the file types that it reads, and the setting that a refusal needs', async () => {
  await using folder = await openFolder();
  await mkdir(`${folder.path}/pages`);
  await writeFile(`${folder.path}/pages/a.docx`, 'x');
  await using database = await openDatabase();
  const index = (what: string, options = {}) => indexPages(readConfig({ DATABASE_URL: database.url }), what, options);

  await expect(index(`${folder.path}/pages`, { base: 'https://example.org/' })).rejects.toThrow(
    'files that end in .html .htm .xhtml .txt .md .markdown .pdf are read',
  );
  await expect(index('http://127.0.0.1/sitemap.xml')).rejects.toThrow('127.0.0.1:80 is not a public address: FETCH_ALLOW_PRIVATE');
  await expect(index('http://127.0.0.1:81/sitemap.xml')).rejects.toThrow('unless FETCH_ALLOW_PRIVATE=127.0.0.1:81 is set');
  await expect(index('pages', { remove: true })).rejects.toThrow('nothing is indexed as pages; there are: none');
});
