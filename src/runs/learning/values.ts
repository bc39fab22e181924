import type { Database } from '../../db/connection/client.ts';
import type { DecidedValue } from '../../db/queries/learning/decisions.ts';
import { cellKey, type DecidedWebset } from './decide.ts';
import { NOTHING, type PageSpan, quotesOf, type Range } from './quotes.ts';

interface Offer extends PageSpan {
  rowId: string;
  enrichmentId: string;
  value: string;
  likelihood: number;
  /** Whether it is likely enough to fill the cell, or at least to be suggested. */
  fills: boolean;
  isOffered: boolean;
  /** Whether the value that the rules read is kept. */
  isRead: boolean;
  quote: string;
}

/** The best candidate of each cell, with its quote. */
export async function candidatesOf(db: Database, { rows, columns, decided }: DecidedWebset, { from, to }: Range): Promise<Offer[]> {
  const offered = rows.slice(from, to).flatMap((row, i) =>
    columns.flatMap(({ id }, c) => {
      const one = decided.columns[c]?.[from + i];
      const value = one?.candidate;
      return one?.evidence && value
        ? [
            {
              rowId: row.id,
              enrichmentId: id,
              pageId: row.pageId,
              value,
              fills: one.value !== null,
              isOffered: one.value !== null || one.suggestion !== null,
              isRead: one.isRead,
              likelihood: one.likelihood,
              ...one.evidence,
            },
          ]
        : [];
    }),
  );
  const quoted = await quotesOf(db, offered);
  return offered.flatMap((one) => {
    const quote = quoted(one);
    return quote === null ? [] : [{ ...one, quote }];
  });
}

const VALUE_NOTES = {
  learned: 'It stands where the values stand that people confirmed.',
  lexical: 'The page gives it as the other pages give theirs.',
  unsure: 'The best candidate is not sure enough: it is suggested.',
  unlikely: 'No candidate is likely enough to be suggested.',
};

/** The values for cells that may be filled, have a candidate, and keep no value of the rules. */
export const valuesOf = (offered: readonly Offer[], { taught, open }: DecidedWebset): DecidedValue[] =>
  offered.flatMap(({ rowId, enrichmentId, value, fills, isOffered, isRead, quote, start, end }): DecidedValue[] => {
    if (isRead || !open.has(cellKey({ rowId, enrichmentId }))) return [];
    const judge = taught.has(enrichmentId) ? 'learned' : 'lexical';
    const cell = { rowId, enrichmentId, judge } as const;
    if (fills) return [{ ...cell, value, quote, start, end, reason: judge === 'learned' ? 'stated' : 'alike', note: VALUE_NOTES[judge] }];
    const note = isOffered ? VALUE_NOTES.unsure : VALUE_NOTES.unlikely;
    return [{ ...cell, ...NOTHING, value: null, reason: judge === 'learned' ? 'ambiguous' : 'silent', note }];
  });
