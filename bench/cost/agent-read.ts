import { EXAMINATIONS } from '../../src/agent/entity/examine.ts';
import { labelledFacts } from '../../src/agent/judge/rules/facts/labelled-facts.ts';
import { readFor } from '../../src/agent/judge/text/reading.ts';
import { listedIn } from '../../src/agent/listing.ts';
import { readHtml } from '../../src/agent/read/html/html.ts';
import { readDocument } from '../../src/agent/read/read-document.ts';
import { hitsOf } from '../../src/agent/search/mcp/hits.ts';
import { plainText } from '../../src/agent/search/plain.ts';
import { LISTING_URL, LONG_LINKS, listingOf, strangePages } from '../../test/support/agent/strange-pages.ts';
import type { Bar } from './bar.ts';
import { atMost, growing } from './support/cost.ts';

// What strangers' documents may cost to read: a multiple of what an ordinary page of as many bytes costs, or in proportion to their length.

const read = (html: string) =>
  readDocument({ url: 'https://example.com/', mediaType: 'text/html', charset: null, body: Buffer.from(html) }).catch((error) => {
    if (error.name !== 'ReadFailure') throw error;
    return null;
  });

const PARAGRAPH =
  '<h2>Storage</h2><p class="text">Acme keeps <a href="/rows">rows</a> on disk since 2015, and is written in Rust by 12 people who live in Berlin, Germany.</p>';
const ordinary = (bytes: number) => `<title>Acme</title><main>${PARAGRAPH.repeat(Math.ceil(bytes / PARAGRAPH.length))}</main>`;

/** Reading a page beside an ordinary one of its length. */
const MOST = 10;
const reading = (name: string, html: string): Bar =>
  atMost(
    MOST,
    `${name} are read for at most ${MOST} times what an ordinary page of the length costs`,
    () => read(html),
    () => read(ordinary(html.length)),
  );

const MUCH = 100_000;

const PAGES: [name: string, html: string][] = [
  ['5,000 nested elements', '<div>'.repeat(5000)],
  ['unclosed tags of bold text', 'x<b>'.repeat(MUCH)],
  ...strangePages({ tags: 1_000_000, cells: MUCH, attributes: 300_000, lists: 50 }),
  ['things in things', '<div itemprop="a" itemscope>x'.repeat(1900)],
  ['properties in properties', `<div itemscope>${'<b itemprop="a">x'.repeat(1900)}${'<i>y</i>'.repeat(MUCH)}`],
  ['100,000 properties deep down', `${'<div>'.repeat(1500)}<div itemscope>${'<i itemprop="a">y</i>'.repeat(MUCH)}`],
];

const titles = [' - ', ' | ', 'a, ', ': ', 'Who is ', ' jobs', '(1'].map(
  (part): Bar =>
    growing(
      10,
      `a title made of “${part}” is found in proportion to its length`,
      (size) => read(`<title>${part.repeat(size)}</title><h1>${part.repeat(size)}</h1>`),
      500,
    ),
);

const facts = [
  '<div><div>a</div><div>b</div></div>',
  '<p class=a>x<p class=b>y',
  '<b>a:</b> b ',
  '<div><span>a</span>b</div>',
  '<p>a:',
].map(
  (piece): Bar =>
    growing(
      10,
      `pairs of names and values are found in proportion to a page made of ${piece}`,
      async (size) => {
        const page = await read(piece.repeat(size));
        if (page) labelledFacts(readFor(page));
      },
      5000,
    ),
);

const entries = (count: number) =>
  readHtml(
    `<!doctype html><title>T</title><body><main><ul>${Array.from({ length: count }, (_, i) => `<li><a href="/e/${i}">Entity ${i}</a> here</li>`).join('')}</ul></main></body>`,
    'https://site.example/list',
  );
const [few, many] = [entries(5000), entries(20_000)];

const examined = await Promise.all(
  LONG_LINKS.map(async ([name, link]) => {
    const page = await listingOf(link, 2000);
    const examine = () => EXAMINATIONS.page({ page: { ...page }, foundAt: LISTING_URL, category: null });
    return atMost(10, `a listing of 2,000 links with ${name} is looked through for at most ten times what it costs to read`, examine, () =>
      listingOf(link, 2000),
    );
  }),
);

const lines = (size: number) => [
  `[${'a'.repeat(size)}`,
  `URL: ${'http://'.repeat(size / 7)}`,
  '- '.repeat(size / 2),
  `${'(('.repeat(size / 2)} https://a.example/`,
];
const search = (text: string) => {
  try {
    hitsOf({ content: [{ type: 'text', text }] });
  } catch {
    // no addresses in it
  }
};

export const bars: Bar[] = [
  ...PAGES.map(([name, html]) => reading(name, html)),
  ...titles,
  ...examined,
  ...facts,
  atMost(
    10,
    'four times as long a listing is looked at for at most ten times as much',
    () => listedIn(many),
    () => listedIn(few),
  ),
  ...['<div>'.repeat(20_000) + '</p>'.repeat(25_000), '<ul><li>'.repeat(25_000), '<svg>'.repeat(40_000)].map((markup) =>
    atMost(
      10,
      `markup of search answers that is nested without end costs what any other of its length does: ${markup.slice(0, 8)}`,
      () => plainText(markup),
      () => plainText('<br>a line'.repeat(20_000)),
    ),
  ),
  growing(
    10,
    'text of a tool’s answer without end on a line costs in proportion to its length',
    (size) => lines(size).map(search),
    400_000,
  ),
];
