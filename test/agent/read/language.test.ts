import { expect, test } from 'vitest';
import { judgeByRules } from '../../../src/agent/judge/rules/lexical.ts';
import { readDocument } from '../../../src/agent/read/read-document.ts';

const read = (html: string) =>
  readDocument({ url: 'https://example.com/page', mediaType: 'text/html', charset: 'utf-8', body: Buffer.from(html) });

const GERMAN = 'Die Werkstatt im Hinterhof hat seit dem Frühjahr wieder geöffnet und nimmt auch alte Fahrräder an.';
const SENTENCES: Record<string, string> = {
  de: GERMAN,
  en: 'The workshop in the yard has been open again since spring and also takes old bicycles.',
  fr: "L'atelier de la cour est de nouveau ouvert depuis le printemps et accepte aussi les vieux vélos.",
  es: 'El taller del patio ha vuelto a abrir desde la primavera y también acepta bicicletas viejas.',
  nl: 'De werkplaats op de binnenplaats is sinds het voorjaar weer open en neemt ook oude fietsen aan.',
  pl: 'Warsztat na podwórku jest znowu otwarty od wiosny i przyjmuje także stare rowery z całego miasta.',
  ru: 'Мастерская во дворе снова открыта с весны и принимает также старые велосипеды со всего города. Мы будем рады всем, кто хочет научиться чинить их сам.',
  ja: '中庭の作業場は春からまた開いており、古い自転車も受け付けています。修理には三日ほどかかりますので、早めに持ってきてください。料金は後で払うことができます。',
  zh: '院子里的修理铺从春天起又开门了，也收旧自行车。修理大约需要三天时间，请尽早送来。费用可以以后再付，也可以分期支付给老板。店里还卖新的车胎。',
};

test.each(Object.entries(SENTENCES))('a page in %s is recognized by its text', async (language, sentence) => {
  expect((await read(`<p>${sentence}</p>`)).language).toBe(language);
});

test('the text overrides the declared language', async () => {
  expect((await read(`<html lang="en"><p>${GERMAN}</p>`)).language).toBe('de');
  expect((await read(`<html lang="de"><p>${SENTENCES.en}</p>`)).language).toBe('en');
});

test.each([
  [
    'names of functions',
    '<ul><li>getCommentAfterOnSameLine()</li><li>normalizeEOL()</li><li>omitEndingLineFeed()</li><li>precisionType : Reader, Writer, StreamWriterBuilder</li><li>CharReaderBuilder::newCharReader() const</li><li>decodeNumber(Token &amp;token, Value &amp;decoded)</li></ul>',
  ],
  [
    'a table of figures',
    '<table><tr><th>Model</th><th>Mass</th><th>Volume</th></tr><tr><td>Ferro Superba Duo</td><td>12.4 kg</td><td>48 l</td></tr><tr><td>Ferro Maxima Alto</td><td>14.1 kg</td><td>52 l</td></tr><tr><td>Ferro Minima Solo</td><td>9.7 kg</td><td>31 l</td></tr></table>',
  ],
  [
    'an index of terms',
    '<dl><dt>abstract (module)</dt><dd>base, class, method</dd><dt>accept() (socket.socket method)</dt><dt>argparse.ArgumentError</dt><dt>asyncio.Condition (class in asyncio)</dt><dt>atexit (module)</dt></dl>',
  ],
])('%s look like any language: the declared language counts, and the page is judged', async (_, body) => {
  const page = await read(`<html lang="en"><h1>Ferro reference</h1>${body.repeat(4)}`);

  const { verdicts } = judgeByRules({
    page,
    request: 'references',
    criteria: [{ id: 'c', label: 'Written in Rust', description: null }],
    columns: [],
  });

  expect(page.language).toBe('en');
  expect(verdicts.get('c')?.reason).not.toBe('language');
});

test('with few words, the declared language counts', async () => {
  expect((await read('<html lang="fi"><p>Yhteys</p>')).language).toBe('fi');
  expect((await read('<p>Yhteys</p>')).language).toBe(null);
});

test('the content decides the language, not menus and warnings in another one', async () => {
  const menu =
    '<nav><ul><li>Sign in to your account and see what is new</li><li>The terms of use that you have to agree with</li></ul></nav>';
  const warning = '<p>Deprecated: this function is to be replaced by another in the next version of the software</p>'.repeat(20);

  expect(
    (
      await read(
        `${menu}${warning}<main>${`<p>${GERMAN}</p><p>Wer etwas bringt, bekommt einen Kaffee und darf beim Schrauben zusehen.</p>`}</main>`,
      )
    ).language,
  ).toBe('de');
});

test('close languages are distinguished by the declared one', async () => {
  const sentence = 'Vi har åpent hver dag, og du kan komme innom når du vil for å se på syklene som står i gården vår.';

  expect((await read(`<html lang="no"><p>${sentence}</p>`)).language).toBe('no');
});

test('a page in another language needs review, whatever it declares', async () => {
  const page = await read(
    `<html lang="en"><h1>Werkstatt</h1>${`<p>${GERMAN}</p>`.repeat(5)}<p>Sie beschäftigt zwölf Menschen und liegt am Rand der Stadt.</p>`,
  );

  const { verdicts } = judgeByRules({
    page,
    request: 'workshops that repair bicycles',
    criteria: [{ id: 'c', label: 'Has more than 10 employees', description: null }],
    columns: [],
  });

  expect(verdicts.get('c')).toMatchObject({ verdict: 'needs_review', reason: 'language' });
});
