import type { HeadFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import type { Tab } from '../view.ts';

const MUCH = { rows: 5, share: 0.2 };

type Counts = Record<Tab, number>;

/** Whether there is something to review. */
export const isReviewable = ({ criteria }: Pick<HeadFragment, 'criteria'>, counts: Counts) =>
  criteria.length > 0 && counts.needs_review > 0;

/** Whether no run is alive and so much is left to review that a few answers should decide it. */
export const isOffered = (head: HeadFragment, counts: Counts) =>
  !head.runAlive && isReviewable(head, counts) && counts.needs_review >= MUCH.rows && counts.needs_review >= MUCH.share * counts.all;

/** Says that a few answers decide the rest, where a run ends with much to review. */
export const ReviewOffer = ({ counts, onReview }: { counts: Counts; onReview: () => void }) => (
  <div className="review-offer">
    <p>
      {words.reviewQueue.offer(counts.needs_review, counts.all)} <span className="review-offer-note">{words.reviewQueue.offerNote}</span>
    </p>
    <Button kind="main" icon="check" onClick={onReview}>
      {words.reviewQueue.start}
    </Button>
  </div>
);
