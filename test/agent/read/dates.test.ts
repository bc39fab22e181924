import fc from 'fast-check';
import { expect, test } from 'vitest';
import { declaredDate } from '../../../src/agent/read/dates/declared.ts';
import { findWrittenDates } from '../../../src/agent/read/dates/visible.ts';
import { readDocument } from '../../../src/agent/read/read-document.ts';

const read = (html: string, url = 'https://example.com/page') =>
  readDocument({ url, mediaType: 'text/html', charset: 'utf-8', body: Buffer.from(html) });

const HEAD = '<html lang="en"><title>A new bridge | Daily</title>';
const BODY = '<h1>A new bridge</h1><p>The bridge over the river was opened to cars, bicycles and trams, as the mayor told reporters.</p>';

test.each([
  ['metadata', '<meta property="article:published_time" content="2024-05-01T10:00:00Z">', '', '2024-05-01T10:00:00Z', 'meta', 'declared'],
  [
    'JSON-LD',
    '<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2024-05-02"}</script>',
    '',
    '2024-05-02',
    'json_ld',
    'declared',
  ],
  [
    'an element marked as the date',
    '',
    '<span itemprop="datePublished" content="2024-05-03">last week</span>',
    '2024-05-03',
    'markup',
    'declared',
  ],
  [
    'the words of an element marked as the date',
    '',
    '<span itemprop="datePublished">May 4, 2024</span>',
    '2024-05-04',
    'markup',
    'declared',
  ],
  ['a line beside the title', '', '<div class="byline">By Ann Lee, 5 May 2024</div>', '2024-05-05', 'near_title', 'likely'],
  ['a script', '<script>window.page = {"publishDate": "2024-05-06T08:00:00"};</script>', '', '2024-05-06T08:00:00', 'script', 'likely'],
  ['a general date of the metadata', '<meta name="date" content="20240507">', '', '2024-05-07', 'meta', 'likely'],
])('the day of publication is read from %s', async (_, head, line, date, source, certainty) => {
  const { dates, publishedAt } = await read(`${HEAD}${head}<body>${BODY.replace('</h1>', `</h1>${line}`)}`);

  expect(dates?.published).toMatchObject({ date, source, certainty });
  expect(publishedAt).toBe(date);
});

test('the address of a page may contain its date', async () => {
  const { dates } = await read(`${HEAD}<body>${BODY}`, 'https://example.com/2024/05/08/bridge.html');

  expect(dates?.published).toMatchObject({ date: '2024-05-08', source: 'address', start: null });
});

test('a day that a time zone shifts in the metadata is corrected by the address or the visible date', async () => {
  const meta = '<meta property="article:published_time" content="2024-05-01T22:30:00Z">';

  const addressed = await read(`${HEAD}${meta}<body>${BODY}`, 'https://example.com/2024/05/02/bridge');
  const seen = await read(`${HEAD}${meta}<body>${BODY.replace('</h1>', '</h1><p>Published 2 May 2024</p>')}`);

  expect(addressed.dates?.published).toMatchObject({ date: '2024-05-02', source: 'address' });
  expect(seen.dates?.published).toMatchObject({ date: '2024-05-02', source: 'near_title' });
});

test('a date has the place of the same day in the text; so has the date of the change', async () => {
  const head = '<meta property="article:modified_time" content="2024-06-09T00:00:00+02:00">';
  const { text, dates } = await read(
    `${HEAD}${head}<body>${BODY.replace('</h1>', '</h1><p>Published 5 May 2024, updated 9 June 2024</p>')}`,
  );

  const wordsOf = (date: { start: number | null; end: number | null } | null | undefined) => text.slice(date?.start ?? 0, date?.end ?? 0);
  expect(dates?.published?.date).toBe('2024-05-05');
  expect(wordsOf(dates?.published)).toBe('5 May 2024');
  expect(dates?.modified).toMatchObject({ date: '2024-06-09T00:00:00+02:00', source: 'meta', certainty: 'declared' });
  expect(wordsOf(dates?.modified)).toBe('9 June 2024');
});

