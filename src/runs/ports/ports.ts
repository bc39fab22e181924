import { setTimeout as sleep } from 'node:timers/promises';
import type { Ports } from '../../agent/ports.ts';
import type { Database } from '../../db/connection/client.ts';
import { dropAnswer, findAnswer, saveAnswer } from '../../db/queries/shared/http-cache.ts';
import { countIndex, findIndexed, findLatestPage, findPage, savePage, searchIndex } from '../../db/queries/shared/page.ts';
import { takeTurn } from '../../db/queries/shared/pause.ts';

/** The agent's ports on Postgres. */
export const portsOn = (db: Database): Ports => ({
  pages: { get: (id) => findPage(db, id), latest: (url) => findLatestPage(db, url), save: (page) => savePage(db, page) },
  index: {
    async search({ text, pageNumber }, limit) {
      const found = await searchIndex(db, text, { limit, offset: pageNumber * limit });
      return found.map((hit, position) => ({ ...hit, provider: 'index', position: pageNumber * limit + position }));
    },
    size: () => countIndex(db),
    find: (urls) => findIndexed(db, urls),
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
  },
});
