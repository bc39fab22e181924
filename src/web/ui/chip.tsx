import type { CellState, Verdict } from '../generated/documents.ts';
import { words } from '../texts/texts.ts';
import { Icon } from './icon.tsx';

/** A verdict as icon, word and colour; or why there is none. */
export const Chip = ({
  verdict,
  state = 'judged',
  byPerson = false,
  byAnswers = false,
}: {
  verdict: Verdict | null;
  state?: CellState;
  byPerson?: boolean;
  byAnswers?: boolean;
}) =>
  verdict ? (
    <span className={`chip chip-${verdict}${byAnswers ? ' chip-learned' : ''}`}>
      <Icon name={verdict} size={14} />
      {words.verdicts[verdict]}
      {byPerson && (
        <>
          <Icon name="person" size={12} />
          <span className="unseen">{words.review.byPerson}</span>
        </>
      )}
      {byAnswers && <span className="unseen">{words.review.byAnswers}</span>}
    </span>
  ) : (
    <span className={`chip chip-${state === 'failed' ? 'failed' : 'none'}`}>
      <Icon name={state === 'failed' ? 'failed' : 'waiting'} size={14} />
      {words.cells[state === 'judged' ? 'failed' : state]}
    </span>
  );
