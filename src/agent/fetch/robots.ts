import type { Clock } from '../ports.ts';
import { FetchFailure } from './fetch-failure.ts';
import { robotsRules } from './robots-rules.ts';
import { unlessAborted } from './turns.ts';

const HOUR = 3_600_000;
const KEPT_MS = 24 * HOUR;
/** A robots.txt that could not be fetched is requested again sooner. */
const UNREACHABLE_MS = 5 * 60_000;
const MAX_ENTRIES = 1000;
const MAX_CHARS = 10_000_000;
const MAX_CRAWL_DELAY_MS = 10_000;

/** Matching costs the length of wildcard rules times that of the path: this bound takes 250 ms, and no honest file reaches it. */
const MAX_COST = 100_000_000;

/** RFC 9309, 2.5: at least this much is parsed; the rest is ignored. */
export const ROBOTS_BYTES = 500 * 1024;

/** `text`: the rules. 'none': the host has none (4xx). Throws FetchFailure when the file is unavailable: then nothing may be fetched. */
export type FetchRobots = (url: URL) => Promise<{ text: string } | 'none'>;

interface Rules {
  isAllowed(url: string): boolean;
  crawlDelayMs: number;
}

interface Entry {
  rules: Promise<Rules>;
  expires: number;
  size: number;
}

const FREE: Rules = { isAllowed: () => true, crawlDelayMs: 0 };

/**
 * robots.txt by RFC 9309, cached in memory for 24 h. `agent` is the product token in rules. The returned function throws FetchFailure for a
 * forbidden URL, else it returns the host's own pause.
 */
export function openRobots({ agent, clock, fetchRobots }: { agent: string; clock: Clock; fetchRobots: FetchRobots }) {
  const entries = new Map<string, Entry>();

  function entryOf(url: URL): Entry {
    const known = entries.get(url.origin);
    if (known && known.expires > clock.now()) {
      entries.delete(url.origin);
      entries.set(url.origin, known); // moves it to the end: the oldest entries are evicted first
      return known;
    }
    const entry: Entry = { rules: load(url), expires: clock.now() + KEPT_MS, size: 0 };
    entries.delete(url.origin);
    entries.set(url.origin, entry);
    entry.rules.catch(() => {
      entry.expires = clock.now() + UNREACHABLE_MS;
    });
    return entry;

    async function load({ origin }: URL): Promise<Rules> {
      const place = new URL('/robots.txt', origin);
      const answer = await fetchRobots(place);
      if (answer === 'none') return FREE;
      entry.size = answer.text.length;
      forgetOldest();
      const { isAllowed, crawlDelay, wildcardLength } = robotsRules(answer.text, agent);
      return {
        isAllowed: (href) => wildcardLength * href.length <= MAX_COST && isAllowed(href),
        crawlDelayMs: Math.min(MAX_CRAWL_DELAY_MS, (crawlDelay ?? 0) * 1000),
      };
    }
  }

  function forgetOldest() {
    let chars = entries.values().reduce((sum, { size }) => sum + size, 0);
    for (const [origin, { size }] of entries) {
      if (entries.size <= MAX_ENTRIES && chars <= MAX_CHARS) return;
      entries.delete(origin);
      chars -= size;
    }
  }

  return async function vet(url: URL, signal: AbortSignal): Promise<{ crawlDelayMs: number }> {
    const rules = await unlessAborted(entryOf(url).rules, signal);
    if (rules.isAllowed(url.href)) return rules;
    throw new FetchFailure('robots', `robots.txt of ${url.host} does not allow this page`);
  };
}
