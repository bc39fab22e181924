import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderOf, readArgs, refuse } from '../shared/arguments.ts';
import { BARS, type Figures, missedBars } from './bars.ts';
import { scoreAttribution, scoreWice } from './claims.ts';
import { commitOf, corpusCommits } from './commits.ts';
import { articlePages, type DatedPage, datedPages, FOLDERS, missingFolders, publishedArticles, segmentPages } from './corpora.ts';
import { scoreLanguage } from './language.ts';
import { PUBLISHED, READABILITY_F1, TOLERANCE } from './published.ts';
import type { Found, Reading } from './reading.ts';
import { scoreRobots } from './robots.ts';
import { type Score, scoreSegments, scoreShingles } from './score-articles.ts';

// Our reader and judge, and the readers that npm brings, on public corpora; prints tables in Markdown.
// Ends with 1 when a port of a published scorer is off, too.

const PEERS = ['readability', 'defuddle', 'articleExtractor', 'postlight'] as const;
const NAMES = {
  ours: 'webset',
  readability: '@mozilla/readability 0.6.0 over linkedom',
  defuddle: 'defuddle 0.19.4 over linkedom',
  articleExtractor: '@extractus/article-extractor 9.0.1',
  postlight: '@postlight/parser 2.2.3 (no more releases)',
} as const;

/** Three checks that Google marks as its own, and two addresses that are not percent-encoded. */
const ROBOTS_EXCEPTED = 5;

const { values: args } = readArgs({ options: { corpora: { type: 'string' } } });
const folder = folderOf('--corpora', args.corpora, []);
const missing = missingFolders(folder);
if (missing.length > 0) refuse(`Missing: ${missing.join(', ')}`);
if (!existsSync(fileURLToPath(new URL('../peers/node_modules', import.meta.url))))
  refuse('Missing: npm ci --prefix bench/peers --ignore-scripts');

const three = (value: number) => value.toFixed(3).replace(/^0/, '');
const share = (part: number, whole: number) => (whole === 0 ? '-' : three(part / whole));
const scored = ({ f1, precision, recall }: Score) => `${three(f1)} | ${three(precision)} | ${three(recall)}`;

