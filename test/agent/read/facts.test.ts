import { expect, test } from 'vitest';
import { labelledFacts } from '../../../src/agent/judge/rules/facts/labelled-facts.ts';
import { readFor } from '../../../src/agent/judge/text/reading.ts';
import { readDocument } from '../../../src/agent/read/read-document.ts';

const read = (html: string) =>
  readDocument({ url: 'https://example.com/page', mediaType: 'text/html', charset: 'utf-8', body: Buffer.from(html) });

const factsOf = async (html: string) => labelledFacts(readFor(await read(html))).map(({ label, value }) => `${label}: ${value}`);

test.each([
  ['a line with a colon', '<p>Licence: MIT', ['Licence: MIT']],
  ['a name in one line and its value in the next', '<p>Date filed:<p>25 June 1999<p>And so on', ['Date filed: 25 June 1999']],
  [
    'cells side by side',
    '<table><tr><td>Date filed:<td>25 June 1999<td>Judge:<td>A. Lee</table>',
    ['Date filed: 25 June 1999', 'Judge: A. Lee'],
  ],
  ['rows of two cells', '<table><tr><td>Colour<td>black<tr><td>Lining<td>wool</table>', ['Colour: black', 'Lining: wool']],
  [
    'a bold row of heads',
    '<table><tr><td><b>Name</b><td><b>Pages</b><td><b>Size</b><tr><td>A<td>3<td>6 KB</table>',
    ['Name: A', 'Pages: 3', 'Size: 6 KB'],
  ],
  [
    'rows under the title of their table',
    '<table><tr><th colspan=2>Zealand<tr><td>Flag<td>blue<tr><td>Capital<td>Roskilde</table>',
    ['Flag: blue', 'Capital: Roskilde'],
  ],
  [
    'elements of two parts',
    '<div><div class=row><div>Colour</div><div>black</div></div><div class=row><div>Lining</div><div>wool</div></div></div>',
    ['Colour: black', 'Lining: wool'],
  ],
  ['parts by turns', '<div><p class=k>Colour<p class=v>black<p class=k>Lining<p class=v>wool</div>', ['Colour: black', 'Lining: wool']],
  [
    'names set apart in their lines',
    '<ul><li><b>Prep Time</b> 15 minutes<li><b>Cook Time</b> 20 minutes</ul>',
    ['Prep Time: 15 minutes', 'Cook Time: 20 minutes'],
  ],
  [
    'names that touch their values',
    '<p><span class=k>Zeit</span><span>30 Minuten</span></p><p><span class=k>Portionen</span><span>4</span></p>',
    ['Zeit: 30 Minuten', 'Portionen: 4'],
  ],
  [
    'several names in one line',
    '<p><b>Type:</b> bk <b>Chapter:</b> 13 <b>Judge:</b> R. D. Taylor',
    ['Type: bk', 'Chapter: 13', 'Judge: R. D. Taylor'],
  ],
  [
    'a heading over a line',
    '<h1>Meeting</h1><h2>When</h2><p>18 September 2019<h2>Minutes</h2><p>Long ago',
    ['When: 18 September 2019', 'Minutes: Long ago'],
  ],
])('%s make labelled facts', async (_, html, expected) => {
  expect(await factsOf(html)).toEqual(expected);
});

test.each([
  ['names on end, whose values stand elsewhere', '<p>Date filed:<p>Date closed:<p>1 May 2001<p>2 May 2001'],
  ['a subject in bold and what is said of it', '<p><b>Acme</b> is a maker of lamps</p><p><b>Bolt</b> is a maker of nuts</p>'],
  ['lines of code', '<pre>try:\n  os.remove(name)\nexcept OSError:\n  pass</pre>'],
  ['one bold word', '<p><b>Prep Time</b> 15 minutes</p><p>text</p>'],
  ['a heading and a long list', `<div><div>Brands</div><ul>${'<li>A brand'.repeat(9)}</ul></div>`],
  ['a menu', '<ul><li><a href="/a">Lamps</a> all<li><a href="/b">Nuts</a> all</ul>'],
  [
    'paragraphs by turns that are no names',
    '<div><p class=a>This is a sentence.<p class=b>And another<p class=a>A third one.<p class=b>And a fourth</div>',
  ],
])('%s make none', async (_, html) => {
  expect(await factsOf(html)).toEqual([]);
});

test('a fact has its headings and the offsets of its value', async () => {
  const page = await read('<h1>Acme</h1><h2>Company</h2><h3>Figures</h3><ul><li><b>Staff</b> 12 people<li><b>Sites</b> Lyon, Graz</ul>');

  const facts = labelledFacts(readFor(page));

  expect(facts.map(({ headings }) => headings)).toEqual([
    ['Figures', 'Company'],
    ['Figures', 'Company'],
  ]);
  for (const { start, end, value } of facts) expect(page.text.slice(start, end)).toBe(value);
});
