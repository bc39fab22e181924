import { expect, test } from 'vitest';
import { readDocument } from '../../../src/agent/read/read-document.ts';
import type { Page } from '../../../src/domain/page/page.ts';
import { pdfOf } from '../../support/agent/pdf.ts';

const read = (body: Buffer | string, mediaType: string, charset: string | null = null) =>
  readDocument({ url: 'https://example.com/files/the%20end.txt', mediaType, charset, body: Buffer.from(body) });

const latin1 = (text: string) => Buffer.from(text, 'latin1');

test.each([
  ['what the transport says', latin1('<p>\xe4\xe9'), 'iso-8859-1', 'äé'],
  ['what the page says', latin1('<meta charset="windows-1251"><p>\xef\xf0\xe8'), null, 'при'],
  ['a byte order mark before all', Buffer.from('\ufeff<p>äé', 'utf16le'), 'iso-8859-1', 'äé'],
  ['UTF-8 where nothing is said', Buffer.from('<p>äé'), null, 'äé'],
  ['windows-1252 where nothing is said and it is no UTF-8', latin1('<p>\x93caf\xe9\x94'), null, '“café”'],
  ['UTF-8 under a wrong header', Buffer.from('<p>äé'), 'iso-8859-1', 'äé'],
  ['windows-1252 that is called UTF-8', latin1('<meta charset="utf-8"><p>caf\xe9'), 'utf-8', 'café'],
  ['UTF-8 with one broken byte', Buffer.concat([Buffer.from('<p>äéöü'), Buffer.from([0xff])]), 'utf-8', 'äéöü\ufffd'],
  ['UTF-8 that holds a replacement character of its own', Buffer.from('<p>한국 \ufffd 어'), 'euc-kr', '한국 \ufffd 어'],
  ['Shift_JIS', Buffer.from([0x3c, 0x70, 0x3e, 0x93, 0xfa, 0x96, 0x7b]), 'shift_jis', '日本'],
  ['a charset that nobody knows', Buffer.from('<p>plain'), 'klingon', 'plain'],
  ['a charset cut short', Buffer.from('<meta http-equiv="content-type" content="charset"><p>caf\xe9', 'latin1'), null, 'café'],
])('characters are decoded by %s', async (_, body, charset, text) => {
  expect((await read(body, 'text/html', charset)).text).toBe(text);
});

test('plain text becomes paragraphs, items and deliberate lines', async () => {
  const text = `A Title

This paragraph was wrapped by its writer at about seventy characters,
so that its lines belong together.

Name: Acme
City: Berlin
- one thing
- another thing, which is so long that it had to be wrapped by its
  writer
1. first`;

  const page = await read(text, 'text/plain');

  expect(page.text.split('\n')).toEqual([
    'A Title',
    'This paragraph was wrapped by its writer at about seventy characters, so that its lines belong together.',
    'Name: Acme',
    'City: Berlin',
    '- one thing',
    '- another thing, which is so long that it had to be wrapped by its writer',
    '1. first',
  ]);
  expect(page.blocks.map(({ tag }) => tag)).toEqual(['p', 'p', 'p', 'p', 'li', 'li', 'li']);
  expect(page.title).toBe('A Title');
});

const blocksOf = ({ text, blocks }: Page) => {
  const lines = text.split('\n');
  return blocks.map(({ tag, label }, i) => (label === undefined ? [tag, lines[i]] : [tag, lines[i], lines[label]]));
};

test('Markdown becomes headings, items, cells and links, without its marks; deliberate line breaks stay', async () => {
  const page = await read(
    [
      '**Rust DB**, a [database](/db).',
      '',
      '# Rust DB #',
      'Licence: MIT',
      'City: Berlin',
      '',
      'This paragraph was wrapped by its writer at about its',
      'fiftieth character.',
      '',
      '* one',
      '',
      '| Year | Stars |',
      '|---|---|',
      '| 2019 | 40 |',
      '',
      '```',
      '# no heading',
      '```',
      '<script>alert(1)</script>',
    ].join('\n'),
    'text/markdown',
  );

  expect(blocksOf(page)).toEqual([
    ['p', 'Rust DB, a database.'],
    ['h1', 'Rust DB'],
    ['p', 'Licence: MIT'],
    ['p', 'City: Berlin'],
    ['p', 'This paragraph was wrapped by its writer at about its fiftieth character.'],
    ['li', 'one'],
    ['th', 'Year'],
    ['th', 'Stars'],
    ['td', '2019', 'Year'],
    ['td', '40', 'Stars'],
    ['pre', '# no heading'],
  ]);
  expect(page.title).toBe('Rust DB');
  expect(page.links.map(({ url }) => url)).toEqual(['https://example.com/db']);
});

