import { z } from 'zod';
import { type Issue, invalidInput } from '../errors.ts';
import { storable, storableText } from '../text.ts';
import { LINES_MAX, LIST_MAX, readTable, SEPARATORS } from './table.ts';

/** Of the name or the address on a line, and of one of its values, in characters: what is longer is cut. */
const CELL_MAX = 2048;
const COLUMNS_MAX = 80;

/** What became of a line. `waiting`: it was not worked on yet; for good, where its run has ended. */
export const LINE_OUTCOMES = ['waiting', 'row', 'duplicate', 'unresolved', 'unreadable'] as const;
export type LineOutcome = (typeof LINE_OUTCOMES)[number];

const column = z.int().min(1).max(1000);

/** A list, and which of its columns say what; columns are counted from 1. */
export const importInput = z
  .object({
    list: storable(z.string().min(1).max(LIST_MAX)),
    /** What parts its cells: found out if left out; an empty text: a line is one cell. */
    separator: z.enum([...SEPARATORS, ''], { error: 'separator is a comma, a semicolon, a tab, a vertical bar or empty' }).optional(),
    /** Whether its first line heads the columns. */
    hasHead: z.boolean().default(false),
    addresses: column.optional(),
    names: column.optional(),
    values: z
      .array(z.object({ column, enrichmentId: z.string() }))
      .max(COLUMNS_MAX)
      .default([]),
  })
  .refine(({ addresses, names }) => addresses !== undefined || names !== undefined, {
    error: 'Name the column of addresses, or that of names',
  })
  .refine(({ values }) => new Set(values.map(({ enrichmentId }) => enrichmentId)).size === values.length, {
    path: ['values'],
    error: 'Two columns of the list have one column of the webset',
  });
export type NewImport = z.infer<typeof importInput>;

/** What a line gives. */
export interface ReadLine {
  /** Its number in the list, from 1, the head counted. */
  line: number;
  address: string | null;
  name: string | null;
  /** In the order of `NewImport.values`; an empty text is no value. */
  values: string[];
}

/** The lines of a list that give an address or a name. BAD_REQUEST when there is none, or there are too many. */
export function linesOf({ list, separator, hasHead, addresses, names, values }: NewImport): ReadLine[] {
  const rows = readTable(list, separator === '' ? null : separator);
  const cell = (row: readonly string[], column: number | undefined) =>
    column === undefined ? '' : storableText((row[column - 1] ?? '').trim().slice(0, CELL_MAX));
  const lines = rows
    .map((row, i) => ({
      line: i + 1,
      address: cell(row, addresses) || null,
      name: cell(row, names) || null,
      values: values.map(({ column }) => cell(row, column)),
    }))
    .slice(hasHead ? 1 : 0)
    .filter(({ address, name }) => address !== null || name !== null);
  const refuse = (message: string): Issue => ({ code: 'custom', path: ['input', 'list'], message });
  if (lines.length === 0) throw invalidInput([refuse('The list has nothing in the columns of addresses and names')]);
  if (lines.length > LINES_MAX) throw invalidInput([refuse(`The list has ${lines.length} lines: bring ${LINES_MAX} at a time`)]);
  return lines;
}

/** A line of a list as it is stored: what was given, and the values that fit their columns, by the ids of these. */
export interface ImportedLine {
  line: number;
  address: string | null;
  name: string | null;
  values: Record<string, string>;
  /** Values that were left out, and why. */
  note: string | null;
}

/** A line with what became of it. */
export interface LineReport {
  line: number;
  address: string | null;
  name: string | null;
  outcome: LineOutcome;
  rowId: string | null;
  /** What the row is called. */
  title: string | null;
  /** The line that the same row comes from. */
  duplicateOf: number | null;
  /** Why there is no row, in words. */
  why: string | null;
  note: string | null;
}
