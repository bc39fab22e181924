import { EXAMINATIONS } from '../../src/agent/entity/examine.ts';
import { addressKey } from '../../src/agent/entity/identity.ts';
import { excerptOf } from '../../src/agent/entity/sameness.ts';
import type { Page } from '../../src/domain/page/page.ts';
import type { Category } from '../../src/domain/webset-state.ts';
import { openEvaluation } from '../judge/runs.ts';
import { isName, readNames } from '../names/score-names.ts';
import { readArgs } from '../shared/arguments.ts';
import { evalFolder, pagesIn, pathOf } from '../shared/evaluation.ts';

// Whether rows are things, over the pages that the product's queries find: pages that are taken for one row, plain and under addresses
// that track; pages that list and would be rows; and names.

const TITLES = 0.95;
const TRACKED = ['?utm_source=newsletter&utm_medium=email', '?ref=feed&fbclid=IwAR0x1', '?utm_campaign=spring#top'];

const { values: args } = readArgs({
  options: { eval: { type: 'string' }, cache: { type: 'string', default: '.cache/rows' }, pages: { type: 'string', default: '300' } },
});
const folder = evalFolder(args.eval);
const kinds = new Map(pagesIn(folder).map(({ url, kind }) => [pathOf(url), kind]));
const names = new Map(readNames().map((named) => [`/${named.path.replace('/pages/', '/')}`, named]));

const examined = new Map<string, ReturnType<typeof EXAMINATIONS.page>>();
const factsOf = (page: Page, category: Category | null) => {
  const at = `${category} ${page.url}`;
  const facts = examined.get(at) ?? EXAMINATIONS.page({ page, foundAt: page.url, category });
  examined.set(at, facts);
  return facts;
};

const sum = {
  pages: 0,
  rows: 0,
  things: 0,
  lost: 0,
  listings: 0,
  kept: 0,
  merged: 0,
  named: 0,
  right: 0,
  tracked: 0,
  apart: 0,
  sameName: 0,
};
const { runs } = await openEvaluation(folder, args.cache, Number(args.pages));
for (const { question, pages } of runs) {
  const rows: { page: Page; facts: ReturnType<typeof factsOf>; path: string; isThing: boolean; words: string }[] = [];
  for (const page of pages) {
    const path = pathOf(page.url);
    const facts = factsOf(page, question.category);
    const isThing = kinds.get(path) !== 'listing';
    sum.pages++;
    sum[isThing ? 'things' : 'listings']++;
    if (facts.listed) {
      if (isThing) console.log(`${question.id}: ${path} is taken for a listing`);
      sum.lost += isThing ? 1 : 0;
      continue;
    }
    if (!isThing) console.log(`${question.id}: ${path}, “${facts.name}”, is about no thing and would be a row`);
    sum.kept += isThing ? 0 : 1;
    const named = names.get(path);
    sum.named += named ? 1 : 0;
    sum.right += named && isName(facts.name, named) ? 1 : 0;
    if (named && !isName(facts.name, named)) console.log(`${question.id}: ${path} is called “${facts.name}”, not “${named.name}”`);
    sum.tracked += TRACKED.length;
    sum.apart += TRACKED.filter((query) => addressKey(page.url + query) !== addressKey(page.url)).length;
    rows.push({ page, facts, path, isThing, words: excerptOf(page) });
  }
  sum.rows += rows.length;
  for (const [i, one] of rows.entries()) {
    const before = rows.slice(0, i);
    const alike = EXAMINATIONS.titles({ title: one.facts.name, others: before.map(({ facts }) => facts.name) });
    sum.sameName += alike.length;
    for (const [j, other] of before.entries()) {
      const isSame =
        one.facts.key === other.facts.key ||
        (alike.includes(j) && EXAMINATIONS.words({ words: one.words, others: [other.words] }) === 0) ||
        one.page.text === other.page.text;
      if (!isSame || !one.isThing || !other.isThing) continue;
      sum.merged++;
      console.log(`${question.id}: ${one.path} and ${other.path} would be one row`);
    }
  }
}

console.log(`${runs.length} questions, ${sum.pages} pages, ${sum.rows} rows`);
console.log(`true rows merged: ${sum.merged} (bar 0); pairs of nearly the same name that stay apart: ${sum.sameName - sum.merged}`);
console.log(`of ${sum.tracked} addresses that track, another row: ${sum.apart} (bar 0)`);
console.log(`listings among the pages: ${sum.listings}, that would be rows: ${sum.kept}; things taken for listings: ${sum.lost} (bar 0)`);
console.log(`rows called by the name that a person read: ${sum.right} of ${sum.named} (bar ${TITLES})`);
if (sum.merged + sum.apart + sum.lost > 0 || sum.right < TITLES * sum.named) process.exitCode = 1;
