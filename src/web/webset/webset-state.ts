import type { Trouble } from '../api/trouble.ts';
import type { EventsSubscription, HeadFragment, LineFragment } from '../generated/documents.ts';

export type RunEvent = EventsSubscription['runEvents'];

export interface WebsetState {
  /** Null until it is here. */
  head: HeadFragment | null;
  /** Why it cannot be shown. */
  trouble: Trouble | null;
  /** Every result known, in the order found. */
  lines: readonly LineFragment[];
  /** Those that were set aside; null until somebody asks for them. */
  hidden: readonly LineFragment[] | null;
  /** Whether all results are here; how many there are when not. */
  complete: boolean;
  total: number;
  /** The last events, oldest first. */
  events: readonly RunEvent[];
  /** Whether changes arrive: `lost` with why. */
  link: 'quiet' | 'live' | 'lost';
  linkTrouble: Trouble | null;
}

/** Who hears of the rows of a webset after they were fetched. */
export interface RowListener {
  /** A row came or changed; also one that was set aside. */
  changed(line: LineFragment): void;
  /** Rows are there no more: they are a part of others now. */
  gone(uuids: ReadonlySet<string>): void;
}

/** What is known before the first answer. */
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

/** A webset's criteria and columns as one text, to be compared. */
export const columnsOf = ({ criteria, enrichments }: HeadFragment): string => JSON.stringify([criteria, enrichments]);
