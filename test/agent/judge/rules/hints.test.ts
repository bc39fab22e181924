import { expect, test } from 'vitest';
import { guardValue } from '../../../../src/agent/evidence/evidence-guard.ts';
import { assessPage } from '../../../../src/agent/judge/assess-page.ts';
import type { ColumnQuestion } from '../../../../src/agent/judge/finding.ts';
import { judgeByRules } from '../../../../src/agent/judge/rules/lexical.ts';
import { isOnTopic } from '../../../../src/agent/judge/rules/on-topic.ts';
import { readFor } from '../../../../src/agent/judge/text/reading.ts';
import { passagesOf } from '../../../../src/agent/model/passages.ts';
import { readDocument } from '../../../../src/agent/read/read-document.ts';

const ACME = '<title>Acme</title><h1>Acme</h1>';
const jsonLd = (properties: string) =>
  `<script type="application/ld+json">{"@type": "Organization", "name": "Acme", ${properties}}</script>`;

async function filledWith(html: string, label: string, format: ColumnQuestion['format'] = 'text') {
  const page = await readDocument({ url: 'https://example.com/acme', mediaType: 'text/html', charset: 'utf-8', body: Buffer.from(html) });
  const column = { id: 'e', label, description: null, format };
  const finding = judgeByRules({ page, request: 'companies', criteria: [], columns: [column] }).values.get('e');
  if (!finding) throw new Error('left out');
  const { value, reason, evidence } = guardValue(page, column, finding);
  if (evidence) expect(page.text.slice(evidence.start, evidence.end)).toBe(evidence.quote);
  return { value, reason, quote: evidence?.quote ?? null };
}

test('a value of the structured data counts if the page shows it, and the page is quoted', async () => {
  const html = `${jsonLd('"slogan": "Light for all"')}${ACME}<p>Our promise: light for all. And we mean it.</p>`;

  expect(await filledWith(html, 'Slogan')).toEqual({ value: 'light for all', reason: 'stated', quote: 'Our promise: light for all.' });
});

test('a value that only the structured data has is ignored', async () => {
  expect(await filledWith(`${jsonLd('"slogan": "Light for all"')}${ACME}<p>We make lamps.</p>`, 'Slogan')).toEqual({
    value: null,
    reason: 'silent',
    quote: null,
  });
});

test('a page that disagrees with its structured data gives a conflict', async () => {
  const staff = (count: number) =>
    `${jsonLd(`"numberOfEmployees": {"@type": "QuantitativeValue", "value": ${count}}`)}${ACME}<p>Employees: 40</p>`;

  expect(await filledWith(staff(40), 'Employees', 'number')).toMatchObject({ value: '40', reason: 'stated' });
  expect(await filledWith(staff(12), 'Employees', 'number')).toEqual({ value: null, reason: 'conflict', quote: null });
});

test('dates of different precision or time zone do not conflict', async () => {
  const founded = (date: string) => `${jsonLd(`"foundingDate": "${date}"`)}${ACME}<p>Founded: 2 May 2001</p>`;

  expect(await filledWith(founded('2001'), 'Founded', 'date')).toMatchObject({ value: '2001-05-02' });
  expect(await filledWith(founded('2001-05-01T23:00:00Z'), 'Founded', 'date')).toMatchObject({ value: '2001-05-02' });
  expect(await filledWith(founded('1999-05-02'), 'Founded', 'date')).toMatchObject({ value: null, reason: 'conflict' });
});

test('a name within a longer one does not conflict', async () => {
  const html = `${jsonLd('"founder": [{"name": "Ann Lee"}, {"name": "Bob Roe"}]')}${ACME}<p>Founders: Ann Lee and Bob Roe</p>`;

  expect(await filledWith(html, 'Founders')).toMatchObject({ value: 'Ann Lee and Bob Roe', reason: 'stated' });
});

test.each([
  ['Ore', 'Oregon', 'conflict'],
  ['Oregon', 'Ore', 'conflict'],
  ['Salem, Oregon', 'Oregon', 'stated'],
  ['Oregon', 'Salem, Oregon', 'stated'],
  ['Salem', 'SALEM', 'stated'],
  ['Salem', '—', 'stated'],
])('texts are compared by their words: %j on the page and %j in the structured data give the reason %s', async (said, hinted, reason) => {
  expect(await filledWith(`${jsonLd(`"headquarters": "${hinted}"`)}${ACME}<p>Headquarters: ${said}</p>`, 'Headquarters')).toMatchObject({
    reason,
  });
});

test('structured data about other things does not conflict with the page', async () => {
  const other =
    '<script type="application/ld+json">[{"@type": "WebSite", "name": "The Site", "slogan": "News"}, {"@type": "Person", "name": "Cy Moe", "slogan": "Me"}]</script>';

  expect(await filledWith(`${other}${ACME}<p>Slogan: Light for all</p>`, 'Slogan')).toMatchObject({ value: 'Light for all' });
});

test('a number of the page for something else is not the value', async () => {
  const html = `${jsonLd('"numberOfEmployees": 40')}${ACME}<p>It is 40 km to the sea.</p>`;

  expect(await filledWith(html, 'Number of employees', 'number')).toMatchObject({ value: null });
});

