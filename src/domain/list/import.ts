import { z } from 'zod';
import { enrichmentInput } from '../enrichment.ts';
import { type Issue, invalidInput } from '../errors.ts';
import { TITLE_MAX } from '../review/review-input.ts';
import { storable, storableText, withoutTurns } from '../text.ts';
import { COLUMNS_MAX, LINES_MAX, LIST_MAX, readTable, SEPARATORS } from './table.ts';

/** The most rows of a list that are read, including empty ones, and the most cells in all. */
const ROWS_MAX = 20_000;
const CELLS_MAX = 300_000;
/** The most characters of a cell: anything longer cannot be an address, a name or a value. */
const CELL_MAX = 3000;

/** The result of a line. `waiting`: not processed yet; a run that ends leaves such lines to the next one. */
export const LINE_OUTCOMES = ['waiting', 'row', 'duplicate', 'unresolved', 'unreadable'] as const;
export type LineOutcome = (typeof LINE_OUTCOMES)[number];

const column = z.int().min(1).max(1000);

/** A column of a list whose texts are imported: as values of an existing column, or of a new one. */
const valuesInput = z
  .object({
    column,
    enrichmentId: z.string().optional(),
    label: enrichmentInput.shape.label.optional(),
    format: enrichmentInput.shape.format,
  })
  .refine(({ enrichmentId, label }) => (enrichmentId === undefined) !== (label === undefined), {
    error: 'Name the column of the webset, or give the label of a new one',
  });

const isDistinct = (some: readonly unknown[]) => new Set(some).size === some.length;

/** A list and the roles of its columns. Columns count from 1. */
export const importInput = z
  .object({
    list: storable(z.string().min(1).max(LIST_MAX)),
    /** Detected if absent; empty text: each line is one cell. */
    separator: z.enum([...SEPARATORS, ''], { error: 'separator is a comma, a semicolon, a tab, a vertical bar or empty' }).optional(),
    /** Whether the first line is a header. */
    hasHead: z.boolean().default(false),
    addresses: column.optional(),
    names: column.optional(),
    values: z.array(valuesInput).max(COLUMNS_MAX).default([]),
  })
  .refine(({ addresses, names }) => addresses !== undefined || names !== undefined, {
    error: 'Name the column of addresses, or that of names',
  })
  .refine(({ values }) => isDistinct(values.map(({ enrichmentId, label }) => enrichmentId ?? label?.toLowerCase())), {
    path: ['values'],
    error: 'Two columns of the list have one column of the webset',
  })
  .refine(({ values }) => isDistinct(values.map((one) => one.column)), {
    path: ['values'],
    error: 'One column of the list is named twice',
  });
export type NewImport = z.infer<typeof importInput>;

/** What one line of a list contains. */
export interface ReadLine {
  /** The line number from 1, including the header. */
  line: number;
  address: string | null;
  name: string | null;
  /** In the order of `NewImport.values`. Empty text means no value. */
  values: string[];
}

/** The lines with an address or a name. BAD_REQUEST when there are none or too many, or when the list holds far more data than these. */
export function linesOf({ list, separator, hasHead, addresses, names, values }: NewImport): ReadLine[] {
  const refuse = (message: string) => invalidInput([{ code: 'custom', path: ['input', 'list'], message } satisfies Issue]);
  const lines: ReadLine[] = [];
  let [row, cells] = [0, 0];
  for (const read of readTable(list, separator === '' ? null : separator)) {
    if (++row > ROWS_MAX) throw refuse(`The list has more than ${ROWS_MAX} lines, empty ones counted`);
    cells += read.length;
    if (cells > CELLS_MAX) throw refuse(`The list has more than ${CELLS_MAX} cells`);
    const cell = (at: number | undefined) => (at === undefined ? '' : (read[at - 1] ?? '').slice(0, CELL_MAX).trim());
    const [address, name] = [storableText(cell(addresses)) || null, storableText(nameIn(cell(names))) || null];
    if ((address === null && name === null) || (hasHead && row === 1)) continue;
    if (lines.length === LINES_MAX) throw refuse(`The list has more than ${LINES_MAX} lines: bring as many at a time`);
    lines.push({ line: row, address, name, values: values.map((one) => storableText(cell(one.column))) });
  }
  if (lines.length === 0) throw refuse('The list has nothing in the columns of addresses and names');
  return lines;
}

/** A name, shortened to the length of a title. */
const nameIn = (cell: string) => [...withoutTurns(cell)].slice(0, TITLE_MAX).join('').trim();

/** A line as it is stored: the input, and by column id the values that fit their columns. */
export interface ImportedLine {
  line: number;
  address: string | null;
  name: string | null;
  values: Record<string, string>;
  /** What was left out, and how the page was found. */
  note: string | null;
}

/** A line and its result. */
export interface LineReport {
  line: number;
  address: string | null;
  name: string | null;
  outcome: LineOutcome;
  /** The row that shows the line's page. */
  rowId: string | null;
  /** The row's title. */
  title: string | null;
  /** The line that produced the same row. */
  duplicateOf: number | null;
  /** Why there is no row, or no visible one, in words. */
  why: string | null;
  note: string | null;
}
