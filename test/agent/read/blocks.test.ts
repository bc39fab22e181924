import { readFileSync, statSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { furnitureBy, seenOf } from '../../../src/agent/read/blocks/classify.ts';
import { NAMES } from '../../../src/agent/read/blocks/features.ts';
import { keepNamedLinks } from '../../../src/agent/read/blocks/named-links.ts';
import { scoreRows, unpack, type Weights } from '../../../src/agent/read/blocks/trees.ts';
import { walkHtml } from '../../../src/agent/read/html/walk.ts';
import { readDocument } from '../../../src/agent/read/read-document.ts';
import type { Block, BlockTag } from '../../../src/domain/page/page.ts';

const read = (html: string) =>
  readDocument({ url: 'https://example.com/bridge', mediaType: 'text/html', charset: 'utf-8', body: Buffer.from(html) });

const SENTENCE = 'The bridge over the river was opened to cars, bicycles and trams on Monday, as the mayor told reporters from the region.';
const paragraphs = Array.from(
  { length: 6 },
  (_, i) => `<p>Part ${i}. ${SENTENCE} It took ${i + 2} years, and it cost more than was planned.</p>`,
);

const ARTICLE = `<!doctype html><html lang="en"><head><title>A new bridge | Daily</title></head><body>
  <div class="top"><a href="/">Daily</a><a href="/news">News</a><a href="/sport">Sport</a><a href="/login">Log in</a></div>
  <div class="wrap"><div class="story"><h1>A new bridge</h1>
    <div class="share-bar"><a href="#f">Share</a> <a href="#t">Tweet</a> <a href="#m">E-mail</a></div>
    <div class="story-text">${paragraphs.slice(0, 3).join('')}<h2>What it cost</h2>
      <ul><li>Steel and concrete for 12 million, bought at home.</li><li>Work of 300 people over three years, day and night.</li></ul>${paragraphs.slice(3).join('')}</div></div>
    <div class="related-items"><h3>More from the region</h3>
      <div class="teaser"><a href="/a">Harbour closed after storm</a></div><div class="teaser"><a href="/b">Ten new trams for the city</a></div>
      <div class="teaser"><a href="/c">Mayor meets students</a></div></div>
    <div id="comments"><h3>3 comments</h3><div class="comment"><a href="/u/1">bob77</a><p>Finally!!</p></div>
      <div class="comment"><a href="/u/2">ann</a><p>Too expensive, and ugly.</p></div></div></div>
  <div class="cookie-layer"><p>We use cookies to make this site work. <a href="/privacy">Privacy</a></p><button>Accept all</button></div>
  <div class="bottom"><a href="/imprint">Imprint</a><a href="/terms">Terms</a> © Daily</div></body></html>`;

test('an article is distinguished from menus, share bars, related items, notices and footers', async () => {
  const { text, blocks } = await read(ARTICLE);

  const lines = text.split('\n');
  const content = lines.filter((_, i) => !blocks[i]?.boilerplate);
  for (const kept of ['A new bridge', 'What it cost', 'Steel and concrete for 12 million, bought at home.'])
    expect(content).toContain(kept);
  expect(content.filter((line) => line.startsWith('Part '))).toHaveLength(6);
  for (const left of ['Share Tweet E-mail', 'Harbour closed after storm', 'Ten new trams for the city', 'Finally!!', 'Accept all']) {
    expect(lines).toContain(left);
    expect(content).not.toContain(left);
  }
  expect(content.join(' ')).not.toMatch(/Log in|We use cookies|Imprint/);
});

test('a line that names one link to another host is content, unless its markup marks it as furniture', async () => {
  const source = '<p class="src">Source: <a href="https://register.example/42">Register of bridges</a></p>';
  const flagsOf = async (html: string) => {
    const { text, blocks } = await read(html);
    return text.split('\n').flatMap((line, i) => (line.startsWith('Source') ? [blocks[i]?.boilerplate ?? false] : []));
  };
  const within = (line: string) => ARTICLE.replace('<div class="teaser"><a href="/a">', `${line}<div class="teaser"><a href="/a">`);

  expect(await flagsOf(within(source))).toEqual([false]);
  expect(await flagsOf(within(source.replace('https://register.example', '')))).toEqual(['looks']);
  expect(await flagsOf(within(`<nav>${source}</nav>`))).toEqual([true]);
});

test('a line of links to other hosts only, beside a content paragraph, is content, too', () => {
  const url = 'https://papers.example/one';
  const flagOf = (line: string, hrefs: string[], { tag = 'p', flag = false, beside = 1 } = {}) => {
    const text = `The abstract.\n${line}`;
    const blocks: Block[] = [{ tag: 'p' }, { tag: tag as BlockTag, boilerplate: true }];
    const words = line.match(/[A-Z]+/g) ?? [];
    const links = hrefs.map((href, i) => {
      const start = text.indexOf(words[i] ?? '', 14);
      return { block: 1, start, end: start + (words[i]?.length ?? 0), url: href };
    });
    const element = { classes: '', role: '', depth: 1, from: 0, to: 2 };
    const elements = [
      { ...element, name: '', parent: 0 },
      { ...element, name: 'article', parent: 0 },
      { ...element, name: 'p', parent: 1 },
      { ...element, name: 'p', parent: beside },
    ];
    keepNamedLinks({ url, text, lines: text.split('\n'), blocks, links, flagged: [false, flag], elements, elementOf: [2, 3] });
    return blocks[1]?.boilerplate ?? false;
  };
  const elsewhere = ['https://pdf.example/1', 'https://doi.example/2'];

  expect(flagOf('PDF | DOI', elsewhere)).toBe(false);
  expect(flagOf('PDF', elsewhere.slice(0, 1))).toBe(false);
  expect(flagOf('PDF and DOI', elsewhere)).toBe(true);
  expect(flagOf('PDF | DOI', ['https://pdf.example/1', 'https://papers.example/two'])).toBe(true);
  expect(flagOf('PDF | DOI', ['https://pdf.example/1', 'https://share.example/?url=https://papers.example/one'])).toBe(true);
  expect(flagOf('PDF | DOI', elsewhere, { tag: 'li' })).toBe(true);
  expect(flagOf('PDF | DOI', elsewhere, { flag: true })).toBe(true);
  expect(flagOf('PDF | DOI', elsewhere, { beside: 0 })).toBe(true);
});

test('breadcrumbs above the title are furniture', async () => {
  const trail = '<p class="way"><a href="/">Bridges</a> › <a href="/river">By river</a> › A new bridge</p>';
  const flagsOf = async (html: string) => {
    const { text, blocks } = await read(html);
    return text.split('\n').flatMap((line, i) => (line.startsWith('Bridges ›') ? [blocks[i]?.boilerplate ?? false] : []));
  };
  const page = (above: string, below: string) =>
    `<title>A new bridge</title><div>${above}<h1>A new bridge</h1>${below}<p>Length: 40 m</p></div>`; // too short to classify by looks

  expect(await flagsOf(page(trail, ''))).toEqual(['looks']);
  expect(await flagsOf(page(`<nav>${trail}</nav>`, ''))).toEqual([true]);
  expect(await flagsOf(page('', trail))).toEqual([false]);
});

const groupsIn = (html: string) => {
  const { writer, outline } = walkHtml(html, 'https://example.com/');
  const seen = seenOf({ writer, outline, titles: [] });
  return { seen, lines: seen.measures.map((_, i) => writer.lineAt(i)) };
};

test.each([
  ['a table with headers', '<table><tr><th>Energy<td>1331 kJ<td>318 kcal<tr><th>Fat<td>20 g<td>22 g</table>'],
  ['a list of definitions', '<dl><dt>Energy<dd>1331 kJ<dt>Fat<dd>20 g</dl>'],
  ['an infobox', '<section><div><h3>Energy</h3><div>1331 kJ</div></div><div><h3>Fat</h3><div>20 g</div></div></section>'],
])('the names and values of %s are classified together', (_, sheet) => {
  const { seen, lines } = groupsIn(`${paragraphs.join('')}<h2>A portion has</h2>${sheet}<p>${SENTENCE}</p>`);

  const at = lines.flatMap((line, i) => (/^(?:Energy|1331 kJ|318 kcal|Fat|20 g|22 g)$/.test(line) ? [i] : []));
  const flagsBy = (scoreOf: (line: string) => number) => {
    const flags = furnitureBy(seen, () => Float64Array.from(lines, scoreOf));
    return new Set(at.map((i) => flags[i]));
  };

  expect(at.length).toBeGreaterThan(3);
  expect(flagsBy((line) => (line === 'Fat' ? -1 : 2))).toEqual(new Set([false]));
  expect(flagsBy((line) => (line === 'Fat' ? 1 : -2))).toEqual(new Set([true]));
});

test('a heading directly above a data sheet belongs to it; paragraphs and cells of a layout are separate', () => {
  const sheet = '<h2>Per portion</h2><table><tr><th>Energy<td>318 kcal<tr><th>Fat<td>20 g</table>';
  const layout = `<table><tr><th>Menu<td>${SENTENCE.repeat(3)}</table>`;
  const { seen, lines } = groupsIn(`<p>${SENTENCE}</p>${sheet}<p>${SENTENCE}</p>${layout}<table><tr><td>left<td>right</table>`);

  const groupOf = (line: string) => seen.groups[lines.indexOf(line)] ?? -1;
  expect(groupOf('Per portion')).toBe(groupOf('Energy'));
  expect(groupOf('20 g')).toBe(groupOf('Energy'));
  expect(groupOf('Energy')).toBeGreaterThan(-1);
  expect([SENTENCE, 'left', 'right'].map(groupOf)).toEqual([-1, -1, -1]);
});

test('on a page without paragraphs (a list or sheet) only the markup marks furniture', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `<li><a href="/c/${i}">Company ${i}</a>, Berlin`).join('');

  const { text, blocks } = await read(
    `<nav><a href="/">Home</a></nav><main><h1>Companies</h1><ul>${rows}</ul></main><footer>Imprint</footer>`,
  );

  const flagged = text.split('\n').filter((_, i) => blocks[i]?.boilerplate);
  expect(flagged).toEqual(['Home', 'Imprint']);
});

const WEIGHTS = new URL('../../../src/agent/read/blocks/weights.json', import.meta.url);
const weights = JSON.parse(readFileSync(WEIGHTS, 'utf8')) as Weights;

test('the weights have at most 50 KB and name their source', () => {
  expect(statSync(WEIGHTS).size).toBeLessThanOrEqual(50_000);
  expect(weights.about).toMatchObject({
    corpus: expect.stringMatching(/^[0-9a-f]{64}$/),
    crossValidated: { readability: { f1: expect.any(Number) }, trafilatura: { f1: expect.any(Number) } },
  });
});

test('weights with an unknown feature are refused', () => {
  const [first, ...rest] = weights.features;

  expect(() => unpack({ ...weights, features: [{ name: 'luck', cuts: first?.cuts ?? [] }, ...rest] })).toThrow('luck');
});

test('any row of numbers has a score', () => {
  fc.assert(
    fc.property(fc.array(fc.float(), { minLength: NAMES.length, maxLength: NAMES.length }), (row) => {
      const [score] = scoreRows({ rows: Float32Array.from(row), width: NAMES.length });
      expect(Number.isFinite(score)).toBe(true);
    }),
  );
});
