import type { Verdict } from './verdict.ts';

/** pending: found and read, not all judged; completed; failed: read, but judging failed. */
export const ROW_STATUSES = ['pending', 'completed', 'failed'] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

/** One result. `position` grows in the order found. */
export interface Row {
  id: string;
  websetId: string;
  pageId: string;
  url: string;
  /** A person's before the one found. */
  title: string;
  foundTitle: string;
  status: RowStatus;
  matchVerdict: Verdict | null;
  /** Whether it is no match by answers on other rows alone: nothing on its page says so. */
  noByAnswers: boolean;
  position: number;
  /** A person set it aside: left out of lists, counts and exports, and known to runs all the same. */
  hidden: boolean;
  /** What whoever reads it should know: that another row names the same public identifier. */
  note: string | null;
  /** A person said that it is another kind of thing than what is looked for; it is hidden, too. */
  wrongKind: boolean;
  /** How likely it meets all criteria, 0 to 1; null until it is scored. */
  likelihood: number | null;
  /** The row that shows its page beside its own; null for a row that is listed. */
  mergedInto: string | null;
  /** How many pages it stands on: its own and those of the rows merged into it. */
  pageCount: number;
  createdAt: Date;
  updatedAt: Date;
}