function reading(name: keyof typeof NAMES): Reading {
  const script = fileURLToPath(new URL('./reading.ts', import.meta.url));
  const output = execFileSync(process.execPath, ['--max-old-space-size=4096', script, folder, name], {
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(output.toString()) as Reading;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
console.log(`webset ${commitOf(root) ?? 'without a checkout'}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}\n`);
console.log('| Corpus | commit |\n|---|---|');
for (const { name, commit } of corpusCommits(folder)) console.log(`| ${name} | ${commit} |`);

const failures: string[] = [];
const figures: Figures = Object.assign({}, ...Object.keys(BARS).map((key) => ({ [key]: Number.NaN })));
function checkPort() {
  const published = publishedArticles(folder, 'readability_js');
  if (!published) throw new Error(`${join(folder, FOLDERS.articles, 'output/readability_js.json')} is missing`);
  const { f1 } = scoreShingles(articles.map(({ truth }, i) => ({ truth, found: published[i] ?? '' })));
  console.log(`\nThe port of the scorer gives Readability.js ${f1.toFixed(4)}, published ${READABILITY_F1}.\n`);
  if (Math.abs(f1 - READABILITY_F1) > TOLERANCE) failures.push(`the port of the scorer: ${f1.toFixed(4)} for ${READABILITY_F1}`);
}

const articles = articlePages(folder);
const segments = segmentPages(folder);
const dated = datedPages(folder);
const readings = (['ours', ...PEERS] as const).map((name) => ({ name, of: reading(name) }));
const speed = (name: string) => readings.find((one) => one.name === name)?.of.pagesASecond ?? 0;

checkPort();
console.log('| Main content | F1 | precision | recall | pages a CPU second | F1, trafilatura’s even half | precision | recall |');
console.log('|---|---|---|---|---|---|---|---|');
for (const { name, of } of readings) {
  const article = scoreShingles(articles.map(({ truth }, i) => ({ truth, found: of.articles[i]?.text ?? '' })));
  const pieces = scoreSegments(segments.map((page, i) => ({ ...page, found: of.segments[i]?.text ?? '' })));
  console.log(`| ${NAMES[name]} | ${scored(article)} | ${of.pagesASecond.toFixed(0)} | ${scored(pieces)} |`);
  if (name !== 'ours') continue;
  Object.assign(figures, { articles: article.f1, articlesRecall: article.recall, segments: pieces.f1 });
  const whole = scoreShingles(articles.map(({ truth }, i) => ({ truth, found: of.articles[i]?.whole ?? '' })));
  console.log(`| webset, all text | ${scored(whole)} | | | | |`);
  figures.whole = whole.recall;
}
console.log(`\nPublished: ${PUBLISHED.articles}; ${PUBLISHED.segments}.`);
const times = speed('ours') / speed('readability');
console.log(`${times.toFixed(1)} times as many pages a second of processor time as Readability over linkedom (bar ${BARS.times.least}).\n`);
figures.times = times;

/** Of all pages the share whose day is right, and of the days given. */
function dateScore(found: readonly Found[], wanted: (page: DatedPage) => boolean) {
  const places = dated.flatMap((page, i) => (wanted(page) ? [i] : []));
  const input = places.filter((i) => found[i]?.day);
  const right = input.filter((i) => found[i]?.day === dated[i]?.day);
  return { all: right.length / places.length, input: right.length / Math.max(1, input.length), pages: places.length };
}

console.log(
  '| Day of publication | default, of all pages | of those given | mediacloud, of all | of given | both, of all | default, unseen, of all |',
);
console.log('|---|---|---|---|---|---|---|');
const ours = readings[0]?.of.dates ?? [];
const [first, second] = [dateScore(ours, (page) => page.set === 'default'), dateScore(ours, (page) => page.set === 'mediacloud')];
const both = dateScore(ours, () => true);
const unseen = dateScore(ours, (page) => page.set === 'default' && !page.isSeen);
console.log(`| ${NAMES.ours} | ${[first.all, first.input, second.all, second.input, both.all, unseen.all].map(three).join(' | ')} |`);
Object.assign(figures, { default: first.all, mediacloud: second.all, dated: both.input });
console.log(`\nPublished: ${PUBLISHED.dates}.\n`);

const robots = scoreRobots(join(folder, FOLDERS.robots));
const language = await scoreLanguage(join(folder, FOLDERS.segments));
const wice = await scoreWice(folder);
const attribution = scoreAttribution(folder);
for (const { test, url, reason } of robots.wrong) if (reason === null) failures.push(`robots.txt, ${test} (${url}): no reason known`);
figures.robots = robots.right / (robots.checks - ROBOTS_EXCEPTED);
figures.language = language.foreignRight / language.foreign;
figures.languageRead = language.readByHandRight / language.readByHand;
figures.verbatim = wice.verbatim / wice.quotes;
console.log('| Also | figure | of | published |');
console.log('|---|---|---|---|');
console.log(`| robots.txt, google/robotstxt’s checks | ${robots.right} right | ${robots.checks} | Google’s own: all |`);
console.log(`| language, documents not in English | ${share(language.foreignRight, language.foreign)} | ${language.foreign} | |`);
console.log(
  `| language, of those not in English the hundred read by hand | ${share(language.readByHandRight, language.readByHand)} | ${language.readByHand} | |`,
);
console.log(`| language, documents in English | ${share(language.englishRight, language.english)} | ${language.english} | |`);
console.log(`| judge without a model, WiCE, three-way accuracy | ${three(wice.accuracy)} | ${wice.claims} | |`);
console.log(`| judge without a model, WiCE, precision of match | ${three(wice.matchPrecision)} | ${wice.claims} | |`);
console.log(
  `| judge without a model, AttributionBench, macro F1 | ${three(attribution.macroF1)} | ${attribution.claims} | ${PUBLISHED.attribution} |`,
);
console.log(`| quotes that stand on the page to the letter | ${share(wice.verbatim, wice.quotes)} | ${wice.quotes} | |`);
for (const { test, url, reason } of robots.wrong) console.log(`\nrobots.txt, ${test} (${url}): ${reason ?? 'no reason known'}`);
console.log(`\nFailed readings: ${readings.map(({ name, of }) => `${NAMES[name]} ${of.failures}`).join(', ')}`);

failures.push(...missedBars(figures));
if (failures.length > 0) {
  console.error(`\n${failures.join('\n')}`);
  process.exitCode = 1;
}
