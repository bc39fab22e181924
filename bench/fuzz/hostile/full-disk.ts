import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../../faults/fault.ts';
import { rpc, until } from '../../shared/parts.ts';
import { startServe } from './service.ts';
import { limitFiles, mountSmall, type SmallDisk } from './small-disk.ts';

const SIZES = { full: { seconds: 60 }, short: { seconds: 10 } };
const TEXT = randomBytes(7_000).toString('base64'); // under 10,000 characters, and does not shrink when stored

const full = (name: string, openDisk: () => Promise<SmallDisk>): Fault => ({
  name,
  bar: 'no part dies, reads answered, writes refused with 503, no acknowledged write lost, writing again within 30 s of there being room',
  async run(size) {
    await using disk = await openDisk();
    await using service = await startServe(process.cwd(), {
      DATA_DIR: join(disk.folder, 'data'),
      ANONYMOUS_CREATE_LIMIT: '0',
      TRUST_PROXY: '1', // each write comes from an address of its own, whose day is not used up
      SAMPLES: 'off',
    });
    const kept: string[] = [];
    const statuses = new Map<string, number>();
    const note = (what: string) => statuses.set(what, (statuses.get(what) ?? 0) + 1);
    let writes = 0;
    const write = async () => {
      const from = { 'x-forwarded-for': `10.0.${Math.floor(writes / 256) % 256}.${writes++ % 256}` };
      const { status, body } = await rpc(service.url, 'createSession', { originalQuery: TEXT, notes: TEXT }, from);
      if (status === 200) kept.push(body.session.id);
      return status;
    };
    const read = async (sessionId: string) => (await rpc(service.url, 'getSession', { sessionId })).status;
    for (let i = 0; i < 20; i++) await write();

    const filler = await disk.fill(service.pid, async () => (await write()) === 200);
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
    const { deaths } = service.watched();
    const isRight = [...statuses.keys()].every((what) => ['read 200', 'write 200', 'write 503'].includes(what));
    const seen = [...statuses]
      .sort()
      .map(([what, times]) => `${what}: ${times}`)
      .join(', ');
    return {
      figure: `${disk.words} full for ${SIZES[size].seconds} s: ${seen}; ${kept.length} writes acknowledged, ${lost} lost; writes again after ${again} ms; deaths of parts ${deaths}`,
      pass: isRight && lost === 0 && deaths === 0 && service.lives(),
    };
  },
});

/** Without room for anything; where no file system may be mounted, without room for longer files. */
export const fullDisk = full('full-disk', async () => (await mountSmall()) ?? limitFiles());
export const fullFiles = full('full-files', limitFiles);