test('a month is replaced by a day in it', async () => {
  const head = '<meta name="citation_publication_date" content="2024/05"><meta name="citation_online_date" content="2024/05/17">';

  expect((await read(`${HEAD}${head}<body>${BODY}`)).dates?.published?.date).toBe('2024-05-17');
});

test.each([
  ['1 January 1970', '<meta property="article:published_time" content="1970-01-01">'],
  ['a copyright line', '<footer>© 1 May 2024 Daily</footer>'],
  ['no date', ''],
])('%s is not a day of publication', async (_, more) => {
  const { dates, publishedAt } = await read(`${HEAD}${more}<body>${BODY}${more}`);

  expect([dates?.published, publishedAt]).toEqual([null, null]);
});

test.each([
  ['17. Mai 2024', 'de', '2024-05-17'],
  ['17 mai 2024', 'fr', '2024-05-17'],
  ['17 de mayo de 2024', 'es', '2024-05-17'],
  ['17 травня 2024', 'uk', '2024-05-17'],
  ['17 мая 2024 г.', 'ru', '2024-05-17'],
  ['17 Mayıs 2024', 'tr', '2024-05-17'],
  ['17 listopada 2024', 'pl', '2024-11-17'],
  ['17. listopada 2024', 'hr', '2024-10-17'],
  ['2024年5月17日', 'zh', '2024-05-17'],
  ['2024년 5월 17일', 'ko', '2024-05-17'],
  ['May 17th, 2024', 'en', '2024-05-17'],
  ['17.05.24', 'de', '2024-05-17'],
  ['2024. május 17.', 'hu', '2024-05-17'],
])('%s (%s) is a day', (text, language, day) => {
  expect(findWrittenDates(`Posted ${text}, 12:30`, language, false).map((one) => one.day)).toEqual([day]);
});

test('the order of day and month follows the page’s language, unless the numbers decide', () => {
  const days = (text: string, monthFirst: boolean) => findWrittenDates(text, null, monthFirst).map(({ day, isUnsure }) => [day, isUnsure]);

  expect(days('3/4/2024', true)).toEqual([['2024-03-04', true]]);
  expect(days('3/4/2024', false)).toEqual([['2024-04-03', true]]);
  expect(days('3/24/2024 and 24/3/2024', false)).toEqual([
    ['2024-03-24', false],
    ['2024-03-24', false],
  ]);
  expect(days('31.02.2024, 99/99/2024, 1.2.3.2024', false)).toEqual([]);
});

test.each([
  ['2024-05-17 10:20:30 +0200', '2024-05-17T10:20:30+02:00'],
  ['Fri, 17 May 2024 10:20:30 GMT', '2024-05-17'],
  ['1715940000', '2024-05-17T10:00:00Z'],
  ['20240517102030', '2024-05-17'],
  ['yesterday', null],
  ['2024-02-30', null],
])('metadata with %s means %s', (text, date) => {
  expect(declaredDate(text)).toBe(date);
});

test.each([
  ['en', '', '2020-03-04'],
  ['en-US', '', '2020-03-04'],
  ['en_US', '', '2020-03-04'],
  ['en-GB', '', '2020-04-03'],
  ['en-AU', '', '2020-04-03'],
  ['en-CA', '', '2020-04-03'],
  ['en', '<meta property="og:locale" content="en_GB">', '2020-04-03'],
  ['en', '<meta http-equiv="Content-Language" content="en-IE">', '2020-04-03'],
  ['fr', '<meta property="og:locale" content="en_US">', '2020-04-03'],
  ['tlh', '', '2020-04-03'],
])('on a page in %s with %j in its head 03/04/2020 is %s', async (lang, head, day) => {
  const seen = await read(
    `<html lang="${lang}"><title>A new bridge</title>${head}<body>${BODY.replace('</h1>', '</h1><p>Published 03/04/2020</p>')}`,
  );
  const declared = await read(
    `<html lang="${lang}">${head}<title>A new bridge</title><meta name="pubdate" content="03/04/2020"><body>${BODY}`,
  );

  expect([seen.publishedAt, declared.publishedAt]).toEqual([day, day]);
});

