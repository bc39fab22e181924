import type { Format } from '../../domain/enrichment.ts';

/** A column of a downloaded file: its heading and the format of its texts. */
export interface TableColumn {
  label: string;
  format: Format;
}

/** A row of a downloaded file, its texts in the order of the columns. */
export type TableRow = readonly (string | null)[];

/** The formats that a thread writes. */
const TYPED_FORMATS = ['xlsx', 'parquet'] as const;
export type TypedFormat = (typeof TYPED_FORMATS)[number];
export const DOWNLOAD_FORMATS = ['csv', ...TYPED_FORMATS] as const;

/** Writes a file of some rows; `put` gets each piece when it is written, and owns its bytes then. */
export type WriteTable = (
  columns: readonly TableColumn[],
  pages: AsyncIterable<readonly TableRow[]>,
  put: (piece: Uint8Array) => void,
) => Promise<void>;

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** The number of a plain decimal; null of any other text. */
export function numberOf(text: string): number | null {
  const number = DECIMAL.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

const DAY_MS = 86_400_000;

/** Days since 1970-01-01 of a whole day in ISO 8601; null of any other text: a year or a month alone is no day. */
export function dayOf(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text ? null : ms / DAY_MS;
}
