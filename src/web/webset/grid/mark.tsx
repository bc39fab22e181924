import type { CellState, LineFragment, Verdict } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { saidOf, shortUrl } from '../view.ts';
import { missingState } from './cell-state.ts';

/** A criterion's verdict as an icon, or why there is none; its text is for screen readers. */
export const Mark = ({
  label,
  verdict,
  state,
  byPerson = false,
  byAnswers = false,
}: {
  label: string;
  verdict: Verdict | null;
  state: CellState;
  byPerson?: boolean;
  byAnswers?: boolean;
}) => (
  <span className={`mark mark-${verdict ?? 'none'}${byPerson ? ' mark-person' : byAnswers ? ' mark-learned' : ''}`}>
    <Icon name={verdict ?? (state === 'failed' ? 'failed' : 'waiting')} size={14} />
    <span className="unseen">
      {label}: {verdict ? words.verdicts[verdict] : words.cells[state]}
      {byPerson ? ` ${words.review.byPerson}` : byAnswers && ` ${words.review.byAnswers}`}.
    </span>
  </span>
);

/** Whether a person corrected the title. */
export const isCorrected = ({ title, foundTitle }: Pick<LineFragment, 'title' | 'foundTitle'>) => title !== foundTitle;

/** The title of a result, with a mark when a person corrected it. */
export const RowName = ({ line }: { line: LineFragment }) => (
  <span className="cell-named">
    <span className="cell-name" dir="auto">
      {line.title || shortUrl(line.url)}
    </span>
    {isCorrected(line) && <ByPerson />}
  </span>
);

/** The mark of a title that a person corrected. */
export const ByPerson = () => (
  <>
    {' '}
    <Icon name="person" size={12} />
    <span className="unseen">{words.titles.byPerson}</span>
  </>
);

/** The combined verdict of a row; a dash where the webset has no criteria. */
export const OverallChip = ({ line }: { line: Pick<LineFragment, 'matchVerdict' | 'verdicts'> }) =>
  line.matchVerdict === null && line.verdicts.length === 0 ? (
    <span className="cell-none" title={words.cells.noCriteria}>
      –
    </span>
  ) : (
    <Chip
      verdict={line.matchVerdict}
      state={missingState(line)}
      byAnswers={
        line.matchVerdict !== 'needs_review' && line.verdicts.some((one) => saidOf(one).byAnswers && one.effective === line.matchVerdict)
      }
    />
  );
