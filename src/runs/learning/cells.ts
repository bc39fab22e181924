import { storedOf } from '../../agent/judge/decide/stored.ts';
import type { Database } from '../../db/connection/client.ts';
import type { DecidedCell } from '../../db/queries/learning/decisions.ts';
import type { DecidedWebset } from './decide.ts';
import { NOTHING, quotesOf, type Range } from './quotes.ts';

/** The verdicts to write for a range of rows, with quotes as proof; cells that a person answered are left out. */
export async function cellsOf(
  db: Database,
  { rows, criteria, answers, decided }: DecidedWebset,
  { from, to }: Range,
): Promise<DecidedCell[]> {
  const cells = rows.slice(from, to).flatMap(({ id, pageId }, i) =>
    criteria.flatMap((criterion, c) => {
      const cell = decided.rows[from + i]?.cells[c];
      return cell ? [{ rowId: id, pageId, criterionId: criterion.id, cell }] : [];
    }),
  );
  const quoted = await quotesOf(
    db,
    cells.flatMap(({ pageId, cell }) => (cell.evidence ? [{ pageId, ...cell.evidence }] : [])),
  );
  return cells.flatMap(({ rowId, pageId, criterionId, cell }): DecidedCell[] => {
    const quote = cell.evidence && quoted({ pageId, ...cell.evidence });
    const n = answers.get(criterionId) ?? 0;
    const stored = storedOf(cell, { answers: n, isOnPage: quote !== null });
    if (!stored) return [];
    const { hasEvidence, ...said } = stored;
    const span = hasEvidence && cell.evidence ? { quote, start: cell.evidence.start, end: cell.evidence.end } : NOTHING;
    const { of: likest = null, yes: likestYes = null, no: likestNo = null } = cell.likest ?? {};
    const learned = { probability: cell.probability, foreseen: cell.foreseen, answers: n, likest, likestYes, likestNo };
    return [{ rowId, criterionId, ...learned, ...said, ...span }];
  });
}