test('plain text whose address ends in .md is Markdown', async () => {
  const body = Buffer.from('# Rust DB');
  const page = await readDocument({ url: 'https://example.com/raw/a.md?raw=true', mediaType: 'text/plain', charset: null, body });

  expect(blocksOf(page)).toEqual([['h1', 'Rust DB']]);
});

test('front matter of Markdown gives title, date and named values; it is visible content', async () => {
  const page = await read(
    "---\ntitle: 'Bean Salad'\ntags: ['salad', quick]\ndate: 2022-09-11\nmaker:\n  city: Berlin\ndraft:\n---\n\nEasy.\n\n## Ingredients\n",
    'text/markdown',
  );

  expect(blocksOf(page)).toEqual([
    ['h1', 'Bean Salad'],
    ['dt', 'tags'],
    ['dd', 'salad, quick', 'tags'],
    ['dt', 'date'],
    ['dd', '2022-09-11', 'date'],
    ['dt', 'maker city'],
    ['dd', 'Berlin', 'maker city'],
    ['p', 'Easy.'],
    ['h2', 'Ingredients'],
  ]);
  expect(page).toMatchObject({ title: 'Bean Salad', publishedAt: '2022-09-11' });
  expect(page.blocks.some(({ boilerplate }) => boilerplate)).toBe(false);
});

test.each([
  [
    'a title with a colon',
    '---\ntitle: Acme: rockets for all\nyear: 2025\n---\n# Acme: rockets for all\n',
    ['dt', 'year', 'dd', '2025', 'h1', 'Acme: rockets for all'],
  ],
  ['a rule at the head', '---\n\nwords\n\n---\nmore\n', ['p', 'words', 'p', 'more']],
  [
    'aliases within aliases',
    `---\na: &a [x,x]\n${Array.from({ length: 40 }, (_, i) => `b${i}: &b${i} [*${i ? `b${i - 1}` : 'a'},*${i ? `b${i - 1}` : 'a'}]`).join('\n')}\n---\nwords`,
    null,
  ],
])('front matter that is not YAML: %s', async (_, text, blocks) => {
  const page = await read(text, 'text/markdown');

  if (blocks) expect(blocksOf(page).flatMap((block) => block.slice(0, 2))).toEqual(blocks);
  else expect(page.text).toContain('words');
});

test('Markdown with endlessly nested quotes is a failure', async () => {
  await expect(read('>'.repeat(20_000), 'text/markdown')).rejects.toMatchObject({ name: 'ReadFailure', code: 'too_deep' });
});

test('a PDF becomes headings, paragraphs and items', async () => {
  const pdf = pdfOf([
    ['Annual Report', 24, 0],
    ['Acme was founded in 1999 and makes data-', 11, 40],
    ['bases for everybody who likes them.', 11, 54],
    ['It has 40 employees.', 11, 90],
    ['1. First item', 11, 104],
    ['2. Second item', 11, 118],
  ]);

  const page = await read(pdf, 'application/pdf');

  expect(page.text.split('\n')).toEqual([
    'Annual Report',
    'Acme was founded in 1999 and makes databases for everybody who likes them.',
    'It has 40 employees.',
    '1. First item',
    '2. Second item',
  ]);
  expect(page.blocks.map(({ tag }) => tag)).toEqual(['h2', 'p', 'p', 'li', 'li']);
  expect(page).toMatchObject({ title: 'Annual Report', mediaType: 'application/pdf', canonicalUrl: null });
});

test.each([
  ['The Acme Report', 'The Acme Report'],
  ['Microsoft Word - draft7.docx', 'Annual Report'],
  ['untitled', 'Annual Report'],
])('a PDF with the declared title "%s" is named %s', async (declared, title) => {
  expect(
    (
      await read(
        pdfOf(
          [
            ['Annual Report', 24, 0],
            ['words', 11, 40],
          ],
          { title: declared },
        ),
        'application/pdf',
      )
    ).title,
  ).toBe(title);
});

test('a PDF without text fails with a message', async () => {
  await expect(read(pdfOf([]), 'application/pdf')).rejects.toMatchObject({ name: 'ReadFailure', code: 'no_text' });
});

test('XHTML declared as XML is a page, other XML is not', async () => {
  const page = await read(
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>words</p></body></html>',
    'application/xml',
  );

  expect(page.text).toBe('words');
  await expect(read('<rss><channel/></rss>', 'text/xml')).rejects.toMatchObject({ code: 'unsupported' });
  await expect(read('x', 'image/png')).rejects.toMatchObject({ code: 'unsupported' });
});

test('a document without title or heading is named by the end of its address', async () => {
  expect((await read('<p>words', 'text/html')).title).toBe('the end.txt');
});
