// The parts of a workbook beside its rows (ECMA-376, Office Open XML).

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const PART = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const xmlOf = (body: string) => XML + body;

/** Indexes into the cell formats of `STYLES`. `quoted`: a text that stays a text when it is edited, also one that begins with `=`. */
export const STYLE = { none: 0, heading: 1, date: 2, link: 3, quoted: 4 } as const;

const font = (more: string) => `<font>${more}<sz val="11"/><name val="Calibri"/></font>`;

export const STYLES = xmlOf(
  `<styleSheet xmlns="${SPREADSHEET}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>` +
    `<fonts count="3">${font('')}${font('<b/>')}<font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/></font></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    '<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
    '<xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs>' +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
);

const sheetPath = (n: number) => `worksheets/sheet${n}.xml`;
const numbers = (sheets: number) => Array.from({ length: sheets }, (_, i) => i + 1);

const relation = (id: string, type: string, target: string, more = '') =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"${more}/>`;
const RELATIONS_HEAD = xmlOf(`<Relationships xmlns="${PACKAGE}/relationships">`);
const RELATIONS_TAIL = '</Relationships>';
const relationsOf = (relations: string) => RELATIONS_HEAD + relations + RELATIONS_TAIL;

export const ROOT_RELATIONS = relationsOf(relation('rId1', 'officeDocument', 'xl/workbook.xml'));

export const workbookXml = (sheets: number) =>
  xmlOf(
    `<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONS}"><sheets>` +
      numbers(sheets)
        .map((n) => `<sheet name="Results${n === 1 ? '' : ` ${n}`}" sheetId="${n}" r:id="rId${n}"/>`)
        .join('') +
      '</sheets></workbook>',
  );

export const workbookRelations = (sheets: number) =>
  relationsOf(
    numbers(sheets)
      .map((n) => relation(`rId${n}`, 'worksheet', sheetPath(n)))
      .join('') + relation(`rId${sheets + 1}`, 'styles', 'styles.xml'),
  );

/** The links of a sheet, a piece each, by their targets, which are escaped already: `rId1` is the first one. */
export function* sheetRelations(targets: readonly string[]) {
  yield RELATIONS_HEAD;
  for (const [i, target] of targets.entries()) yield relation(`rId${i + 1}`, 'hyperlink', target, ' TargetMode="External"');
  yield RELATIONS_TAIL;
}

export const contentTypes = (sheets: number) =>
  xmlOf(
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${PART}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${PART}.styles+xml"/>` +
      numbers(sheets)
        .map((n) => `<Override PartName="/xl/${sheetPath(n)}" ContentType="${PART}.worksheet+xml"/>`)
        .join('') +
      '</Types>',
  );
