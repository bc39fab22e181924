import { guardValue, guardVerdict } from '../../src/agent/evidence/evidence-guard.ts';
import { judgeGuarded } from '../../src/agent/evidence/judge-guarded.ts';
import type { Finding, JudgeInput, Reasoner } from '../../src/agent/judge/finding.ts';
import { judgeByRules } from '../../src/agent/judge/rules/lexical.ts';
import { readFor } from '../../src/agent/judge/text/reading.ts';
import { passagesOf } from '../../src/agent/model/passages.ts';
import { readDocument } from '../../src/agent/read/read-document.ts';
import type { Page } from '../../src/domain/page/page.ts';
import { pageOf as written } from '../../test/support/page.ts';
import type { Bar } from './bar.ts';
import { atMost, growing, longestHold } from './support/cost.ts';

// What judging a page may cost, beside reading it, and for how long it may hold the thread of all runs.

const pageOf = async (html: string): Promise<Page> => ({
  ...(await readDocument({
    url: 'https://acme.example/about',
    mediaType: 'text/html',
    charset: 'utf-8',
    body: Buffer.from(`<html lang="en"><title>Acme</title><main><h1>Acme</h1>${html}</main></html>`),
  })),
  language: 'en',
});
const request = 'open-source databases written in Rust, first released since 2015';
const asked = (label: string, description: string | null = null) => ({ id: label, label, description });
const judge = (page: Page, criteria: JudgeInput['criteria'], columns: JudgeInput['columns'] = []) =>
  judgeByRules({ page: { ...page }, request, criteria, columns }); // a page that was judged before is known

const read = new Map<number, Page>();
/** A page of one sentence without end, by how often it says the same; read once, and not in the tries that follow. */
async function endless(size: number): Promise<Page> {
  const page =
    read.get(size) ?? (await pageOf(`<p>${'in 2015 the rust database of acme, released and founded and based in Berlin, '.repeat(size)}`));
  read.set(size, page);
  return page;
}

const SECTION =
  '<p>Acme is a small database. It was first released in March 2016 and is written in Rust by 12 people based in Berlin, Germany.</p><h2>Use</h2><p>It keeps rows on disk, under the MIT licence, since 2015.</p>';
const ordinary = await pageOf(SECTION.repeat(40));
const long = await pageOf(SECTION.repeat(330));
const FOUR = ['Open-source database', 'Written in Rust', 'First released in or after 2015', 'Based in Europe'].map((label) => asked(label));
const COLUMNS = (['text', 'url', 'number', 'date'] as const).map((format) => ({ ...asked('First release'), id: format, format }));

const description = '1 March 1990, '.repeat(36).slice(0, 500);
const DATES: [string, string][] = [
  ['of one day', '1 March 1990, '],
  ['that differ', Array.from({ length: 300 }, (_, i) => `${(i % 28) + 1} March ${1900 + (i % 125)}, `).join('')],
  ['as numbers', 'released 03/04/2020 or 2020-04-03; '],
];
const dates = DATES.map(([name, text]) => {
  const page = written(`h1> Acme\n${text.repeat(5000).slice(0, 60_000)}`);
  return atMost(
    40,
    `60 kB of dates ${name} and a description of 500 characters are judged for at most 40 times what an ordinary page of that length costs`,
    () => judge(page, [asked('Released in or after 1991', description)], [{ ...asked('First release', description), format: 'date' }]),
    () => judge(long, [asked('Released in or after 1991')], [{ ...asked('First release'), format: 'date' }]),
  );
});

const finding = (quote: string): Finding => ({ verdict: 'match', reason: 'stated', quote, note: '' });
const years = `in ${'2014, '.repeat(60_000)}`;
const prose = 'Acme makes small databases. It was founded in 2014 by Ann Lee, and has 120 employees! '.repeat(4500);
const proseOf = await pageOf(`<p>${prose}`);
const QUOTES: [name: string, text: string, quote: string][] = [
  ['a list of years, and a quote of them one slip off', years, `${years.slice(5, 290).replace('2014', '2o14')} qq`],
  ['a list of years, and one of them', years, '2014'],
  ['a long page, and a quote in capitals', prose, 'IT WAS FOUNDED IN 2014 BY ANN LEE'],
  ['a long page, and a quote with slips', prose, 'It was foundad in 2014 by Anna Lee and had many employees'],
  ['a long page, and a quote of blanks', prose, `a${' '.repeat(4998)}b`],
  ['one long word, and a part of it', 'é\u0301\u0301'.repeat(130_000), `e${'\u0301'.repeat(300)}`],
  ['many short blocks', 'h2> Licence\nis written in Rust\n'.repeat(13_000), 'IS  WRITTEN IN RUST'],
  ['a page of a million characters, and a long quote', 'word and more words. '.repeat(40_000), 'word and mere wards, '.repeat(25)],
];
const guard = (known: Page, quote: string) => {
  const page = { ...known };
  guardVerdict(page, asked('Open source'), finding(quote));
  guardValue(page, { ...asked('Anything'), format: 'number' }, { value: '77', reason: 'stated', quote, note: '' });
};
const quotes = QUOTES.map(([name, text, quote]) => {
  const page = written(text);
  return atMost(
    100,
    `a quote is looked for at most 100 times as long as one that is there to the letter: ${name}`,
    () => guard(page, quote),
    () => guard(proseOf, 'It was founded in 2014 by Ann Lee'),
  );
});

const holding = (name: string, work: () => Promise<unknown>): Bar => ({
  name,
  async run() {
    const share = await longestHold(work);
    return { figure: `${(100 * share).toFixed(0)} % of the time at once, at most 50`, pass: share <= 0.5 };
  },
});

const oxidb = await pageOf('<p>Rust 12</p>'.repeat(20_000));
const twenty = Array.from({ length: 20 }, (_, i) => asked(`Written in Rust ${i}`));
const quoted = await pageOf(`<p>${'“written in Rust” '.repeat(100_000).trim()}`);
const slip = quoted.text.slice(100, 690).replace('Rust', 'Rvst');
const saying: Reasoner = {
  name: 'llm',
  judge: async () => ({ verdicts: new Map(twenty.map(({ id }) => [id, finding(slip)])), values: new Map() }),
};

export const bars: Bar[] = [
  growing(
    10,
    'a page without a full stop is judged in proportion to its length',
    async (size) => judge(await endless(size), [asked('First released in or after 2015'), asked('Based in Europe and written in Rust')]),
    1000,
  ),
  ...dates,
  atMost(
    60,
    'four criteria and four columns on an ordinary page are judged for at most 60 times what it costs to read it',
    () => judge(ordinary, FOUR, COLUMNS),
    () => pageOf(SECTION.repeat(40)),
  ),
  ...quotes,
  holding('passages of a page of 20,000 blocks are chosen with others served in between', () =>
    passagesOf(readFor(oxidb), { criteria: twenty, columns: [] }, []),
  ),
  holding('many quotes with slips are placed on the longest page with others served in between', () =>
    judgeGuarded(saying, { page: quoted, request, criteria: twenty, columns: [] }, null, new AbortController().signal),
  ),
];
