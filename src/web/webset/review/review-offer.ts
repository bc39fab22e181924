import type { HeadFragment } from '../../generated/documents.ts';
import type { Tab } from '../view.ts';

const MUCH = { rows: 5, share: 0.2 };

type Counts = Record<Tab, number>;

/** Whether there is something to review. */
export const isReviewable = ({ criteria }: Pick<HeadFragment, 'criteria'>, counts: Counts) =>
  criteria.length > 0 && counts.needs_review > 0;

/** Whether no run is alive and enough needs review that a few answers should decide it. */
export const isOffered = (head: HeadFragment, counts: Counts) =>
  !head.runAlive && isReviewable(head, counts) && counts.needs_review >= MUCH.rows && counts.needs_review >= MUCH.share * counts.all;
