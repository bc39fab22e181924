import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanLine, visible } from '../../../src/agent/read/canonical.ts';
import { readDocument } from '../../../src/agent/read/read-document.ts';
import type { Page } from '../../../src/domain/page/page.ts';
import { strangePages } from '../../support/agent/strange-pages.ts';
import { times } from '../../support/run/times.ts';

const readBytes = (body: Uint8Array, mediaType = 'text/html') =>
  readDocument({ url: 'https://example.com/', mediaType, charset: null, body }).catch((error) => {
    if (error.name === 'ReadFailure') return null;
    throw error;
  });

const read = (html: string, mediaType?: string) => readBytes(Buffer.from(html), mediaType);

/** The laws of every page, whatever its source. */
function holdsFor({ text, blocks, links, title, canonicalUrl }: Page) {
  const lines = text.split('\n');
  expect(lines).toHaveLength(blocks.length);
  for (const line of lines) {
    expect(line).not.toBe('');
    expect(cleanLine(line)).toBe(line);
  }
  for (const [i, { label }] of blocks.entries()) if (label !== undefined) expect(label).toBeLessThan(i);
  for (const { start, end, block, url } of links) {
    const words = text.slice(start, end);
    expect(words.trim()).toBe(words);
    expect(words).not.toBe('');
    expect(lines[block]).toContain(words);
    expect(url).toMatch(/^https?:/);
  }
  expect(links.length).toBeLessThanOrEqual(2000);
  for (const { url } of links) expect(url.length).toBeLessThanOrEqual(2048);
  expect(title).not.toBe('');
  expect(cleanLine(title)).toBe(title);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no page may contain them
  expect([text.replaceAll('\n', ' '), title, canonicalUrl ?? ''].join('')).not.toMatch(/[\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/u);
}

const tag = fc.constantFrom(
  ...'p div span a b h1 h2 ul ol li table thead tbody tr td th dl dt dd pre br nav main article header footer blockquote svg title form script style br hr math select body html head template'.split(
    ' ',
  ),
);
const words = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(' ', '\n', 'e', '\u0301', '&amp;', '&#x301;', '\u200b', '&nbsp;'),
);
const attributes = fc.constantFrom(
  '',
  ' href="/x"',
  ' href="http://[::"',
  ' hidden',
  ' colspan=99999999',
  ' rowspan=-1',
  ' scope=row',
  ' class="nav"',
  ' style="',
);
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(tag, attributes).map(([name, more]) => `<${name}${more}>`) },
  { weight: 2, arbitrary: tag.map((name) => `</${name}>`) },
  { weight: 3, arbitrary: words },
);
const soup = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

test('any mixture of tags gives valid text or a ReadFailure', async () => {
  await fc.assert(
    fc.asyncProperty(soup, async (html) => {
      const page = await read(html);
      if (page) holdsFor(page);
    }),
    { numRuns: times(50, 500) },
  );
});

test.each(['text/html', 'text/plain', 'text/markdown', 'application/xml'])(
  'any bytes called %s become lawful text, or a failure',
  async (type) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (bytes) => {
        const page = await readBytes(bytes, type);
        if (page) holdsFor(page);
      }),
      { numRuns: times(30, 100) },
    );
  },
);

test('any bytes declared as PDF are a failure', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => (await readBytes(bytes, 'application/pdf')) === null),
    { numRuns: times(5, 20) },
  );
});

test('canonical text read again is the same text', async () => {
  await fc.assert(
    fc.asyncProperty(soup, async (html) => {
      const page = await read(html);
      if (!page) return;
      const escaped = page.text.split('\n').map((line) => `<p>${line.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p>`);
      expect((await read(escaped.join('')))?.text).toBe(page.text);
    }),
    { numRuns: times(30, 100) },
  );
});

test('a cleaned line cleaned again is the same line', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => cleanLine(cleanLine(text)) === cleanLine(text)));
});

