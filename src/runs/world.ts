import type { Fetcher } from '../agent/fetch/fetcher.ts';
import type { Reasoner } from '../agent/judge/finding.ts';
import type { Ports } from '../agent/ports.ts';
import type { Reader } from '../agent/read/reader.ts';
import type { SearchProvider } from '../agent/search/provider.ts';
import type { Database } from '../db/client.ts';
import type { Listener } from '../db/listener.ts';
import type { Queue } from '../queue/queue.ts';

/** What is counted of a worker's doings. */
export type Done = 'retakes' | 'rows' | 'pages' | 'cells' | 'events';

/** What a worker sees runs through with. */
export interface World {
  db: Database;
  listener: Listener;
  queue: Queue;
  ports: Ports;
  providers: SearchProvider[];
  fetcher: Fetcher;
  reader: Reader;
  reasoner: Reasoner;
  /** Candidates of one run at work at a time. */
  lanes: number;
  /** Seconds before a stage that failed is tried again, the first time; each time after that four times as long, a minute at most. */
  retrySeconds?: number;
  /** Hears of what is done, for the metrics. */
  tally?: (what: Done, n: number) => void;
  log: { info(facts: object, message: string): void; error(facts: object, message: string): void };
}
