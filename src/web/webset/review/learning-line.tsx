import { TAUGHT } from '../../../domain/review/learning.ts';
import type { HeadFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';

const t = words.reviewQueue;

/** The progress of learning for one criterion, and what it still needs. */
export function LearningLine({ head, criterion }: { head: HeadFragment; criterion: string }) {
  const learning = head.learnings.find(({ uuid }) => uuid === criterion)?.learning;
  if (!learning) return null;
  const { answers, yes, no, found, precision, low, high, missed, missedLow, missedHigh, current } = learning;
  const rangeOf = (at: number | null, least: number | null, most: number | null) =>
    at === null || least === null || most === null ? null : { at, low: least, high: most };
  const isTaught = yes >= TAUGHT && no >= TAUGHT;
  return (
    <div className="queue-learning" role="status">
      <p>
        {t.learning({
          label: head.criteria.find(({ uuid }) => uuid === criterion)?.label ?? '',
          answers,
          found: current || found > 0 ? found : null,
          right: rangeOf(precision, low, high),
          missed: rangeOf(missed, missedLow, missedHigh),
        })}
      </p>
      {!current && <p className="soft">{t.notCurrent}</p>}
      {answers > 0 && !isTaught && <p className="soft">{t.untaught(yes, no)}</p>}
      {answers > 0 && yes === 0 && <p className="queue-unmet">{t.noneMet}</p>}
    </div>
  );
}
