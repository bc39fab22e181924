import type { Database } from '../db/connection/client.ts';
import type { Listener } from '../db/connection/listener.ts';
import type { Feed } from '../db/queries/runs/feed.ts';
import type { Viewer } from '../domain/access.ts';
import type { Price } from '../domain/money/cost.ts';
import type { RunBudget, RunCeilings } from '../domain/run-state.ts';
import type { Patience } from '../domain/work/patience.ts';
import type { Sender } from '../queue/job-queue.ts';
import type { Answer } from './answers/memory.ts';

/** What a service works with: the process's dependencies and who is calling. */
export interface Call {
  db: Database;
  listener: Listener;
  feed: Feed;
  queue: Sender;
  viewer: Viewer;
  /** How long what waits may wait. */
  patience: Patience;
  /** The bucket that the caller's requests are counted in; null: not counted. */
  client: string | null;
  /** Of a run that names none. */
  budget: RunBudget;
  /** How far callers may have a run go. */
  ceilings: RunCeilings;
  /** The model that judges, and what it costs (null: nobody knows); null or absent where the rules do. */
  model?: { name: string; price: Price | null } | null;
  /** Requests an hour and client, and bytes that one may write a day; 0 = no limit. */
  limits: { createPerHour: number; runPerHour: number; reviewPerHour: number; bytesPerDay?: number };
  /** Uploads: whether allowed without an account, bytes of a request and of an account, and the address that files are served under. */
  uploads: { anonymous: boolean; bytesPerRequest: number; bytesPerAccount: number; publicUrl: string };
  /** Counts an event stream of the caller's address while its request lasts; throws TOO_MANY_REQUESTS. Absent: not counted. */
  countStream?: () => void;
  /** What the answer holds of the gateway's memory. Absent: not counted. */
  answer?: Answer;
}
