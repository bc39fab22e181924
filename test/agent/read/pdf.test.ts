import { expect, test } from 'vitest';
import { readDocument } from '../../../src/agent/read/read-document.ts';
import { type Placed, pdfOfSheets } from '../../support/agent/pdf.ts';

const read = (sheets: Placed[][]) =>
  readDocument({ url: 'https://example.com/report.pdf', mediaType: 'application/pdf', charset: null, body: pdfOfSheets(sheets) });
const linesOf = async (sheets: Placed[][]) => (await read(sheets)).text.split('\n');

/** Lines of a column, one below the other. */
const column = (lines: readonly string[], x = 72, down = 100): Placed[] => lines.map((text, i) => ({ text, x, down: down + i * 12 }));

const LEFT = [
  'The mill at Aune was built in 1834',
  'by two brothers who came from Cork',
  'and had sold their boats to pay',
  'for the wheel and the stones that',
  'still turn there every day.',
];
const RIGHT = [
  'Its flour is sold in eleven shops',
  'between the river and the coast, and',
  'bakers from the city drive out on',
  'Fridays to fetch what they need for',
  'the market of the next morning.',
];

test.each([
  [
    'row by row',
    LEFT.flatMap((text, i) => [
      { text, x: 72, down: 100 + i * 12 },
      { text: RIGHT[i] as string, x: 320, down: 100 + i * 12 },
    ]),
  ],
  ['column by column', [...column(LEFT), ...column(RIGHT, 320)]],
  [
    'under a title and over a line as wide as the sheet',
    [
      { text: 'The mill at Aune and its flour: a report on two hundred years of it', down: 70 },
      ...LEFT.flatMap((text, i) => [
        { text, x: 72, down: 100 + i * 12 },
        { text: RIGHT[i] as string, x: 320, down: 100 + i * 12 },
      ]),
      { text: 'Printed by the friends of the mill, who meet there every Friday at six', down: 220 },
    ],
  ],
])('columns side by side that are set %s are read one after the other', async (_, sheet) => {
  expect(await linesOf([sheet])).toEqual(expect.arrayContaining([LEFT.join(' '), RIGHT.join(' ')]));
});

test('the cells of a table stay in their rows', async () => {
  const rows = [
    ['Founded', '1834'],
    ['Employees', '14'],
    ['Stones', '2'],
    ['Flour a year', '310 tons'],
    ['Place', 'Aune near Cork'],
  ];
  const sheet = rows.flatMap(([name, value], i) => [
    { text: name as string, down: 100 + i * 24 },
    { text: value as string, x: 320, down: 100 + i * 24 },
  ]);

  expect(await linesOf([sheet])).toEqual(rows.map((row) => row.join(' ')));
});

test('running heads and feet are furniture, and a sentence continues on the next sheet', async () => {
  const sheet = (number: number, ...lines: string[]): Placed[] => [
    { text: `Friends of the mill, report ${number + 2000}`, down: 20, size: 8 },
    ...column(lines),
    { text: String(number), down: 760, size: 8 },
  ];
  const page = await read([
    sheet(
      1,
      'The mill at Aune was built in 1834 by two brothers who came',
      'from Cork and had sold their boats to pay for the wheel, which',
    ),
    sheet(2, 'still turns there every day but Sunday.'),
    sheet(3, 'Its flour is sold in eleven shops.'),
  ]);

  expect(page.text.split('\n').filter((_, i) => !page.blocks[i]?.boilerplate)).toEqual([
    'The mill at Aune was built in 1834 by two brothers who came from Cork and had sold their boats to pay for the wheel, which still turns there every day but Sunday.',
    'Its flour is sold in eleven shops.',
  ]);
  expect(page.text).toContain('Friends of the mill, report 2001');
  expect(page.title).not.toMatch(/Friends/);
});

test('a title that is the running head of later sheets stays a heading', async () => {
  const page = await read([
    [{ text: 'The mill at Aune', down: 60, size: 20 }, ...column(['It was built in 1834.', 'It is open.'])],
    [{ text: 'The mill at Aune', down: 20, size: 8 }, ...column(['Its flour is sold in shops.', 'They are eleven.'])],
    [{ text: 'The mill at Aune', down: 20, size: 8 }, ...column(['Bakers drive out on Fridays.', 'They are many.'])],
  ]);

  expect(page.title).toBe('The mill at Aune');
  expect(page.blocks[0]?.tag).toBe('h2');
});

