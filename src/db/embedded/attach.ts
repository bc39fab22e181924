import { realpath } from 'node:fs/promises';
import { PATIENCE } from '../../domain/work/patience.ts';
import { sleepWhileRunning } from '../../domain/work/running-time.ts';
import { readPassword } from './cluster.ts';
import { addressOf, ask } from './connect.ts';
import { clusterName, clusterOf, findPostmaster } from './postmaster.ts';

const LOOK_MS = 50;

/**
 * The address of the Postgres that a living `serve` runs on this DATA_DIR, or null when none does: for commands that work beside it.
 * Proven by connecting; a server that is just starting is waited for (10 s). Never starts, stops or changes anything.
 */
export async function attachEmbedded(
  { dataDir }: { dataDir: string },
  attachMs: number = PATIENCE.embedded.attachMs,
): Promise<{ url: string } | null> {
  const dir = await realpath(dataDir).catch(() => null);
  if (dir === null) return null;
  const name = await clusterName(dir);
  for (let left = attachMs; left > 0; left -= LOOK_MS, await sleepWhileRunning(LOOK_MS)) {
    const found = await findPostmaster(dir, name).catch(explain(dir));
    if (!found) return null;
    const url = addressOf(found.port, await readPassword(dir));
    if ((await ask(url, name)) === 'ready') return { url };
  }
  return null;
}

function explain(dir: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code !== 'EACCES') throw error;
    throw new Error(`${clusterOf(dir)} belongs to another account: run this command as the account that runs \`serve\``);
  };
}
