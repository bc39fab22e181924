import type { Verdict } from './verdict.ts';

/** pending: read, not fully judged; completed; failed: read, but judging failed. */
export const ROW_STATUSES = ['pending', 'completed', 'failed'] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

/** One result. `position` grows in the order found. */
export interface Row {
  id: string;
  websetId: string;
  pageId: string;
  url: string;
  /** A person's title, else the one found. */
  title: string;
  foundTitle: string;
  status: RowStatus;
  matchVerdict: Verdict | null;
  /** Whether only answers on other rows make it no match: its own page does not say so. */
  noByAnswers: boolean;
  position: number;
  /** Set aside by a person: left out of lists, counts and exports, but runs still know it. */
  hidden: boolean;
  /** A remark for readers: another row names the same public identifier. */
  note: string | null;
  /** A person said that it is another kind of thing than requested; such a row is hidden too. */
  wrongKind: boolean;
  /** The probability that it meets all criteria, 0 to 1; null until scored. */
  likelihood: number | null;
  /** The row that it is merged into; null for a listed row. */
  mergedInto: string | null;
  /** The number of its pages, including those of rows merged into it. */
  pageCount: number;
  createdAt: Date;
  updatedAt: Date;
}
