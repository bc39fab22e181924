import type { Fetcher } from '../fetch/fetcher.ts';
import { unlessAborted } from '../fetch/turns.ts';
import type { Clock, RegistryHosts } from '../ports.ts';
import { bareHost } from './identifier.ts';

/** Checks identifiers that pages name. */
export interface Registry {
  /**
   * Whether a registry redirects the identifier (`doi:10.1038/x`) to the page's host, or has done so for the same registrant (`10.1038`).
   * False when the registry is unavailable. Throws the signal's reason.
   */
  proves(identifier: string, url: string, signal: AbortSignal): Promise<boolean>;
  /** Stores where a registry's address redirected to. */
  learn(identifier: string, url: string): Promise<void>;
}

const KEPT_MS = 3_600_000;
const MANY = 5_000;

/** Only DOIs redirect to other hosts; arXiv, Wikidata and ORCID show their entries themselves. */
const DOI = /^doi:((10\.\d{4,9})\/.+)$/s;

export function openRegistry({
  hosts,
  fetcher,
  clock,
}: {
  hosts: RegistryHosts;
  fetcher: Pick<Fetcher, 'redirects'>;
  clock: Pick<Clock, 'now'>;
}): Registry {
  /** Identifiers that are or were requested, and until when the result holds. */
  const asked = new Map<string, { learned: Promise<void>; until: number }>();

  async function ask(name: string, registrant: string, signal: AbortSignal): Promise<void> {
    const led = await fetcher.redirects(`https://doi.org/${encodeURI(name).replace(/[?#]/g, encodeURIComponent)}`, signal);
    await hosts.save(registrant, [...new Set(led.map((host) => bareHost({ host })))]);
  }

  return {
    async proves(identifier, url, signal) {
      const [, name, registrant] = DOI.exec(identifier) ?? [];
      const host = hostOf(url);
      if (!name || !registrant || host === null) return false;
      const isKnown = async () => (await hosts.list(registrant)).includes(host);
      if (await isKnown()) return true;
      const before = asked.get(identifier);
      if (before && before.until > clock.now()) {
        await unlessAborted(before.learned, signal).catch(() => signal.throwIfAborted()); // another page that names it has asked
        if (asked.get(identifier) === before) return isKnown();
      }
      if (asked.size >= MANY) asked.clear();
      const learned = ask(name, registrant, signal);
      asked.set(identifier, { learned, until: clock.now() + KEPT_MS });
      await learned.catch((error: unknown) => {
        asked.delete(identifier); // a failed request is not an answer for the next caller
        throw error;
      });
      return isKnown();
    },
    async learn(identifier, url) {
      const registrant = DOI.exec(identifier)?.[2];
      const host = hostOf(url);
      if (registrant && host !== null && host !== 'doi.org' && host !== 'dx.doi.org') await hosts.save(registrant, [host]);
    },
  };
}

const hostOf = (address: string) => {
  const url = URL.parse(address);
  return url ? bareHost(url) : null;
};
