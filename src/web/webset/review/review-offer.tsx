import type { HeadFragment } from '../../generated/documents.ts';
import { words } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import type { Tab } from '../view.ts';

const MUCH = { rows: 5, share: 0.2 };

/** Whether so much is left to review that a person's answers should decide it. */
const isMuch = ({ needs_review: open, all }: Record<Tab, number>) => open >= MUCH.rows && open >= MUCH.share * all;

/** Offered where a run ends with much to review: a few answers decide the rest. */
export function ReviewOffer({ head, counts, onReview }: { head: HeadFragment; counts: Record<Tab, number>; onReview: () => void }) {
  if (head.runAlive || head.criteria.length === 0 || !isMuch(counts)) return null;
  return (
    <div className="review-offer">
      <p>{words.reviewQueue.offer(counts.needs_review, counts.all)}</p>
      <Button kind="main" icon="check" onClick={onReview}>
        {words.reviewQueue.start}
      </Button>
    </div>
  );
}
