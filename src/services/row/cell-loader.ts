import { listMergedValues, listMergedVerdicts } from '../../db/queries/merges/merged-cell.ts';
import { type CellValue, type CellVerdict, listValues, listVerdicts } from '../../db/queries/rows/cell.ts';
import { listValueHeads, listVerdictHeads, type ValueHead, type VerdictHead } from '../../db/queries/rows/cell-head.ts';
import { listSuggestions, type SuggestionHead } from '../../db/queries/rows/suggestion.ts';
import { reading } from '../answers/reading.ts';
import type { Call } from '../call.ts';
import { once } from '../once.ts';
import { type Proven, withProofs } from '../review/proofs.ts';
import { byRow, criterionOf, enrichmentOf } from './by-row.ts';

/** A cell whose evidence knows its page and passage. */
export type LoadedVerdict = Proven<VerdictHead>;
export type LoadedValue = Proven<ValueHead>;
export type LoadedSuggestion = Proven<SuggestionHead>;

export interface LoadedCells {
  cells: {
    verdicts(): Promise<ReadonlyMap<string, LoadedVerdict>>;
    values(): Promise<ReadonlyMap<string, LoadedValue>>;
    /** Every field of them: by whom, when, at what cost. */
    wholeVerdicts(): Promise<ReadonlyMap<string, CellVerdict>>;
    wholeValues(): Promise<ReadonlyMap<string, CellValue>>;
  };
  /** The best candidates of columns without a value, by column. */
  suggestions(): Promise<ReadonlyMap<string, LoadedSuggestion>>;
}

const quoted = ({ quote }: { quote: string | null }) => quote;
const noted = ({ note }: { note: string | null }) => note;

/** The cells of rows, each kind read once for all of them on first use. `several`: rows of several pages, whose merged cells count. */
export function cellsOf(call: Call, ids: readonly string[], several: readonly string[]): (rowId: string) => LoadedCells {
  const mergedVerdicts = once(() => listMergedVerdicts(call.db, several));
  const mergedValues = once(() => listMergedValues(call.db, several));
  const verdicts = once(async () => {
    const own = await reading(call, () => listVerdictHeads(call.db, ids), quoted);
    return byRow(withProofs(call, [...own, ...(await mergedVerdicts())]), criterionOf);
  });
  const values = once(async () => {
    const own = await reading(call, () => listValueHeads(call.db, ids), quoted);
    return byRow(withProofs(call, [...own, ...(await mergedValues())]), enrichmentOf);
  });
  const wholeVerdicts = once(async () => {
    const own = await reading(call, () => listVerdicts(call.db, ids), noted);
    return byRow([...own, ...(await mergedVerdicts()).map((cell) => ({ ...cell, evidence: null }))], criterionOf);
  });
  const wholeValues = once(async () => {
    const own = await reading(call, () => listValues(call.db, ids), noted);
    return byRow([...own, ...(await mergedValues()).map((cell) => ({ ...cell, evidence: null }))], enrichmentOf);
  });
  const suggestions = once(async () =>
    byRow(withProofs(call, await reading(call, () => listSuggestions(call.db, ids), quoted)), enrichmentOf),
  );
  return (rowId) => ({
    cells: {
      verdicts: async () => (await verdicts()).get(rowId) ?? new Map(),
      values: async () => (await values()).get(rowId) ?? new Map(),
      wholeVerdicts: async () => (await wholeVerdicts()).get(rowId) ?? new Map(),
      wholeValues: async () => (await wholeValues()).get(rowId) ?? new Map(),
    },
    suggestions: async () => (await suggestions()).get(rowId) ?? new Map(),
  });
}
