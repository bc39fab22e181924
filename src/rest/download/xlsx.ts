import type { TableColumn, TableRow, WriteTable } from './table.ts';
import { contentTypes, ROOT_RELATIONS, STYLES, sheetRelations, workbookRelations, workbookXml } from './xlsx-parts.ts';
import { createSheet, type SheetLimits } from './xlsx-sheet.ts';
import { createZip } from './xlsx-zip.ts';

/** Bounds of a sheet in Excel, and of a part of this ZIP, whose sizes have 32 bits. */
const LIMITS: SheetLimits = { rows: 1_048_576, links: 65_530, bytes: 4_000_000_000 };

/** An Excel workbook (ECMA-376), row by row. Rows beyond the bounds of a sheet go to the next one, under the same heading. */
export const writeXlsx: WriteTable = (columns, pages, put) => writeWorkbook(columns, pages, { put, limits: LIMITS });

/** The same, within other limits. */
export async function writeWorkbook(
  columns: readonly TableColumn[],
  pages: AsyncIterable<readonly TableRow[]>,
  { put, limits }: { put: (piece: Uint8Array) => void; limits: SheetLimits },
): Promise<void> {
  const zip = createZip(put);
  const whole = (path: string, pieces: Iterable<string>) => {
    const part = zip.begin(path);
    for (const xml of pieces) part.write(xml);
    part.end();
  };
  let sheets = 0;
  const beginSheet = () => {
    const sheet = createSheet(columns, limits);
    const part = zip.begin(`xl/worksheets/sheet${++sheets}.xml`);
    part.write(sheet.head);
    return { sheet, part };
  };
  const endSheet = ({ sheet, part }: ReturnType<typeof beginSheet>) => {
    for (const xml of sheet.tail()) part.write(xml);
    part.end();
    if (sheet.targets.length > 0) whole(`xl/worksheets/_rels/sheet${sheets}.xml.rels`, sheetRelations(sheet.targets));
  };

  whole('_rels/.rels', [ROOT_RELATIONS]);
  whole('xl/styles.xml', [STYLES]);
  let current = beginSheet();
  for await (const page of pages)
    for (const row of page) {
      if (current.sheet.isFull()) {
        endSheet(current);
        current = beginSheet();
      }
      current.part.write(current.sheet.rowXml(row));
    }
  endSheet(current);
  whole('xl/workbook.xml', [workbookXml(sheets)]);
  whole('xl/_rels/workbook.xml.rels', [workbookRelations(sheets)]);
  whole('[Content_Types].xml', [contentTypes(sheets)]); // last, where the number of sheets is known
  zip.end();
}
