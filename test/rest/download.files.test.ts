import type { Worker } from 'node:worker_threads';
import { type Cell, readXlsx } from 'hucre/xlsx';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { writtenInThread } from '../../src/rest/download/in-thread.ts';
import { writeParquet } from '../../src/rest/download/parquet.ts';
import type { TableColumn, TableRow } from '../../src/rest/download/table.ts';
import { writeWorkbook, writeXlsx } from '../../src/rest/download/xlsx.ts';
import { cellText, columnName, linkOf, TEXT_MAX } from '../../src/rest/download/xlsx-text.ts';

// Files as other libraries read them.

const named = (format: TableColumn['format'], ...labels: string[]) => labels.map((label) => ({ label, format }));

async function* paged(rows: readonly TableRow[], size = 2) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

async function workbookOf(
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
  limits?: Parameters<typeof writeWorkbook>[2]['limits'],
) {
  const pieces: Uint8Array[] = [];
  const put = (piece: Uint8Array) => void pieces.push(piece);
  await (limits ? writeWorkbook(columns, paged(rows), { put, limits }) : writeXlsx(columns, paged(rows), put));
  return readXlsx(Buffer.concat(pieces), { readStyles: true });
}

async function sheetOf(columns: readonly TableColumn[], rows: readonly TableRow[]) {
  const { sheets } = await workbookOf(columns, rows);
  const [sheet] = sheets;
  if (!sheet) throw new Error('no sheet');
  return { rows: sheet.rows, at: (row: number, column: number): Cell | undefined => sheet.cells?.get(`${row},${column}`) };
}

async function parquetOf(columns: readonly TableColumn[], rows: readonly TableRow[]) {
  const pieces: Uint8Array[] = [];
  await writeParquet(columns, paged(rows), (piece) => pieces.push(piece));
  const { buffer: file } = new Uint8Array(Buffer.concat(pieces));
  const names = parquetMetadata(file).schema.slice(1);
  return { names: names.map(({ name }) => name), types: names.map(({ type }) => type), rows: await parquetReadObjects({ file }) };
}

test('numbers and whole days are typed in a workbook; what would lose digits or is less than a day stays text', async () => {
  const texts = ['1200', '-0.5', '0.000001', '123456789012345', '1234567890123456', '1e5', '12 000'];
  const numbers = await sheetOf(
    named('number', 'n'),
    texts.map((text) => [text]),
  );
  const dates = ['2021-04-12', '1900-03-01', '1900-02-28', '2021', '2021-04', '2021-02-30', '0999-01-01'];
  const days = await sheetOf(
    named('date', 'd'),
    dates.map((text) => [text]),
  );

  expect(numbers.rows.slice(1).flat()).toEqual([1200, -0.5, 0.000001, 123456789012345, '1234567890123456', '1e5', '12 000']);
  const day = (text: string) => new Date(`${text}T00:00:00Z`);
  expect(days.rows.slice(1).flat()).toEqual([day('2021-04-12'), day('1900-03-01'), ...dates.slice(2)]);
});

test('a text of any form is a text of its own in a workbook, and no formula', async () => {
  const texts = ['=1+1', '+1', '-2+3', '@cmd', '=HYPERLINK("https://a.org")', '12', '2021-04-12', 'true'];

  const { rows, at } = await sheetOf(
    named('text', 't'),
    texts.map((text) => [text]),
  );

  expect(rows.slice(1).flat()).toEqual(texts);
  expect(texts.map((_, i) => at(i + 1, 0)?.formula)).toEqual(texts.map(() => undefined));
});

test('control characters, markup, surrogates and what looks escaped come back from both files as they went in', async () => {
  const texts = [
    '\u0001\u000b\u001f',
    'a\r\nb\tc',
    ' <b>&amp;"\' ]]> ',
    '_x0041_ _x000D_',
    '\ufffe\uffff',
    '😀 \u202eשלום',
    'e\u0301',
    '\n',
  ];
  const columns = named('text', ...texts);

  const { rows } = await sheetOf(columns, [texts]);
  const parquet = await parquetOf(columns, [texts]);

  expect(rows).toEqual([texts, texts]);
  expect(parquet.names).toEqual(texts);
  expect(parquet.rows.map((row) => Object.values(row))).toEqual([texts]);
  expect((await sheetOf(named('text', 't'), [['\ud800']])).rows[1]).toEqual(['\ufffd']);
});

test('links lead to the web alone, and are valid addresses', async () => {
  const urls = [
    'https://a.org/?q=[x] y&z="1"#f',
    'HTTP://b.org',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'a.org',
    'https://',
    `https://a.org/${'x'.repeat(2100)}`,
  ];

  const { rows, at } = await sheetOf(
    [...named('url', 'URL'), ...named('text', 'Title')],
    urls.map((url) => [url, 'https://a.org/']),
  );

  expect(rows.slice(1).map(([url]) => url)).toEqual(urls);
  const targets = urls.map((_, i) => at(i + 1, 0)?.hyperlink?.target);
  expect(targets).toEqual(['https://a.org/?q=%5Bx%5D%20y&z=%221%22#f', 'http://b.org/', ...urls.slice(2).map(() => undefined)]);
  expect(urls.map((_, i) => at(i + 1, 1)?.hyperlink)).toEqual(urls.map(() => undefined));
  expect(linkOf('http://[::1]/')).toBeNull();
});

