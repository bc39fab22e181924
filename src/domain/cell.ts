import type { Run, RunReason } from './run.ts';

/** How far one row x criterion or row x column is. */
export const CELL_STATES = ['judged', 'failed', 'waiting', 'added_later', 'stopped'] as const;
export type CellState = (typeof CELL_STATES)[number];

/** What a cell's state is told by: the cell, if there is one, its criterion or column, and the webset's latest run. */
interface Place {
  cell: { reason: string } | undefined;
  asked: { id: string; changedAt: Date };
  run: Pick<Run, 'state' | 'reason' | 'endedAt' | 'criterionIds' | 'enrichmentIds' | 'only'> | null;
  row: {
    id: string;
    /** Runs leave hidden rows alone. */
    hidden: boolean;
  };
}

/** A cell that does not exist has a reason all the same: no cell is ever pending without one. */
export function cellState({ cell, asked, run, row }: Place): CellState {
  if (cell) return cell.reason === 'failed' ? 'failed' : 'judged';
  if (!run || !covers(run, asked)) return 'added_later';
  return run.endedAt || row.hidden || !reaches(run, asked, row) ? 'stopped' : 'waiting';
}

/** Whether a run is about this row and column: one that does not search may name a few. */
const reaches = ({ only }: NonNullable<Place['run']>, { id }: Place['asked'], row: Place['row']) =>
  (only?.rowIds?.includes(row.id) ?? true) && (only?.columnIds?.includes(id) ?? true);

/** Whether a run was asked this question: it judges those of its start, and a change in between asks another one. */
const covers = ({ criterionIds, enrichmentIds, endedAt }: NonNullable<Place['run']>, { id, changedAt }: Place['asked']) =>
  (criterionIds.includes(id) || enrichmentIds.includes(id)) && (endedAt === null || changedAt <= endedAt);

/** Why a cell is missing, in words; null for one that is there. */
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
