import { createHash, randomUUID } from 'node:crypto';
import type { BrokenPages, CachedAnswer, Clock, HttpCache, PageStore } from '../../../src/agent/ports.ts';
import { type StoredPage, TEXT_VERSION } from '../../../src/domain/page/page.ts';

/** The agent's ports in memory. */
export function memoryPorts(clock: Clock): { pages: PageStore; cache: HttpCache; clock: Clock; broken: BrokenPages } {
  const pages = new Map<string, StoredPage>();
  const answers = new Map<string, CachedAnswer>();
  const broken = new Map<string, string>();
  return {
    clock,
    broken: { find: async (url) => broken.get(url) ?? null, remember: async (url, reason) => void broken.set(url, reason) },
    pages: {
      get: async (id) => pages.get(id) ?? null,
      latest: async (url) => [...pages.values()].findLast((page) => page.url === url) ?? null,
      async save(page) {
        const sha256 = createHash('sha256').update(page.text).digest('hex');
        const known = [...pages.values()].find((other) => other.url === page.url && other.sha256 === sha256);
        const stored = known ?? { ...page, collectionId: null, id: randomUUID(), sha256, textVersion: TEXT_VERSION, fetchedAt: new Date() };
        pages.delete(stored.id); // the latest comes last
        pages.set(stored.id, { ...stored, fetchedAt: new Date(clock.now()) });
        return pages.get(stored.id) as StoredPage;
      },
    },
    cache: {
      get: async (url) => answers.get(url) ?? null,
      put: async (answer) => void answers.set(answer.url, answer),
      drop: async (url) => void answers.delete(url),
    },
  };
}