test.each([
  ['5,000 nested elements', '<div>'.repeat(5000)],
  ['unclosed bold text', 'x<b>'.repeat(100_000)],
])('%s are refused', async (_, html) => {
  await expect(
    readDocument({ url: 'https://example.com/', mediaType: 'text/html', charset: null, body: Buffer.from(html) }),
  ).rejects.toMatchObject({
    code: 'too_deep',
  });
});

/** More paragraphs than a page may have blocks. */
const SIZES = {
  tags: times(60_000, 1_000_000),
  cells: times(5_000, 100_000),
  attributes: times(20_000, 300_000),
  lists: times(10, 50),
};

test.each(strangePages(SIZES))('%s are read within bounds', async (_, html) => {
  const page = await read(html);

  expect(page?.text.length).toBeLessThanOrEqual(2_000_000);
  expect(page?.blocks.length).toBeLessThanOrEqual(50_000);
  expect(page?.links.length).toBeLessThanOrEqual(2000);
});

test('a text is cut at a block', async () => {
  const page = await read(`<p>${'word '.repeat(5000)}</p>`.repeat(200));

  expect(page?.text.split('\n').every((line) => line.length === 24_999)).toBe(true);
  expect(page?.text.length).toBeGreaterThan(1_950_000);
});

test.each([
  ['in a title of its address', 'https://example.com/a%00b%E2%80%AEc', '<p>x'],
  ['in its title', 'https://example.com/', '<title>a\0b\u202ec</title><p>x'],
  ['in the DOI it names', 'https://example.com/', '<meta name=citation_doi content="10.1234/a\0b\u202ec"><p>x'],
  ['in its canonical link', 'https://example.com/', '<link rel=canonical href="/a\0b\u202ec"><p>x'],
])('a page contains nothing that Postgres cannot store: %s', async (_, url, html) => {
  const page = await readDocument({ url, mediaType: 'text/html', charset: 'utf-8', body: Buffer.from(html) });

  holdsFor(page);
  expect(JSON.stringify(page)).not.toMatch(/\\u0000|\u202e/);
});

test('direction marks stay, overrides and isolates are removed', async () => {
  const page = await read('<p>abc \u200f\u05d0\u05d1\u200e \u202aa\u202b\u202cb\u202d\u202ec\u2066d\u2067e\u2068f\u2069');

  expect(page?.text).toBe('abc \u200f\u05d0\u05d1\u200e abcdef');
});

test.each([
  ['of Persian', 'می\u200cخواهم', 'می\u200cخواهم'],
  ['of Hindi and Malayalam', 'क्\u200dष, അവൻ\u200d', 'क्\u200dष, അവൻ\u200d'],
  ['of emoji', '👩\u200d💻 👩🏽\u200d💻 👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥', '👩\u200d💻 👩🏽\u200d💻 👨\u200d👩\u200d👧 ❤\u200d🔥'],
  ['that join nothing', 'Fer\u200cro\u200d Lab\u200ds 12\u200d000 👩\u200d \u200d💻 \u200cمی', 'Ferro Labs 12000 👩 💻 می'],
])('joiners %s stay only where they change the display', async (_, written, text) => {
  expect(visible(written)).toBe(text);
  expect(visible(text)).toBe(text);
  expect((await read(`<h1>${written}</h1>`))?.text).toBe(text);
});

test('of the basic plane exactly the characters that Unicode defines as invisible are removed', () => {
  const invisible = /(?![\s\u0085\u200e\u200f])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]|\ufeff/gu;
  const wrong: string[] = [];
  for (let unit = 0; unit < 0x10000; unit++) {
    for (const text of [`a${String.fromCharCode(unit)}b`, `${String.fromCharCode(unit)} \n`]) {
      const expected = text
        .toWellFormed()
        .replace(invisible, '')
        .replace(/[\s\u0085]+/g, ' ');
      if (visible(text) !== expected) wrong.push(unit.toString(16));
    }
  }

  expect(wrong).toEqual([]);
});
