import type { Fetcher } from '../agent/fetch/fetcher.ts';
import type { Reasoner } from '../agent/judge/finding.ts';
import type { Ports } from '../agent/ports.ts';
import type { Reader } from '../agent/read/reader.ts';
import type { SearchProvider } from '../agent/search/provider.ts';
import type { Database } from '../db/client.ts';
import type { Listener } from '../db/listener.ts';

/** What a worker sees runs through with. */
export interface World {
  db: Database;
  listener: Listener;
  ports: Ports;
  providers: SearchProvider[];
  fetcher: Fetcher;
  reader: Reader;
  reasoner: Reasoner;
  /** Candidates of one run at work at a time. */
  lanes: number;
  log: { info(facts: object, message: string): void; error(facts: object, message: string): void };
}
