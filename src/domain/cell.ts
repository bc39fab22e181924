import type { Run, RunReason } from './run-state.ts';

/** The progress of one cell: a row and a criterion, or a row and a column. */
export const CELL_STATES = ['judged', 'failed', 'waiting', 'added_later', 'stopped'] as const;
export type CellState = (typeof CELL_STATES)[number];

/** The input of a cell's state: the cell if it exists, its criterion or column, and the webset's latest run. */
interface Place {
  cell: { reason: string } | undefined;
  asked: { id: string; changedAt: Date };
  run: Pick<Run, 'state' | 'reason' | 'endedAt' | 'criterionIds' | 'enrichmentIds' | 'only'> | null;
  row: {
    id: string;
    /** Runs skip hidden rows. */
    hidden: boolean;
  };
}

/** The state of a cell, also of one that does not exist: no cell is pending without a reason. */
export function cellState({ cell, asked, run, row }: Place): CellState {
  if (cell) return cell.reason === 'failed' ? 'failed' : 'judged';
  if (!run || !covers(run, asked)) return 'added_later';
  return run.endedAt || row.hidden || !reaches(run, asked, row) ? 'stopped' : 'waiting';
}

/** Whether a run's scope includes this row and column. Only runs that do not search have a scope. */
const reaches = ({ only }: NonNullable<Place['run']>, { id }: Place['asked'], row: Place['row']) =>
  (only?.rowIds?.includes(row.id) ?? true) && (only?.columnIds?.includes(id) ?? true);

/** Whether a run asked this question: it judges the criteria of its start, and a later change makes a different question. */
const covers = ({ criterionIds, enrichmentIds, endedAt }: NonNullable<Place['run']>, { id, changedAt }: Place['asked']) =>
  (criterionIds.includes(id) || enrichmentIds.includes(id)) && (endedAt === null || changedAt <= endedAt);

/** Why a cell is missing, in words; null if it exists. */
export function missingNote(place: Place): string | null {
  switch (cellState(place)) {
    case 'waiting':
      return 'the run has not come to it yet';
    case 'added_later':
      return 'it was added or changed after the last run; the next run judges it';
    case 'stopped':
      if (place.row.hidden) return 'runs leave a hidden row alone; once it is shown again, the next run judges it';
      if (place.run && !reaches(place.run, place.asked, place.row))
        return 'the last run was about other rows or columns; the next one judges it';
      return `the last run ended before it came to it (${wordsOfReason(place.run?.reason ?? null)}); the next run judges it`;
    default:
      return null;
  }
}

const wordsOfReason = (reason: RunReason | null) => (reason ?? 'unknown').replaceAll('_', ' ');
