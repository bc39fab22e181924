import { expect, test } from 'vitest';
import { readDocument } from '../../../src/agent/read/read-document.ts';
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
])('characters are read by %s', async (_, body, charset, text) => {
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

test('the headings of Markdown are headings', async () => {
  const { blocks, title } = await read('intro\n\n# Rust DB #\nwords\n## Licence\n# not\\', 'text/markdown');

  expect(blocks.map(({ tag }) => tag)).toEqual(['p', 'h1', 'p', 'h2', 'h1']);
  expect(title).toBe('Rust DB');
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
])('a PDF that declares itself "%s" is called %s', async (declared, title) => {
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

test('a PDF without text says so', async () => {
  await expect(read(pdfOf([]), 'application/pdf')).rejects.toMatchObject({ name: 'ReadFailure', code: 'no_text' });
});

test('XHTML that is called XML is a page, other XML is not', async () => {
  const page = await read(
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>words</p></body></html>',
    'application/xml',
  );

  expect(page.text).toBe('words');
  await expect(read('<rss><channel/></rss>', 'text/xml')).rejects.toMatchObject({ code: 'unsupported' });
  await expect(read('x', 'image/png')).rejects.toMatchObject({ code: 'unsupported' });
});

test('a document without title or heading is called by the end of its address', async () => {
  expect((await read('<p>words', 'text/html')).title).toBe('the end.txt');
});
