import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listedIn } from '../../../src/agent/listing.ts';
import { readHtml } from '../../../src/agent/read/html/html.ts';

const HERE = 'https://site.example/list';
const read = (body: string, url = HERE) => readHtml(`<!doctype html><title>T</title><body>${body}</body>`, url);
const times = (n: number, of: (i: number) => string) => Array.from({ length: n }, (_, i) => of(i)).join('');
const PROSE = '<p>'.concat(
  'The committee met twice in spring and decided to leave the matter as it was for another year. '.repeat(6),
  '</p>',
);

const LISTINGS: Record<string, string> = {
  'a list of links with a word on each': `<h1>All</h1><ul>${times(15, (i) => `<li><a href="/e/${i}">Entity ${i}</a> does one thing well</li>`)}</ul>`,
  'a bare list of links, which looks like a menu': `<h1>All companies</h1><ul>${times(20, (i) => `<li><a href="/e/entity-${i}">Entity ${i}</a></li>`)}</ul>`,
  'a table with a link a row': `<main><h1>All</h1><table><tr><th>Name<th>City</tr>${times(12, (i) => `<tr><td><a href="/e/${i}">Entity ${i}</a><td>Berlin, where it was founded</tr>`)}</table></main>`,
  'linked headings with a word under each': `<main><h1>Posts</h1>${times(12, (i) => `<h2><a href="/p/${i}">Post ${i}</a></h2><p>What the post is about in a sentence or two.</p><p><a href="/p/${i}">Read more</a></p>`)}</main>`,
  'posts with their dates in front of them': `<main><h1>Posts from 2014</h1><ul>${times(6, (i) => `<li><time>Dec ${i + 1}, 2014</time> <a href="/p/${i}">What we did in week ${i}</a></li>`)}</ul></main>`,
  'posts with the beginning of each under its title': `<main><h1>Weblog</h1>${times(8, (i) => `<h2><a href="/p/${i}">What we did in week ${i}</a></h2><p>${'We went on with the work of last week. '.repeat(6)}</p>`)}</main>`,
  'a few entries': `<main><h1>Startups in Peru</h1><p>5 startups.</p><ul>${times(5, (i) => `<li><a href="/e/${i}">Startup ${i}</a> – sells anvils to people who need them</li>`)}</ul></main>`,
  'cards of other sites': `<main><h1>Startups</h1>${times(12, (i) => `<div><h3><a href="https://startup${i}.example/">Startup ${i}</a></h3><p>They make anvils.</p></div>`)}</main>`,
};

test.each(Object.entries(LISTINGS))('%s is a listing', (_, body) => {
  expect(listedIn(read(body))).not.toBeNull();
});

const PAGES: Record<string, string> = {
  'an article with links in its sentences': `<main><h1>A</h1>${times(8, (i) => `<p>It was <a href="/w/${i}">said</a> by <a href="/x/${i}">many</a> that ${'the thing works as it should '.repeat(5)}</p>`)}</main>`,
  'an article with its sources': `<main><h1>A</h1>${PROSE.repeat(6)}<h2>References</h2><ol>${times(15, (i) => `<li><a href="https://source${i}.example/">Source ${i}</a>, 2020</li>`)}</ol></main>`,
  'a thin page about something with links of its own': `<main><h1>Acme</h1><ul>${['https://acme.example/', 'https://github.com/acme', 'https://x.com/acme', 'https://docs.acme.example/', '/e/acme/history', 'https://chat.example/acme'].map((url, i) => `<li><a href="${url}">Where it is ${i}</a></li>`).join('')}</ul></main>`,
  'an update on many issues': `<main><h1>November</h1>${times(12, (i) => `<p><a href="https://github.com/acme/goals/issues/${i}">Goal ${i} of the project</a></p><p>${'There was progress on the work, which goes on. '.repeat(14)}</p>`)}</main>`,
  'an entity with a table of facts': `<main><h1>Acme</h1><table>${times(6, (i) => `<tr><th>Fact ${i}<td><a href="/f/${i}">Value ${i}</a></tr>`)}</table>${PROSE}</main>`,
  'a page under a large menu': `<nav><ul>${times(60, (i) => `<li><a href="/m/${i}">Menu ${i}</a></li>`)}</ul></nav><main><h1>Acme</h1>${PROSE}</main>`,
  'a page with a table of contents': `<main><h1>A</h1><ul>${times(20, (i) => `<li><a href="#s${i}">Section ${i}</a></li>`)}</ul>${PROSE}</main>`,
  'a page of nothing but service links': `<h1>A</h1><ul>${times(3, () => '<li><a href="/a">Next</a></li><li><a href="/b">2</a></li><li><a href="/c">Sign in</a></li><li><a href="/d">Share</a></li>')}</ul>`,
  'an empty page': '',
};

test.each(Object.entries(PAGES))('%s is not', (_, body) => {
  expect(listedIn(read(body))).toBeNull();
});

test('a front page with links within its site is about the site; one with links elsewhere is a listing, as is any for writings', () => {
  const cards = (base: string) =>
    `<main>${times(12, (i) => `<h3><a href="${base}${i}${base.startsWith('http') ? '.example/' : ''}">Card ${i}</a></h3><p>Words.</p>`)}</main>`;

  expect(listedIn(read(cards('/product/'), 'https://acme.example/'))).toBeNull();
  expect(listedIn(read(cards('/product/'), 'https://acme.example/'), { isForWritings: true })).not.toBeNull();
  expect(listedIn(read(cards('https://startup'), 'https://lists.example/'))).not.toBeNull();
});

test('a listing has each entity once, its own site first, and at most 100', () => {
  const own = times(90, (i) => `<li><a href="/e/${i}?utm_source=list">Entity ${i}</a> and <a href="/tag/${i}">a tag</a></li>`);
  const foreign = times(40, (i) => `<li><a href="https://other${i}.example/">Other ${i}</a> of ours</li>`);
  const service =
    '<li><a href="/login">Log in</a></li><li><a href="/pic.png">Picture</a></li><li><a href="/list#x">Here</a></li><li><a href="mailto:a@b.example">Mail</a></li>';

  const links = listedIn(read(`<main><ul>${foreign}${service}${own}<li><a href="/e/1">Entity 1 again</a> twice</li></ul></main>`));

  expect(links).toHaveLength(100);
  expect(links?.[0]).toEqual({ url: 'https://site.example/e/0?utm_source=list', title: 'Entity 0' });
  expect(links?.[89]?.url).toBe('https://site.example/e/89?utm_source=list');
  expect(links?.[90]).toEqual({ url: 'https://other0.example/', title: 'Other 0' });
});

test('100 links are taken from the longest possible listing', () => {
  const page = read(`<main><ul>${times(2_500, (i) => `<li><a href="/e/${i}">Entity ${i}</a> here</li>`)}</ul></main>`);

  expect(listedIn(page)).toHaveLength(100);
});

test('no page about one thing in the sample web is a listing', () => {
  const page = readFileSync('samples/README.md', 'utf8');

  expect(listedIn(read(`<main><pre>${page}</pre></main>`))).toBeNull();
});