test('a line that differs between sheets, except in the sheet’s number, is not a running head', async () => {
  const invoice = (number: number, sum: number): Placed[] => [
    { text: `Invoice ${number}`, down: 40 },
    ...column([`For flour of the month ${number + 3}`, 'Payable within ten days']),
    { text: `Total: ${sum} euros`, down: 300 },
    { text: `Page ${number - 16} of 2`, down: 760 },
  ];
  const page = await read([invoice(17, 500), invoice(18, 900)]);
  const own = page.text.split('\n').filter((_, i) => !page.blocks[i]?.boilerplate);

  expect(own).toEqual(expect.arrayContaining(['Total: 500 euros', 'Total: 900 euros']));
  expect(page.text).not.toMatch(/Page \d/);
});

test('rows of a table of phrases are not columns of prose', async () => {
  const rows = Array.from({ length: 5 }, (_, i) => [`What is the fee for group ${i}?`, `The fee is ${i}0 euros for each`]);
  const sheet = rows.flatMap(([name, value], i) => [
    { text: name as string, down: 100 + i * 14 },
    { text: value as string, x: 320, down: 100 + i * 14 },
  ]);

  expect((await linesOf([sheet])).join(' ')).toContain('What is the fee for group 0? The fee is 00 euros for each');
});

test('a form’s name that is on each of its sheets is its title', async () => {
  const sheet = (...lines: string[]): Placed[] => [{ text: 'Order of flour', down: 40, size: 18 }, ...column(lines)];

  expect((await read([sheet('Name and address', 'Bags of flour'), sheet('Day of delivery', 'Signature')])).title).toBe('Order of flour');
});

test('a footnote mark stays beside its word, and does not split the sentence', async () => {
  const page = await read([
    [
      { text: 'The mill was built in 1834', down: 100 },
      { text: '3', x: 72 + 26 * 6, down: 96, size: 6 },
      { text: ' by two brothers.', x: 72 + 26 * 6 + 4, down: 100 },
    ],
  ]);

  expect(page.text).toBe('The mill was built in 18343 by two brothers.');
  expect(page.blocks[0]?.raised).toEqual([[26, 27]]);
});

test('links of a PDF have their address and the words that they cover', async () => {
  const page = await read([
    [
      { text: 'Write to us on ', down: 100 },
      { text: 'LinkedIn', x: 72 + 15 * 6, down: 100, url: 'https://www.linkedin.com/company/aune-mill' },
      { text: 'https://aune.example/mill', down: 140, url: 'https://aune.example/mill' },
      { text: 'Nowhere', down: 180, url: 'javascript:alert(1)' },
    ],
  ]);

  expect(page.links.map(({ start, end, url }) => [page.text.slice(start, end), url])).toEqual([
    ['LinkedIn', 'https://www.linkedin.com/company/aune-mill'],
    ['https://aune.example/mill', 'https://aune.example/mill'],
  ]);
});

test('letters that are set twice, slightly shifted, are bold and read once', async () => {
  const sheet = ['Notice', 'of the board'].flatMap((text, i): Placed[] => [
    { text, x: 72, down: 100 + i * 40 },
    { text, x: 71.4, down: 99.5 + i * 40 },
  ]);
  expect(await linesOf([sheet])).toEqual(['Notice', 'of the board']);
});

test('a place above a time are two lines, and a dash or small number begins an item', async () => {
  const sheet = column([
    'The board meets in public on the second Thursday of a month.',
    'Location: 740 Sedgwick Street, 4th floor',
    'Time: 3:30pm to 5:00pm',
    '- Results of the vote: all were for it.',
    'i. The minutes were read.',
    'ii. The minutes were approved.',
  ]);
  expect((await linesOf([sheet])).slice(1)).toEqual([
    'Location: 740 Sedgwick Street, 4th floor',
    'Time: 3:30pm to 5:00pm',
    '- Results of the vote: all were for it.',
    'i. The minutes were read.',
    'ii. The minutes were approved.',
  ]);
});
