import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Fault, rpc, until } from '../../faults/bench.ts';
import { startServe } from './service.ts';

const run = promisify(execFile);
const SIZES = { full: { seconds: 60 }, short: { seconds: 10 } };
const MB = 2 ** 20;
const TEXT = 'databases written in Rust '.repeat(2000);

/** A small file system in memory, which wants an account that may mount one (Linux, root). */
async function mountSmall(): Promise<AsyncDisposable & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'webset-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', folder]);
  return {
    folder,
    async [Symbol.asyncDispose]() {
      await run('umount', [folder]);
      await rm(folder, { recursive: true });
    },
  };
}

/** Fills a folder's file system to the last byte, until disposed. */
async function fillUp(folder: string): Promise<AsyncDisposable> {
  const path = join(folder, 'filler');
  const file = await open(path, 'w');
  for (let size = MB; size >= 1; ) {
    const { bytesWritten } = await file.write(Buffer.alloc(size)).catch(() => ({ bytesWritten: 0 }));
    if (bytesWritten < size) size = Math.floor(size / 2);
  }
  await file.close();
  return { [Symbol.asyncDispose]: () => rm(path) };
}

export const fullDisk: Fault = {
  name: 'full-disk',
  bar: 'reads answered, no acknowledged write lost, writing again within 30 s of there being room',
  async run(size) {
    await using disk = await mountSmall();
    await using service = await startServe(process.cwd(), {
      DATA_DIR: join(disk.folder, 'data'),
      ANONYMOUS_CREATE_LIMIT: '0',
      ANONYMOUS_DAILY_BYTES: '0',
      SAMPLES: 'off',
    });
    const kept: string[] = [];
    const statuses = new Map<string, number>();
    const note = (what: string) => statuses.set(what, (statuses.get(what) ?? 0) + 1);
    const write = async () => {
      const { status, body } = await rpc(service.url, 'createSession', { originalQuery: TEXT });
      if (status === 200) kept.push(body.session.id);
      return status;
    };
    const read = async (sessionId: string) => (await rpc(service.url, 'getSession', { sessionId })).status;
    for (let i = 0; i < 20; i++) await write();

    const filler = await fillUp(disk.folder);
    const lanes = ['write', 'write', 'read'].map(async (what) => {
      for (const end = performance.now() + SIZES[size].seconds * 1000; performance.now() < end; await sleep(100))
        note(`${what} ${await (what === 'write' ? write() : read(kept[0] as string)).catch(() => 'broken')}`);
    });
    await Promise.all(lanes);
    await filler[Symbol.asyncDispose]();
    const start = performance.now();
    await until('writing again', 30_000, async () => (await write().catch(() => 0)) === 200);
    const again = Math.round(performance.now() - start);
    const lost = (await Promise.all(kept.map(read))).filter((status) => status !== 200).length;
    const readsFailed = [...statuses].filter(([what]) => what.startsWith('read') && what !== 'read 200').reduce((sum, [, n]) => sum + n, 0);
    const seen = [...statuses]
      .sort()
      .map(([what, times]) => `${what}: ${times}`)
      .join(', ');
    return {
      figure: `tmpfs of 300 MB full for ${SIZES[size].seconds} s: ${seen}; ${kept.length} writes acknowledged, ${lost} lost; writes again after ${again} ms; deaths of parts ${service.watched().deaths}`,
      pass: readsFailed === 0 && lost === 0 && service.lives(),
    };
  },
};
