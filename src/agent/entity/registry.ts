import type { Fetcher } from '../fetch/fetcher.ts';
import { unlessAborted } from '../fetch/turns.ts';
import type { Clock, RegistryHosts } from '../ports.ts';
import { bareHost } from './identifier.ts';

/** Who says whether an identifier that a page names is its own. */
export interface Registry {
  /**
   * Whether a registry leads from the identifier (`doi:10.1038/x`) to the page's host, or has led there from another of the same registrant (`10.1038`).
   * False when the registry cannot be reached. Throws the signal's reason.
   */
  proves(identifier: string, url: string, signal: AbortSignal): Promise<boolean>;
  /** Notes where a registry's address led to. */
  learn(identifier: string, url: string): Promise<void>;
}

const KEPT_MS = 3_600_000;
const MANY = 5_000;

/** Only DOIs lead to hosts of others; arXiv, Wikidata and ORCID show what they register themselves. */
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
  /** Identifiers that are or were asked for, and until when that need not be done again. */
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
        asked.delete(identifier); // whoever asks next is not to believe that nothing was found
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