test.each([
  ['metadata', '<meta property="article:modified_time" content="2024-06-09">', ''],
  ['JSON-LD', '<script type="application/ld+json">{"@type":"Article","dateModified":"2024-06-09"}</script>', ''],
  ['an element', '', '<time itemprop="dateModified" datetime="2024-06-09">lately</time>'],
])('the day of the last change, in %s, is not a day of publication', async (_, head, line) => {
  const { dates, publishedAt } = await read(`${HEAD}${head}<body>${BODY.replace('</h1>', `</h1>${line}`)}`);

  expect(dates?.modified?.date).toBe('2024-06-09');
  expect([dates?.published, publishedAt]).toEqual([null, null]);
});

const json = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const COMMENT = { '@type': 'Comment', datePublished: '2024-06-09' };

test.each([
  ['in its article', json({ '@type': 'Article', comment: [COMMENT, COMMENT] }), ''],
  ['in a list of an article', json({ '@type': 'Article', comments: { itemListElement: [{ item: COMMENT }] } }), ''],
  ['beside its article', json({ '@graph': [{ '@type': 'Article', name: 'A new bridge' }, COMMENT] }), ''],
  [
    'in microdata',
    '',
    '<div itemprop="comment" itemscope itemtype="https://schema.org/Comment"><time itemprop="datePublished" datetime="2024-06-09">lately</time></div>',
  ],
  [
    'in the visible text',
    '',
    '<div itemprop="comment" itemscope itemtype="https://schema.org/Comment"><p>9 June 2024</p><p>Too expensive.</p></div>',
  ],
])('the day of a comment %s is not the page’s', async (_, head, line) => {
  expect((await read(`${HEAD}${head}<body>${BODY}${line}`)).publishedAt).toBeNull();
});

test('a page about a thing has the day of its main thing', async () => {
  expect(
    (await read(`${HEAD}${json({ '@type': 'WebPage', mainEntity: { '@type': 'Article', datePublished: '2024-05-02' } })}<body>${BODY}`))
      .publishedAt,
  ).toBe('2024-05-02');
});

const DATED = json({ '@type': 'Article', datePublished: '2024-05-02' });
const SPENT = json({ '@type': 'Article', x: Array(6000).fill(1) });
const LONG = json({ '@type': 'Article', text: 'ж'.repeat(99_970) });

test.each([
  ['JSON-LD past 5,000 nodes', SPENT, DATED],
  [
    'JSON-LD in one script past 5,000 nodes',
    json({ '@type': 'Article', x: Array(6000).fill(1), mainEntity: { datePublished: '2024-05-02' } }),
    '',
  ],
  ['JSON-LD past 200,000 bytes', LONG, DATED],
  ['JSON-LD in one script past 200,000 bytes', json({ '@type': 'Article', datePublished: '2024-05-02', text: 'ж'.repeat(100_000) }), ''],
  ['OpenGraph past 5,000 nodes', SPENT, '<meta property="article:published_time" content="2024-05-02">'],
  ['microdata past 5,000 nodes', SPENT, '<div itemscope><i itemprop="datePublished" content="2024-05-02">x</i></div>'],
])('no date is taken from %s', async (_, before, after) => {
  const { publishedAt } = await read(`${HEAD}${before}<body>${BODY}${after}`);

  expect(publishedAt).toBeNull();
});

test('a found date is at its offsets, and is a real day', () => {
  const piece = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('2024', ' 17', '. May ', '/', '-', '年', '5', ' de ', 'März '));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom('en', 'de', null), (pieces, language) => {
      const line = pieces.join('');
      for (const { start, end, day } of findWrittenDates(line, language, false)) {
        expect(line.slice(start, end)).toMatch(/\d/);
        expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
      }
    }),
    { numRuns: 500 },
  );
});
