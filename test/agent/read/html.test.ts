import { expect, test } from 'vitest';
import { readDocument } from '../../../src/agent/read/read-document.ts';

const read = (html: string, url = 'https://example.com/dir/page') =>
  readDocument({ url, mediaType: 'text/html', charset: 'utf-8', body: Buffer.from(html) });

const linesOf = async (html: string) => (await read(html)).text.split('\n');

test('every visible block is a line, in order', async () => {
  const html = `<title>T</title><body><nav>Menu</nav><main><h1>One</h1><p>Two <b>and</b>
    <i>a half</i></p><div>Three<div>Four</div>Five</div><ul><li>Six<li>Seven</ul><blockquote><p>Eight</p></blockquote></main><footer>Nine</footer>`;

  const { text, blocks } = await read(html);

  expect(text.split('\n')).toEqual(['Menu', 'One', 'Two and a half', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']);
  expect(blocks.map(({ tag }) => tag)).toEqual(['p', 'h1', 'p', 'p', 'p', 'p', 'li', 'li', 'quote', 'p']);
});

test('invisible text is left out', async () => {
  const html = `<body><p>seen</p><script>no</script><style>no</style><template><p>no</p></template><noscript>no</noscript>
    <svg><title>no</title><text>no</text></svg><p hidden>no</p><div style="color:red; DISPLAY : none"><p>no</p></div>
    <p style="visibility:hidden">no</p><dialog>no</dialog><select><option>no</select><textarea>no</textarea><iframe>no</iframe>
    <img alt="no"><!-- no --><p aria-hidden="true">seen too</p><details><summary>and</summary>this</details>`;

  expect(await linesOf(html)).toEqual(['seen', 'seen too', 'and', 'this']);
});

test('a line of text is composed, without invisible characters, its white space collapsed', async () => {
  const html = '<p> e&#x301;\u200b a&shy;b\u2060c &nbsp;\t d\u0007\u202e\ufeff\u{e0041} &#133;\u0000 x</p>';

  expect(await linesOf(html)).toEqual(['é abc d … x']);
});

test('a line break ends a line, as in a browser’s find', async () => {
  const { text, blocks } = await read('<p>Founded 1999<br>Berlin</p><pre>one\n  two\r\n\nthree</pre>');

  expect(text.split('\n')).toEqual(['Founded 1999', 'Berlin', 'one', 'two', 'three']);
  expect(blocks.map(({ tag }) => tag)).toEqual(['p', 'p', 'pre', 'pre', 'pre']);
});

test("the site's furniture is flagged and kept, the content is not flagged", async () => {
  const html = `<body class="menu"><header>a</header><div role="navigation">b</div><aside>c</aside><div class="x sidebar">d</div><main><header>e</header>
    <p>f</p><footer>g</footer></main><div><ul><li><a href="/1">one</a><li><a href="/2">two</a><li><a href="/3">three</a></ul></div><footer>h</footer>`;

  const { text, blocks } = await read(html);

  const flagged = text.split('\n').filter((_, i) => blocks[i]?.boilerplate);
  expect(flagged).toEqual(['a', 'b', 'c', 'd', 'one', 'two', 'three', 'h']);
});

test('a page that is all furniture has no flags', async () => {
  const { blocks } = await read('<nav><p>a</p><p>b</p></nav>');

  expect(blocks).toEqual([{ tag: 'p' }, { tag: 'p' }]);
});

/** The text of each cell or definition, with the text of its label. */
async function namesOf(html: string) {
  const { text, blocks } = await read(html);
  const lines = text.split('\n');
  return blocks.flatMap(({ tag, label }, i) =>
    tag === 'th' || tag === 'dt' ? [] : [`${label === undefined ? '-' : lines[label]}: ${lines[i]}`],
  );
}

test.each([
  [
    'of its row',
    '<table><tr><th>Founded<td>1999<tr><th>City<td>Berlin, <a href="/x">Germany</a></table>',
    ['Founded: 1999', 'City: Berlin, Germany'],
  ],
  [
    'of its column',
    '<table><tr><th>Name<th>Year</tr><tr><td>A<td>1999<tr><td>B<td>2001</table>',
    ['Name: A', 'Year: 1999', 'Name: B', 'Year: 2001'],
  ],
  [
    'of its column, in a table with a head',
    '<table><thead><tr><td></td><th>Year</th></thead><tbody><tr><td>A<td>1999</table>',
    ['-: A', 'Year: 1999'],
  ],
  ['of its row before that of its column', '<table><tr><th><th>Year<tr><th>A<td>1999</table>', ['A: 1999']],
  ['across a wide header', '<table><tr><th colspan=2>Size<th>Year<tr><td>1<td>2<td>1999</table>', ['Size: 1', 'Size: 2', 'Year: 1999']],
  [
    'beside a tall cell',
    '<table><tr><th>Name<th>Year<tr><td rowspan=2>A<td>1999<tr><td>2001</table>',
    ['Name: A', 'Year: 1999', 'Year: 2001'],
  ],
  [
    'of its row where it follows that header, else of its column',
    '<table><tr><th>Place<th>Name<th>Year<tr><td>1<th>A<td>1999</table>',
    ['Place: 1', 'A: 1999'],
  ],
  ['beside a tall header', '<table><tr><th rowspan=2>Years<td>1999<tr><td>2001</table>', ['Years: 1999', 'Years: 2001']],
  [
    'for every line of a cell',
    '<table><tr><th>City<td><ul><li>Berlin<li>Paris</ul>or<br>so</table>',
    ['City: Berlin', 'City: Paris', 'City: or', 'City: so'],
  ],
  [
    'of its own table before that of the outer',
    '<table><tr><th>Out<td><table><tr><th>In<td>a<tr><td>b</table></table>',
    ['In: a', 'Out: b'],
  ],
  ['where there is one', '<table><tr><td>A<td>B</table>', ['-: A', '-: B']],
])('a cell is labelled by the header %s', async (_, html, expected) => {
  const names = await namesOf(html);

  expect(names).toEqual(expected);
});

test('a table within a definition keeps its own names', async () => {
  const html = '<dl><dt>Releases<dd><table><tr><th>First<td>1999</table>and more</dl>';

  expect(await namesOf(html)).toEqual(['First: 1999', 'Releases: and more']);
});

test('a definition is labelled by its term', async () => {
  const html =
    '<dl><dt>Licence<dd>MIT<dd>BSD<dt></dt><dd>more<div><dt>Year</dt><dd><p>1999</p><p>2001</p></dd></div></dl><dl><dd>alone</dl>';

  expect(await namesOf(html)).toEqual(['Licence: MIT', 'Licence: BSD', 'Licence: more', 'Year: 1999', 'Year: 2001', '-: alone']);
});

/** Each link as its text and address. */
async function linksOf(html: string) {
  const { text, links, blocks } = await read(html);
  for (const { block, start, end } of links) {
    expect(text.slice(0, start).split('\n')).toHaveLength(block + 1);
    expect(text.slice(start, end)).not.toMatch(/\n|^ | $|^$/);
    expect(blocks[block]).toBeDefined();
  }
  return links.map(({ start, end, url }) => [text.slice(start, end), url]);
}

test('a link has the offsets of its text and an absolute address', async () => {
  const html = `<p>See  <a href="../up"> the  <b>site</b> </a>, <a href="//other.org/x#y">other</a> <a href="mailto:a@b.c">mail</a> <a href="#here">here</a>
    <a href="javascript:x()">no</a> <a>nowhere</a> <a href="/img"><img></a></p>`;

  expect(await linksOf(html)).toEqual([
    ['the site', 'https://example.com/up'],
    ['other', 'https://other.org/x#y'],
    ['here', 'https://example.com/dir/page#here'],
  ]);
});

test('a link around several blocks becomes one link in each', async () => {
  expect(await linksOf('<a href="/x"><h2>Title</h2><p>Words</p></a><p>after</p>')).toEqual([
    ['Title', 'https://example.com/x'],
    ['Words', 'https://example.com/x'],
  ]);
});

test('links keep their offsets when characters are composed', async () => {
  const html = '<p>e\u0301e\u0301 <a href="/a">a\u030a b</a> o\u0308 <a href="/c">c</a></p>';

  expect(await linksOf(html)).toEqual([
    ['å b', 'https://example.com/a'],
    ['c', 'https://example.com/c'],
  ]);
});

test('a base element changes the addresses of links', async () => {
  expect(await linksOf('<base href="https://base.org/b/"><base href="https://no.org/"><a href="c">c</a>')).toEqual([
    ['c', 'https://base.org/b/c'],
  ]);
});

test("the mark of a heading's own anchor is left out", async () => {
  expect(await linesOf('<h2>Install<a class="headerlink" href="#install">¶</a></h2><p>C# and F#</p>')).toEqual(['Install', 'C# and F#']);
});

test.each([
  [
    'its heading, without the name of the site',
    '<title>Rust DB – Acme</title><nav><h1>Acme</h1></nav><main><h1>Rust  DB</h1></main>',
    'Rust DB',
  ],
  ['its title, when the heading is another', '<title>Rust DB</title><h1>Welcome</h1>', 'Rust DB'],
  ['what it tells social networks', '<meta property="og:title" content="Shared"><h2>Head</h2>', 'Shared'],
  ['its first heading', '<p>x</p><h2>Head</h2>', 'Head'],
  ['the end of its address', '<p>x</p>', 'page'],
  ['not what a picture is called', '<svg><title>icon</title></svg><h2>Head</h2>', 'Head'],
])('a page is named by %s', async (_, html, title) => {
  expect((await read(`${html}<p>text`)).title).toBe(title);
});

test.each([
  [
    'article:published_time',
    '<meta property="article:published_time" content="2024-05-01T10:00:00.000+0200">',
    '2024-05-01T10:00:00+02:00',
  ],
  ['JSON-LD', '<script type="application/ld+json">{"@graph":[{"author":{}},{"datePublished":"2024-05"}]}</script>', '2024-05'],
  [
    'broken JSON-LD before whole',
    '<script type="application/ld+json">{</script><script type="application/ld+json">{"datePublished":"2024"}</script>',
    '2024',
  ],
  ['a citation', '<meta name="citation_publication_date" content="2024/05/01">', '2024-05-01'],
  ['the header of an article', '<article><header><time datetime="2024-05-01">May</time></header></article>', '2024-05-01'],
  ['no time within the text', '<article><p><time datetime="2024-05-01">May</time></article>', null],
  ['no impossible day', '<meta property="article:published_time" content="2024-02-30">', null],
  ['no words', '<meta property="article:published_time" content="yesterday">', null],
])('the date of publication is read from %s', async (_, html, publishedAt) => {
  expect((await read(`${html}<p>text`)).publishedAt).toBe(publishedAt);
});

test('language and canonical address are those in the page’s head', async () => {
  const page = await read('<html lang="de-AT"><head><link rel="Canonical" href="/c"></head><body><link rel="canonical" href="/no"><p>x');

  expect(page).toMatchObject({ language: 'de', canonicalUrl: 'https://example.com/c' });
});

test('a page without text fails with a message', async () => {
  await expect(read('<div id="root"></div><script>draw()</script>')).rejects.toMatchObject({ name: 'ReadFailure', code: 'no_text' });
});

test.each([
  ['<meta name="citation_doi" content="10.1234/Ab.5">', 'https://doi.org/10.1234/Ab.5'],
  ['<meta name="prism.doi" content="doi:10.1234/x"><link rel="canonical" href="/a">', 'https://doi.org/10.1234/x'],
  ['<meta name="citation_doi" content="https://doi.org/10.1234/x">', 'https://doi.org/10.1234/x'],
  ['<meta name="citation_doi" content="see below"><link rel="canonical" href="/a">', 'https://example.com/a'],
])('a paper names its own DOI: %s', async (head, canonicalUrl) => {
  expect(await read(`<head>${head}</head><p>A paper.`)).toMatchObject({ canonicalUrl });
});
