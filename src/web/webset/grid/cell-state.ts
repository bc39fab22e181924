import type { CellState, LineFragment } from '../../generated/documents.ts';

/** Whether the next run will judge a cell. */
export const isOwed = (state: CellState) => state === 'added_later' || state === 'stopped' || state === 'failed';

/** Why a row has no combined verdict: the state of its first criterion without one. */
export const missingState = ({ verdicts }: Pick<LineFragment, 'verdicts'>): CellState =>
  verdicts.find(({ effective }) => effective === null)?.state ?? 'waiting';
