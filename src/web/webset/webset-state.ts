import type { Trouble } from '../api/trouble.ts';
import type { EventsSubscription, HeadFragment, LineFragment } from '../generated/documents.ts';

export type RunEvent = EventsSubscription['runEvents'];

export interface WebsetState {
  /** Null until it is loaded. */
  head: HeadFragment | null;
  /** Why it cannot be shown. */
  trouble: Trouble | null;
  /** All loaded results, in the order found. */
  lines: readonly LineFragment[];
  /** The hidden rows; null until they are requested. */
  hidden: readonly LineFragment[] | null;
  /** Whether all results are loaded; how many there are when not. */
  complete: boolean;
  total: number;
  /** The last events, oldest first. */
  events: readonly RunEvent[];
  /** Whether changes arrive; `lost` with the reason. */
  link: 'quiet' | 'live' | 'lost';
  linkTrouble: Trouble | null;
}

/** Follows the rows of a webset after they were fetched. */
export interface RowListener {
  /** A row arrived or changed, or was hidden. */
  changed(line: LineFragment): void;
  /** Rows were merged into others. */
  gone(uuids: ReadonlySet<string>): void;
}

/** The state before the first answer. */
export const NOTHING_YET: WebsetState = {
  head: null,
  trouble: null,
  lines: [],
  hidden: null,
  complete: false,
  total: 0,
  events: [],
  link: 'quiet',
  linkTrouble: null,
};

/** A webset's criteria and columns as one text, for comparison. */
export const columnsOf = ({ criteria, enrichments }: HeadFragment): string => JSON.stringify([criteria, enrichments]);
