import { execFile } from 'node:child_process';
import { flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { type Account, as, findNamed } from '../../db/embedded/account.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The database's account comes last, as it can read the files of the database. */
const ACCOUNTS = ['nobody', 'postgres'];
/** Representative files: modules that load later are next to them. */
const CODE = ['package.json', 'src/main.ts', 'node_modules/express/package.json'].map((path) => `${ROOT}${path}`);
const FIRST_UNREADABLE = 'for path; do test -r "$path" || { printf %s "$path"; exit 0; }; done';

/**
 * Gives up root for an ordinary account, after secrets are read and ports bound. If that account cannot read the code or `files`, the
 * process stays root and logs a warning.
 */
export async function dropRoot(log: Pick<Logger, 'warn'>, files: string[] = []): Promise<void> {
  if (process.geteuid?.() !== 0 || !process.setgroups || !process.setgid || !process.setuid) return;
  const account = await findNamed(ACCOUNTS);
  const reason = account ? await reasonAgainst(account, [...CODE, ...files]) : `there is no account ${ACCOUNTS.join(' or ')}`;
  if (reason !== null || !account) return log.warn(`stays root: ${reason}`);
  flushCompileCache(); // its folder belongs to root
  process.setgroups([account.gid]);
  process.setgid(account.gid);
  process.setuid(account.uid);
}

async function reasonAgainst(account: Account, files: string[]): Promise<string | null> {
  try {
    const { stdout } = await run('/bin/sh', ['-c', FIRST_UNREADABLE, 'sh', ...files], { cwd: '/', ...as(account) });
    return stdout === '' ? null : `the account ${account.name} cannot read ${stdout}`;
  } catch {
    return `it may not become ${account.name}`; // as in containers without that privilege
  }
}
