import type { CellState, Verdict } from '../generated/documents.ts';
import { words } from '../texts.ts';
import { Icon } from './icon.tsx';

/** A verdict, by drawing, word and colour; or why there is none. */
export const Chip = ({ verdict, state = 'judged', mark = false }: { verdict: Verdict | null; state?: CellState; mark?: boolean }) =>
  verdict ? (
    <span className={`chip chip-${verdict}`}>
      <Icon name={verdict} size={14} />
      {words.verdicts[verdict]}
      {mark && <span className="chip-mark" aria-hidden="true" />}
    </span>
  ) : (
    <span className={`chip chip-${state === 'failed' ? 'failed' : 'none'}`}>
      <Icon name={state === 'failed' ? 'failed' : 'waiting'} size={14} />
      {words.cells[state === 'judged' ? 'failed' : state]}
    </span>
  );
