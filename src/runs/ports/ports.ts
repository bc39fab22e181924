import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pauses, Ports } from '../../agent/ports.ts';
import type { Database } from '../../db/connection/client.ts';
import { listPublicCollections } from '../../db/queries/collections/collection.ts';
import { countIndex, findIndexed, listIndex, searchIndex } from '../../db/queries/collections/entry.ts';
import { dropAnswer, findAnswer, saveAnswer } from '../../db/queries/shared/http-cache.ts';
import { findLatestPage, findPage, savePage } from '../../db/queries/shared/page.ts';
import { findPause, leavePlace, setPause, takePlace, takeTurn } from '../../db/queries/shared/pause.ts';
import { listRegistryHosts, saveRegistryHosts } from '../../db/queries/shared/registry.ts';
import { EVERY_PAGE } from '../../domain/page/every-page.ts';

/** Longer than a document with its redirects may take: then the place of a dead worker is free again. */
const LEASE_MS = 30_000;
const LOOK_MS = 50;
const BROKEN_MS = 24 * 3_600_000;

export const pausesOn = (db: Database): Pauses => ({
  left: (key) => findPause(db, key),
  set: (key, ms, reason) => setPause(db, key, ms, reason),
});

export const portsOn = (db: Database): Ports => ({
  pages: { get: (id) => findPage(db, id), latest: (url) => findLatestPage(db, url), save: (page) => savePage(db, page) },
  index: {
    async search({ text, pageNumber, collectionIds }, limit) {
      const searched = collectionIds ?? (await publicIds(db));
      const asked = { collectionIds: searched, limit, offset: pageNumber * limit };
      const found = await (text === EVERY_PAGE ? listIndex(db, asked) : searchIndex(db, text, asked));
      return found.map((hit, position) => ({ ...hit, provider: 'index', position: pageNumber * limit + position }));
    },
    size: async ({ collectionIds }) => countIndex(db, collectionIds ?? (await publicIds(db))),
    find: (urls, collectionIds) => findIndexed(db, urls, collectionIds),
  },
  cache: {
    get: (url) => findAnswer(db, url),
    put: (answer) => saveAnswer(db, answer),
    drop: (url) => dropAnswer(db, url),
  },
  clock: { now: Date.now, sleep: (ms, signal) => sleep(ms, undefined, signal ? { signal } : {}) },
  turns: {
    async take(key, everyMs, signal) {
      if (everyMs <= 0) return;
      const ms = await takeTurn(db, `turn:${key}`, everyMs);
      if (ms > 0) await sleep(ms, undefined, { signal });
    },
    async hold(key, most, signal) {
      const holder = randomUUID();
      for (;;) {
        signal.throwIfAborted();
        const place = await takePlace(db, `place:${key}`, { most, leaseMs: LEASE_MS, holder });
        if (place !== null) return { [Symbol.asyncDispose]: () => leavePlace(db, place, holder).then(noop, noop) }; // else the lease ends
        await sleep(LOOK_MS * (1 + Math.random()), undefined, { signal });
      }
    },
  },
  pauses: pausesOn(db),
  broken: {
    async find(url) {
      const { ms, reason } = await findPause(db, `page:${url}`);
      return ms > 0 ? (reason ?? '') : null;
    },
    remember: (url, reason) => setPause(db, `page:${url}`, BROKEN_MS, reason),
  },
  registryHosts: { list: (prefix) => listRegistryHosts(db, prefix), save: (prefix, hosts) => saveRegistryHosts(db, prefix, hosts) },
});

const publicIds = async (db: Database) => (await listPublicCollections(db)).map(({ id }) => id);

const noop = () => {};
