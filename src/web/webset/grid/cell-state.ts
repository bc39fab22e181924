import type { CellState, LineFragment } from '../../generated/documents.ts';

/** Whether the next run will come to a cell. */
export const isOwed = (state: CellState) => state === 'added_later' || state === 'stopped' || state === 'failed';

/** Why a row has no verdict over all: what its first criterion without one waits for. */
export const missingState = ({ verdicts }: Pick<LineFragment, 'verdicts'>): CellState =>
  verdicts.find(({ effective }) => effective === null)?.state ?? 'waiting';
