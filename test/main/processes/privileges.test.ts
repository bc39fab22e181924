import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { canEnter, findNamed } from '../../../src/db/embedded/account.ts';
import { openFolder } from '../../support/postgres/embedded.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const isRoot = process.geteuid?.() === 0 && process.platform === 'linux';
const account = isRoot ? await findNamed(['nobody', 'postgres']) : null;

/** The user id of a process after it gave up root, and its messages. */
async function dropped(files: string[]): Promise<{ uid: number; said: string[] }> {
  const program = `
    import { dropRoot } from ${JSON.stringify(new URL('../../../src/main/processes/privileges.ts', import.meta.url).href)};
    const said = [];
    await dropRoot({ warn: (line) => said.push(line) }, ${JSON.stringify(files)});
    console.log(JSON.stringify({ uid: process.geteuid(), said }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { cwd: ROOT });
  return JSON.parse(stdout);
}

// that gateway and worker of a service do so and continue to serve: npm run test:slow

test('a process of root becomes an unprivileged account; if that cannot read a needed file, it logs that and stays root', async (context) => {
  if (!account || !(await canEnter(account, ROOT))) return context.skip('needs root on Linux, and a repository that everybody may read');
  await using folder = await openFolder(); // mode 0700
  const file = `${folder.path}/needed`;
  await writeFile(file, '');

  const [ordinary, root] = await Promise.all([dropped([]), dropped([file])]);

  expect(ordinary).toEqual({ uid: account.uid, said: [] });
  expect(root).toEqual({ uid: 0, said: [`stays root: the account ${account.name} cannot read ${file}`] });
});
