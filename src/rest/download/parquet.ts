import { ByteWriter, parquetWriteRows } from 'hyparquet-writer';
import { dayOf, numberOf, type TableColumn, type TableRow, type WriteTable } from './table.ts';

type SchemaElement = NonNullable<Parameters<typeof parquetWriteRows>[0]['schema']>[number];

/** Cells of a row group, which a thread holds until it is written. */
const GROUP_CELLS = 100_000;

interface ParquetColumn {
  element: SchemaElement;
  /** The value of a row. */
  cellOf(row: TableRow): string | number | null;
}

const STRING = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const;
const DATE = { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } } as const;

/**
 * Apache Parquet, row group by row group: numbers as DOUBLE, whole days as DATE, all else as STRING. A date that is less than a whole day
 * is null there: a column of texts beside it has each as it was found.
 */
export const writeParquet: WriteTable = async (columns, pages, put) => {
  const fields = columnsOf(columns);
  const names = fields.map(({ element }) => element.name);
  await parquetWriteRows({
    writer: putting(put),
    rows: recordsOf(fields, pages),
    columns: names.map((name) => ({ name, offsetIndex: false })),
    schema: [{ name: 'schema', num_children: fields.length }, ...fields.map(({ element }) => element)],
    rowGroupSize: Math.ceil(GROUP_CELLS / fields.length),
    createdBy: 'webset',
  });
};

/** Names that differ in more than case: readers of the file ask for columns by name. */
function columnsOf(columns: readonly TableColumn[]): ParquetColumn[] {
  const taken = new Set<string>();
  const nameOf = (label: string) => {
    let name = label;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${label} (${n})`;
    taken.add(name.toLowerCase());
    return name;
  };
  return columns.flatMap(({ label, format }, at): ParquetColumn[] => {
    const textAt = (row: TableRow) => row[at] ?? null;
    const column = (name: string, type: Partial<SchemaElement>, cellOf: ParquetColumn['cellOf']): ParquetColumn => ({
      element: { name: nameOf(name), repetition_type: 'OPTIONAL', ...type },
      cellOf,
    });
    const typed = (of: (text: string) => number | null) => (row: TableRow) => {
      const text = textAt(row);
      return text === null ? null : of(text);
    };
    if (format === 'number') return [column(label, { type: 'DOUBLE' }, typed(numberOf))];
    if (format !== 'date') return [column(label, STRING, textAt)];
    return [column(label, DATE, typed(dayOf)), column(`${label} (as found)`, STRING, textAt)];
  });
}

/** Rows as the writer takes them. A column may be called `__proto__`, so they have no prototype. */
async function* recordsOf(fields: readonly ParquetColumn[], pages: AsyncIterable<readonly TableRow[]>) {
  for await (const page of pages)
    for (const row of page) {
      const record: Record<string, string | number | null> = Object.create(null);
      for (const { element, cellOf } of fields) record[element.name] = cellOf(row);
      yield record;
    }
}

/** A writer that passes its bytes on after each row group. */
function putting(put: (piece: Uint8Array) => void): ByteWriter {
  const writer = new ByteWriter();
  const putWritten = () => {
    if (writer.index > 0) put(writer.getBytes().slice());
    writer.index = 0;
  };
  return Object.assign(writer, { flush: putWritten, finish: putWritten });
}
