import { listPastValues, listPastVerdicts, type PastValue, type PastVerdict, pastBytes } from '../../db/queries/rows/past.ts';
import { reading } from '../answers/reading.ts';
import type { Call } from '../call.ts';
import { once } from '../once.ts';
import { type Proven, withProofs } from '../review/proofs.ts';
import { criterionOf, enrichmentOf, rowOf } from './by-row.ts';

export type LoadedPastVerdict = Proven<PastVerdict>;
export type LoadedPastValue = Proven<PastValue>;

export interface LoadedPast {
  /** Judgements that a later one replaced, by criterion and by column, newest first. */
  earlier: {
    verdicts(): Promise<ReadonlyMap<string, LoadedPastVerdict[]>>;
    values(): Promise<ReadonlyMap<string, LoadedPastValue[]>>;
  };
}

/** Earlier judgements of rows, each kind read once for all of them on first use. */
export function pastOf(call: Call, ids: readonly string[]): (rowId: string) => LoadedPast {
  // their bytes are counted before they are read: a cell has up to ten judgements
  const load = async <T extends PastVerdict | PastValue>(kind: 'verdict' | 'value', list: () => Promise<T[]>) => {
    await call.answer?.read(await pastBytes(call.db, kind, ids));
    return Map.groupBy(withProofs(call, await reading(call, list)), rowOf);
  };
  const verdicts = once(() => load('verdict', () => listPastVerdicts(call.db, ids)));
  const values = once(() => load('value', () => listPastValues(call.db, ids)));
  return (rowId) => ({
    earlier: {
      verdicts: async () => Map.groupBy((await verdicts()).get(rowId) ?? [], criterionOf),
      values: async () => Map.groupBy((await values()).get(rowId) ?? [], enrichmentOf),
    },
  });
}
