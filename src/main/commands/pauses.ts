import { withoutHash } from '../../agent/read-page.ts';
import type { Config } from '../../config.ts';
import { openClient } from '../../db/connection/client.ts';
import { clearPauses, listPauses, type Pause, type Resting } from '../../db/queries/shared/pause.ts';
import { openDatabase } from '../database.ts';

const ASKED: readonly Resting[] = ['host', 'provider', 'model', 'model-unavailable'];

const lineOf = ({ kind, name, ms, reason }: Pause) =>
  `${kind.padEnd(10)} ${name}  ${Math.ceil(ms / 1000)} s more${reason ? `  ${reason}` : ''}`;

/**
 * `pauses`: lists what all workers avoid now, or ends the pause of a host, provider or model. Returns the exit code: 1 when there is no
 * pause of that name.
 */
export async function showPauses(config: Config, name: string | undefined): Promise<number> {
  await using client = openClient(await openDatabase(config), { max: 1, name: 'webset pauses' });
  if (name === undefined) {
    const lines = (await listPauses(client.db, ASKED)).map(lineOf);
    console.log(lines.length > 0 ? lines.join('\n') : 'nothing is left alone');
    return 0;
  }
  // as printed: “provider  mcp”
  const [, kind, rest] = /^(\S+)\s+(\S.*)$/.exec(name) ?? [];
  const kinds = ASKED.filter((one) => one === kind);
  const cleared = kinds.length > 0 ? await clearPauses(client.db, kinds, rest ?? '') : await clearPauses(client.db, ASKED, name);
  console.log(cleared > 0 ? `${name} may be asked again` : `${name} is not left alone`);
  return cleared > 0 ? 0 : 1;
}

/**
 * `pages`: lists the pages that are skipped for a day because they exceeded a thread's time, or allows one again. Returns the exit code: 1
 * when the page is not among them.
 */
export async function showPages(config: Config, url: string | undefined): Promise<number> {
  await using client = openClient(await openDatabase(config), { max: 1, name: 'webset pages' });
  if (url === undefined) {
    const lines = (await listPauses(client.db, ['page'])).map(lineOf);
    console.log(lines.length > 0 ? lines.join('\n') : 'every page is read');
    return 0;
  }
  const cleared = await clearPauses(client.db, ['page'], withoutHash(url));
  console.log(cleared > 0 ? `${url} is read again` : `${url} is none of the pages that are left alone`);
  return cleared > 0 ? 0 : 1;
}
