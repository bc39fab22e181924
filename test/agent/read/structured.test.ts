import { expect, test } from 'vitest';
import { readDocument } from '../../../src/agent/read/read-document.ts';

const read = (html: string) =>
  readDocument({ url: 'https://example.com/page', mediaType: 'text/html', charset: 'utf-8', body: Buffer.from(html) });

const hintsOf = async (html: string) =>
  (await read(`${html}<p>text</p>`)).hints.map(({ type, path, value }) => `${type ?? '-'} ${path}: ${value}`);

test('JSON-LD gives the properties of its things, the outer before the inner', async () => {
  const html = `<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Organization", "name": "Acme", "foundingDate": 1999,
    "founder": {"@type": "Person", "name": "Ann Lee", "alumniOf": {"name": "MIT"}}, "sameAs": ["https://a.example/", "https://b.example/"]}</script>`;

  expect(await hintsOf(html)).toEqual([
    'Organization @type: Organization',
    'Organization name: Acme',
    'Organization foundingDate: 1999',
    'Organization sameAs: https://a.example/',
    'Organization sameAs: https://b.example/',
    'Person founder.name: Ann Lee',
    '- founder.alumniOf.name: MIT',
  ]);
});

test('the things of a graph or a list are distinguished', async () => {
  const { hints } =
    await read(`<p>text</p><script type="application/ld+json">{"@graph": [{"name": "one"}, {"name": "two", "author": {"name": "three"}}]}</script>
    <script type="application/ld+json">[{"name": "four"}]</script>`);

  expect(hints.map(({ value, item }) => `${value} ${item}`)).toEqual(['one 0', 'two 1', 'four 2', 'three 1']);
});

test.each([
  ['broken', '{"name": '],
  ['no object', '"name"'],
  ['empty', ''],
  ['deep', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['a deep object', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
])('a script that is %s gives nothing, and the page is read', async (_, json) => {
  const page = await read(`<script type="application/ld+json">${json}</script><p>text</p>`);

  expect(page.text).toBe('text');
  expect(page.hints).toEqual([]);
});

test('a script with line breaks in its strings, or in a comment, is read', async () => {
  const html = `<script type="application/ld+json"><!-- {"name": "two
    lines"} --></script><script type="application/ld+json">//<![CDATA[
    {"name": "marked"}
    //]]></script>`;

  expect(await hintsOf(html)).toEqual(['- name: two lines', '- name: marked']);
});

test('microdata gives text, addresses and machine-readable values, things within things', async () => {
  const html = `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">A <b>kettle</b></h1><a itemprop="url" href="/k">see</a>
    <div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><span itemprop="price" content="12.50">£12.50</span></div>
    <time itemprop="releaseDate" datetime="2020-01-02">2 Jan</time></div><span itemprop="stray">no</span>`;

  expect(await hintsOf(html)).toEqual([
    'Product name: A kettle',
    'Product url: /k',
    'Product releaseDate: 2020-01-02',
    'Offer offers.price: 12.50',
  ]);
});

test("OpenGraph takes schema.org's names", async () => {
  const html = `<meta property="og:title" content="Acme"><meta name="og:site_name" content="The Site"><meta property="og:image" content="/x.png">
    <meta property="article:published_time" content="2020-01-02">`;

  expect(await hintsOf(html)).toEqual(['- name: Acme', '- isPartOf.name: The Site', '- datePublished: 2020-01-02']);
});

test('at most 200,000 bytes, 5,000 nodes and 300 hints of a page’s structured data are read', async () => {
  const script = (json: string) => `<script type="application/ld+json">${json}</script>`;
  const filler = JSON.stringify({ text: 'x'.repeat(150_000) });

  expect(await hintsOf(script(filler) + script(JSON.stringify({ name: 'y'.repeat(60_000) })) + script('{"name": "small"}'))).toEqual([
    '- name: small',
  ]);
  expect(await hintsOf(script(filler) + script(filler))).toEqual([]);
  expect(await hintsOf(script(JSON.stringify({ name: 'small', text: 'ж'.repeat(100_000) })))).toEqual([]);
  expect(await hintsOf(script(JSON.stringify({ a: Array(6000).fill(null), z: { z: { late: 1 } } })))).toEqual([]);
  expect(await hintsOf(script(JSON.stringify(Array.from({ length: 400 }, (_, i) => ({ name: `n${i}` })))))).toHaveLength(300);
  expect(await hintsOf(`<div itemscope>${'<i itemprop="a">b</i>'.repeat(400)}</div>`)).toHaveLength(300);
});

test('a hint is not text of the page', async () => {
  const page = await read(
    '<script type="application/ld+json">{"name": "unseen"}</script><meta property="og:title" content="unseen"><p>text</p>',
  );

  expect(page.text).toBe('text');
});

test.each([
  ['things in things', '<div itemprop="a" itemscope>x'.repeat(1900)],
  ['properties in properties', `<div itemscope>${'<b itemprop="a">x'.repeat(1900)}${'<i>y</i>'.repeat(5_000)}`],
  ['5,000 properties deep down', `${'<div>'.repeat(1500)}<div itemscope>${'<i itemprop="a">y</i>'.repeat(5_000)}`],
])('%s are read within bounds', async (_, html) => {
  const { hints } = await read(html);

  expect(hints.length).toBeLessThanOrEqual(300);
});

test('hints contain nothing that cannot be stored', async () => {
  const { hints } = await read(
    `<p>text</p><script type="application/ld+json">{"a\\u0000b": "x", "\\ud800": "y", "name": "A\\u0000 lone \\ud800"}</script><div itemscope><i itemprop="\u0000n">z</i></div>`,
  );

  expect(JSON.stringify(hints)).not.toMatch(/\\u0000|\\ud800/i);
  expect(hints.map(({ path }) => path)).toEqual(expect.arrayContaining(['name']));
});