test('structured data does not change the identity of a page', async () => {
  const page = await readDocument({
    url: 'https://example.com/acme',
    mediaType: 'text/html',
    charset: 'utf-8',
    body: Buffer.from(
      `${jsonLd('"@id": "https://doi.org/10.1/x", "url": "https://other.example/", "sameAs": "https://www.wikidata.org/wiki/Q42"')}${ACME}`,
    ),
  });

  expect(page.url).toBe('https://example.com/acme');
  expect(page.canonicalUrl).toBe(null);
});

test('words of a title beside the name show the topic', async () => {
  const page = await readDocument({
    url: 'https://example.com/acme',
    mediaType: 'text/html',
    charset: 'utf-8',
    body: Buffer.from('<title>Acme remote jobs</title><h1>Working at Acme</h1><p>It has 40 employees.</p>'),
  });

  expect(page.title).toBe('Acme');
  expect(isOnTopic(readFor(page), 'remote companies')).toBe(true);
  expect(isOnTopic(readFor(page), 'databases')).toBe(false);
});

const link = (href: string, words: string) => `<p>See <a href="${href}">${words}</a> for more.</p>`;

test('a link that spells the subject’s name is its website', async () => {
  const html =
    '<h1>The Rialto, Otley</h1><p>Films every day.</p><p>14 Boroughgate · <a href="https://www.rialto-otley.example/">www.rialto-otley.example</a></p>';

  expect(await filledWith(html, 'Website', 'url')).toMatchObject({ value: 'https://www.rialto-otley.example/', reason: 'stated' });
});

test('structured data decides between several links', async () => {
  const html = `${jsonLd('"url": "https://acme.example/"')}${ACME}${link('https://acme.example', 'our lamps')}${link('https://bolt.example/', 'our nuts')}`;

  expect(await filledWith(html, 'Website', 'url')).toEqual({
    value: 'https://acme.example/',
    reason: 'stated',
    quote: 'See our lamps for more.',
  });
});

test('a URL that only the structured data has is ignored', async () => {
  expect(await filledWith(`${jsonLd('"url": "https://acme.example/"')}${ACME}<p>We make lamps.</p>`, 'Website', 'url')).toMatchObject({
    value: null,
    reason: 'silent',
  });
});

test('a link to another site than in the structured data gives a conflict', async () => {
  const html = (url: string) =>
    `${jsonLd(`"url": "${url}"`)}${ACME}<p>Website: <a href="https://acme.example/en?ref=x">acme.example</a></p>`;

  expect(await filledWith(html('https://www.acme.example'), 'Website', 'url')).toMatchObject({ value: 'https://acme.example/en?ref=x' });
  expect(await filledWith(html('https://bolt.example'), 'Website', 'url')).toMatchObject({ value: null, reason: 'conflict' });
  expect(await filledWith(html('https://example.com/acme'), 'Website', 'url')).toMatchObject({ reason: 'stated' });
});

test('a `sameAs` URL is for the column that names its host', async () => {
  const html = `${jsonLd('"sameAs": ["https://social.example/acme", "https://pictures.example/acme"]')}${ACME}
    ${link('https://social.example/acme/', 'follow us')}${link('https://pictures.example/acme', 'look')}`;

  expect(await filledWith(html, 'Social profile', 'url')).toMatchObject({ value: 'https://social.example/acme/' });
  expect(await filledWith(html, 'Website', 'url')).toMatchObject({ value: null });
});

test('a model is shown the sentence with a value of the structured data earlier', async () => {
  const filler = Array.from(
    { length: 120 },
    (_, i) => `<p>Lamp number ${i} is made of glass, wood and a little bit of brass since it lasts.</p>`,
  ).join('');
  const said = '<p>Down by the river some forty of us meet each morning, Ann Lee among them.</p>';
  const shownOf = async (head: string) => {
    const url = 'https://example.com/acme';
    const body = Buffer.from(`${head}${ACME}${filler}${said}${filler}`);
    const reading = readFor(await readDocument({ url, mediaType: 'text/html', charset: 'utf-8', body }));
    const columns = [{ id: 'e', label: 'Founders', description: null, format: 'text' as const }];
    return (await passagesOf(reading, { criteria: [], columns }, [])).shown.some(({ text }) => text.includes('Ann Lee'));
  };

  expect(await shownOf('')).toBe(false);
  expect(await shownOf(jsonLd('"founder": {"name": "Ann Lee"}'))).toBe(true);
});

test('a value that structured data confirms ranks higher, and no value is added', async () => {
  const page = (head: string) =>
    readDocument({
      url: 'https://example.com/acme',
      mediaType: 'text/html',
      charset: 'utf-8',
      body: Buffer.from(`${head}${ACME}<p>On 3 March 2004 and on 2 May 2001 there was a feast.</p>`),
    });
  const column = { id: 'e', label: 'Founded', description: null, format: 'date' as const };
  const valuesOf = async (head: string) =>
    assessPage({ page: await page(head), request: 'companies', criteria: [], columns: [column] })
      .scores.columns.get('e')
      ?.values.map(({ value }) => value);

  expect(await valuesOf('')).toEqual(['2004-03-03', '2001-05-02']);
  expect(await valuesOf(jsonLd('"foundingDate": "2001-05-02"'))).toEqual(['2001-05-02', '2004-03-03']);
  expect(await valuesOf(jsonLd('"foundingDate": "1999-01-01"'))).toEqual(['2004-03-03', '2001-05-02']);
});
