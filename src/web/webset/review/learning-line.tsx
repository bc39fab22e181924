import type { HeadFragment, LineFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { verdictAt } from '../view.ts';

const t = words.reviewQueue;

/** How far learning is for one criterion, and what it lacks. */
export function LearningLine({ head, lines, criterion }: { head: HeadFragment; lines: readonly LineFragment[]; criterion: string }) {
  const learning = head.learnings.find(({ uuid }) => uuid === criterion)?.learning;
  if (!learning) return null;
  const { answers, decided, precision, low, high, current } = learning;
  const isMet = lines.some((line) => verdictAt(line, criterion)?.review?.verdict === 'match');
  const right = precision === null || low === null || high === null ? null : { precision, low, high };
  return (
    <div className="queue-learning" role="status">
      <p>{t.learning({ answers, decided, rows: Math.max(decided, lines.length), right })}</p>
      {!current && <p className="soft">{t.notCurrent}</p>}
      {answers > 0 && !isMet && <p className="queue-unmet">{t.noneMet}</p>}
    </div>
  );
}
