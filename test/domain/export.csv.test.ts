import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, csvRecord, tsvText } from '../../src/domain/export.ts';

test.each([
  ['plain', 'plain'],
  [null, ''],
  ['', ''],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['@cmd', "'@cmd"],
  ['-2', '-2'],
  ['+1.5', '+1.5'],
  ['-1e-9', '-1e-9'],
  ['-2+3', "'-2+3"],
  ['\tx', "'\tx"],
  ['\nx', '"\'\nx"'],
  [' =1', "' =1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['\u200b@cmd', "'\u200b@cmd"],
  [' -2', ' -2'],
  [' – so', ' – so'],
  ['a; =1', "a;' =1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠cmd', "'＠cmd"],
  [';=1+1', ";'=1+1"],
  ['a;=1+1;-2;＝x', "a;'=1+1;-2;'＝x"],
  ['a; b; c', 'a; b; c'],
  ['a\n=1,2', '"a\n\'=1,2"'],
  ['a\r\n+x\n-2', '"a\r\n\'+x\n-2"'],
])('a cell %j is written %j', (cell, written) => {
  expect(csvCell(cell)).toBe(written);
});

/** A parser for RFC 4180 records. */
function parse(csv: string): string[][] {
  const records: string[][] = [[]];
  let cell = '';
  for (let i = 0; i < csv.length; i++) {
    const last = records.at(-1) as string[];
    if (csv[i] === '"') {
      for (i++; csv[i] !== '"' || csv[i + 1] === '"'; i++) cell += csv[i] === '"' ? csv[++i] && '"' : csv[i];
    } else if (csv[i] === ',') {
      last.push(cell);
      cell = '';
    } else if (csv[i] === '\r' && csv[i + 1] === '\n') {
      last.push(cell);
      cell = '';
      i++;
      records.push([]);
    } else cell += csv[i];
  }
  records.pop();
  return records;
}

/** Removes the quote mark before a cell or a line of it. */
const plain = (cell = '') => cell.replace(/(^|[\r\n])'/g, '$1');

test('any cells can be read back, with at most one added quote mark before a line', () => {
  const cells = fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', '=', '-', '1', "'") }), {
    minLength: 1,
    maxLength: 5,
  });

  fc.assert(
    fc.property(fc.array(cells, { minLength: 1, maxLength: 4 }), (records) => {
      const back = parse(records.map(csvRecord).join(''));

      expect(back.map((record) => record.length)).toEqual(records.map((record) => record.length));
      for (const [r, record] of back.entries())
        for (const [c, cell] of record.entries()) expect(plain(plain(cell))).toBe(plain(plain(records[r]?.[c])));
      expect(back.flat().filter((cell) => /^[=@\t\r\n]/.test(cell))).toEqual([]);
    }),
  );
});

test('text for pasting has tabs between cells and one line per row, and starts no formula', () => {
  expect(
    tsvText([
      ['a', 'b;=c', ''],
      ['=1+1', '-5', 'two\r\nlines\there'],
    ]),
  ).toBe("a\tb;=c\t\n'=1+1\t-5\ttwo lines here");
  expect(tsvText([['\t=1']])).toBe("' =1");
});