test('a text longer than a cell holds is cut, with a note, and never within a character', async () => {
  const note = ' … [cut: a cell holds 32,767 characters]';
  const texts = ['x'.repeat(TEXT_MAX), 'x'.repeat(TEXT_MAX + 1), '😀'.repeat(TEXT_MAX)];

  const { rows } = await sheetOf(
    named('text', 't'),
    texts.map((text) => [text]),
  );

  const [whole, cut, faces] = rows.slice(1).flat() as [string, string, string];
  expect(whole).toBe(texts[0]);
  expect(cut).toBe('x'.repeat(TEXT_MAX - note.length) + note);
  expect([faces.endsWith(`😀${note}`), faces.isWellFormed(), faces.length <= TEXT_MAX]).toEqual([true, true, true]);
  expect(cellText(texts[0] ?? '')).toBe(texts[0]);
});

test('the thousandth column is where it belongs, in both files', async () => {
  const columns = Array.from({ length: 1000 }, (_, i) => ({ label: `c${i}`, format: 'text' as const }));
  const row = columns.map((_, i) => `v${i}`);

  const { rows } = await sheetOf(columns, [row]);
  const parquet = await parquetOf(columns, [row]);

  expect([0, 25, 26, 701, 702, 999, 16_383].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'ALL', 'XFD']);
  expect(rows).toEqual([columns.map(({ label }) => label), row]);
  expect(Object.values(parquet.rows[0] ?? {})).toEqual(row);
});

test('headings may repeat in a workbook; in Parquet each column has a name of its own, whatever the case', async () => {
  const columns = [...named('text', 'Title', 'title', '__proto__', 'title (2)'), ...named('date', 'Title')];
  const row = ['a', 'b', 'c', 'd', '2021'];

  const { rows } = await sheetOf(columns, [row]);
  const parquet = await parquetOf(columns, [row]);

  expect(rows[0]).toEqual(['Title', 'title', '__proto__', 'title (2)', 'Title']);
  expect(parquet.names).toEqual(['Title', 'title (2)', '__proto__', 'title (2) (2)', 'Title (3)', 'Title (as found)']);
});

test('Parquet has numbers as doubles and whole days as dates, beside which each date is as found', async () => {
  const columns = [...named('url', 'URL'), ...named('number', 'n'), ...named('date', 'd')];

  const { names, types, rows } = await parquetOf(columns, [
    ['https://a.org/', '1200', '2021-04-12'],
    ['', '-0.5', '2021'],
    [null, null, null],
    ['x', 'about 5', '1066-10-14'],
  ]);

  expect(names).toEqual(['URL', 'n', 'd', 'd (as found)']);
  expect(types).toEqual(['BYTE_ARRAY', 'DOUBLE', 'INT32', 'BYTE_ARRAY']);
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['https://a.org/', 1200, new Date('2021-04-12'), '2021-04-12'],
    ['', -0.5, null, '2021'],
    [null, null, null, null],
    ['x', null, new Date('1066-10-14'), '1066-10-14'],
  ]);
});

test('a workbook goes on in another sheet where one is full, and has no more links in a sheet than Excel reads', async () => {
  const rows = Array.from({ length: 5 }, (_, i) => [`https://a.org/${i}`]);

  const { sheets } = await workbookOf(named('url', 'URL'), rows, { rows: 3, links: 1, bytes: 1e9 });
  const small = await workbookOf(named('url', 'URL'), rows, { rows: 1e6, links: 9, bytes: 1000 });

  expect(sheets.map(({ name, rows }) => [name, rows.flat()])).toEqual([
    ['Results', ['URL', 'https://a.org/0', 'https://a.org/1']],
    ['Results 2', ['URL', 'https://a.org/2', 'https://a.org/3']],
    ['Results 3', ['URL', 'https://a.org/4']],
  ]);
  const linked = sheets.map(({ cells }) => [...(cells?.values() ?? [])].filter(({ hyperlink }) => hyperlink).map(({ value }) => value));
  expect(linked).toEqual([['https://a.org/0'], ['https://a.org/2'], ['https://a.org/4']]);
  expect(small.sheets.map((sheet) => sheet.rows.length)).toEqual([5, 2]); // by the bytes
});

test('files without rows have their headings', async () => {
  const columns = [...named('url', 'URL'), ...named('date', 'd')];

  expect((await sheetOf(columns, [])).rows).toEqual([['URL', 'd']]);
  expect(await parquetOf(columns, [])).toMatchObject({ names: ['URL', 'd', 'd (as found)'], rows: [] });
});

test('the thread of a file ends with its reader, and with a failure on the way or of its own', async () => {
  const workers: Worker[] = [];
  const onWorker = (worker: Worker) => workers.push(worker);
  process.on('worker', onWorker);
  let pages = 0;
  async function* endless() {
    for (; ; pages++) yield Array.from({ length: 500 }, (_, i) => [`${i} ${Math.random()}`]);
  }
  async function* failing() {
    yield [['a']];
    throw new Error('the database went away');
  }
  const job = { format: 'xlsx' as const, columns: named('text', 't') };

  for await (const piece of writtenInThread(job, endless())) {
    expect(piece.length).toBeGreaterThan(0);
    const read = pages;
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    expect(pages).toBe(read); // no further ones before this piece is taken
    break;
  }
  const failed = Array.fromAsync(writtenInThread(job, failing()));

  await expect(failed).rejects.toThrow('the database went away');
  await expect(Array.fromAsync(writtenInThread({ ...job, format: 'xml' as 'xlsx' }, endless()))).rejects.toThrow('is not a function');
  process.off('worker', onWorker);
  expect(workers.map(({ threadId }) => threadId)).toEqual([-1, -1, -1]); // of a thread that ended
});
