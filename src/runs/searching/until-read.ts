import { setTimeout as sleep } from 'node:timers/promises';
import { countIndex } from '../../db/queries/collections/entry.ts';
import { countWaitingFiles } from '../../db/queries/collections/file.ts';
import { emit } from '../checkpoint.ts';
import { goOn, type Scope, stopReason } from '../scope.ts';

const READING_MS = 120_000;
const LOOK_MS = 500;

/**
 * Waits while files of its collections are being read: at most two minutes, or the run's whole time if no page is readable yet and nothing
 * else is searched. Returns how much was read.
 */
export async function untilRead(scope: Scope): Promise<'all' | 'some' | 'nothing'> {
  const { deps, run, sources } = scope;
  if (deps.script) return 'all';
  const hasMore = sources.providers.length > 1;
  const end = performance.now() + READING_MS;
  for (let isSaid = false; stopReason(scope) === null; isSaid = true) {
    const files = await countWaitingFiles(deps.db, sources.collectionIds);
    if (files === 0) return 'all';
    if (performance.now() >= end && (hasMore || (await countIndex(deps.db, sources.collectionIds)) > 0)) return 'some';
    if (!isSaid)
      await emit(deps, run, {
        type: 'narration',
        data: { text: `Waiting for ${files === 1 ? 'a file' : `${files} files`} that ${files === 1 ? 'is' : 'are'} being read` },
      });
    await sleep(LOOK_MS);
    goOn(scope);
  }
  const isWaiting = (await countWaitingFiles(deps.db, sources.collectionIds)) > 0;
  return isWaiting && (await countIndex(deps.db, sources.collectionIds)) === 0 ? 'nothing' : 'some';
}
