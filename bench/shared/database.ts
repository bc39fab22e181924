import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../src/db/connection/migrate.ts';
import { type Embedded, openEmbedded } from '../../src/db/embedded/server.ts';
import { openQueue } from '../../src/queue/job-queue.ts';

/** A database of a bench's own. `lasting`: with every safety on, as in production. `folder`: it stays there for the next time. */
export async function openDatabase({
  lasting = false,
  folder = undefined as string | undefined,
} = {}): Promise<AsyncDisposable & { url: string; embedded: Embedded }> {
  await using open = new AsyncDisposableStack();
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'webset-bench-')));
  if (!folder) open.defer(() => rm(dataDir, { recursive: true, force: true }));
  const embedded = open.use(await openEmbedded({ dataDir, ephemeral: !lasting && !folder, log: () => {} }));
  await migrate(embedded.url);
  await (await openQueue(embedded.url, { worker: false, onError: () => {} }))[Symbol.asyncDispose]();
  const close = open.move();
  return { url: embedded.url, embedded, [Symbol.asyncDispose]: () => close.disposeAsync() };
}
