import { expect, test } from 'vitest';
import { readDocument } from '../../../src/agent/read/read-document.ts';

const titleOf = async (html: string, path = '/people/one.html') =>
  (
    await readDocument({
      url: `https://acme-news.example${path}`,
      mediaType: 'text/html',
      charset: 'utf-8',
      body: Buffer.from(`${html}<p>text</p>`),
    })
  ).title;

test.each([
  ['the heading that the title repeats', '<title>Ann Lee | The Site</title><h1>Ann Lee</h1>', 'Ann Lee'],
  ['the first heading of a page without an h1', '<title>Ann Lee - The Site</title><h2>Ann Lee</h2><h2>Life</h2>', 'Ann Lee'],
  ['the title without what a link home is called', '<title>A lamp – The Site</title><a href="/">The Site</a>', 'A lamp'],
  [
    'the title without what a link to the folder above is called',
    '<title>A lamp – The Site</title><a href="/people/">The Site</a>',
    'A lamp',
  ],
  ['the title without the name that its host spells', '<title>Acme News: A lamp is lit</title>', 'Acme News: A lamp is lit'],
  ['the title without the name that its host spells, after a dash', '<title>A lamp is lit - Acme News</title>', 'A lamp is lit'],
  [
    'the title without the name that OpenGraph gives the site',
    '<meta property="og:site_name" content="Bulletin"><title>A lamp • Bulletin</title>',
    'A lamp',
  ],
  ['the site at its front', '<meta property="og:site_name" content="Bulletin"><title>Bulletin » A lamp</title>', 'A lamp'],
  [
    'the heading that structured data calls the headline',
    '<title>Bulletin of the Coast, since 1901</title><h1>A lamp is lit</h1><h1>The news</h1><script type="application/ld+json">{"@type": "Article", "headline": "A lamp is lit"}</script>',
    'A lamp is lit',
    '/n/7',
  ],
  ['all of a title that says more', '<title>A lamp – and a light</title>', 'A lamp – and a light'],
  ['a heading in the words of the address', '<title>Bulletin</title><h1>A lamp is lit</h1>', 'A lamp is lit', '/news/a-lamp-is-lit'],
  [
    'the title where the h1 is the site',
    '<title>A lamp is lit | Bulletin of the Coast</title><h1>Bulletin of the Coast</h1>',
    'A lamp is lit',
    '/news/a-lamp-is-lit',
  ],
  [
    'the name that the address ends at',
    '<title>Lampco: light for all</title><h1>Lampco: light for all</h1>',
    'Lampco',
    '/companies/lampco',
  ],
  [
    'all of a headline whose address is dated',
    '<title>Lampco: light for all</title><h1>Lampco: light for all</h1>',
    'Lampco: light for all',
    '/2024/05/lampco',
  ],
  [
    'the name that an article is addressed by and speaks of',
    '<meta property="og:type" content="article"><title>Lampco: light for all</title><p>Lampco makes lamps.</p>',
    'Lampco',
    '/articles/lampco.html',
  ],
  [
    'all of an article of whose first word the text says nothing',
    '<meta property="og:type" content="article"><title>News: light for all</title><p>The lamp is lit.</p>',
    'News: light for all',
    '/articles/news.html',
  ],
  [
    'the name of which the address spells the end',
    '<title>Acme Lampco, light for all</title><p>They founded Lampco in 2016.</p>',
    'Acme Lampco',
    '/lampco',
  ],
  [
    'the name that a small word ends, where the text speaks of it again and again',
    '<title>Lampco in the dark</title><p>Lampco makes lamps.</p><p>They founded Lampco in 2016.</p>',
    'Lampco',
    '/lampco',
  ],
  [
    'all of a title whose first word only begins sentences',
    '<title>Jobs in Berlin</title><p>Jobs are listed here.</p><p>Jobs come and go.</p>',
    'Jobs in Berlin',
    '/jobs',
  ],
  [
    'all of an article',
    '<meta property="og:type" content="article"><title>Lampco: light for all</title>',
    'Lampco: light for all',
    '/lampco',
  ],
  [
    'all behind a number',
    '<title>LIP 12: Brighter lamps</title><h1>LIP 12 – Brighter lamps</h1>',
    'LIP 12 – Brighter lamps',
    '/lips/lip-12',
  ],
  [
    'a company between the words of a profile',
    '<title>Lampco remote jobs – The Site</title><h1>Working at Lampco</h1><a href="/">The Site</a>',
    'Lampco',
    '/c/4711',
  ],
  ['a name asked after', '<title>Who is Ann Lee? | The Site</title><h1>Ann Lee</h1>', 'Ann Lee'],
  [
    'a question that is no name',
    '<title>Who is to pay for the lamps?</title><h1>Who is to pay for the lamps?</h1>',
    'Who is to pay for the lamps?',
  ],
  [
    'a question of which the title says more',
    '<title>What are we lighting? (LAMPS 2024)</title><h1>What are we lighting?</h1>',
    'What are we lighting?',
  ],
  ['a name in its order', '<title>Ann Mary Lee biography</title><h1>Lee, Ann Mary</h1>', 'Ann Mary Lee'],
  [
    'a name in its order, by the address',
    '<title>Lee, Ann (1902–1980)</title><h1>Lee, Ann Mary</h1>',
    'Ann Mary Lee',
    '/people/ann-mary-lee-l000123.html',
  ],
  ['a list of places as it stands', '<title>Lyon, France</title><h1>Lyon, France</h1>', 'Lyon, France'],
  [
    'the name in JSON-LD, where it is most of the heading',
    '<script type="application/ld+json">{"@type": "Product", "name": "Lamp 5000"}</script><title>Buy Lamp 5000</title>',
    'Lamp 5000',
  ],
  [
    'not a name that JSON-LD only mentions',
    '<script type="application/ld+json">{"@type": "Organization", "name": "Lampco"}</script><title>Why the makers at Lampco went home early</title>',
    'Why the makers at Lampco went home early',
  ],
  [
    'not a name that the page does not show',
    '<script type="application/ld+json">{"@type": "Product", "name": "Lamp 5000"}</script><title>Cheap lights</title><h1>Cheap lights</h1>',
    'Cheap lights',
  ],
])('a page is named by %s', async (_, html, expected, path = undefined) => {
  expect(await titleOf(html, path)).toBe(expected);
});
