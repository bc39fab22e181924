import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Captures, type Coverage, coverageOf } from '../../src/domain/coverage.ts';
import { filesOf, readTopics, type Topic } from './clef.ts';

// `npm run bench:coverage -- --clef FOLDER`: how well `Run.coverage` is estimated where the truth is known: the seven rankings of each test topic stand for
// the queries of a plan, each read to a depth. FOLDER: a checkout of github CLEF-TAR/tar. Fails when a bar is missed, exits with 2 without the folder.
// The last line is JSON.

const DEPTHS = [25, 50, 100, 200, 400, 800];
const NEAR = 0.8;
const BARS = { holds: 0.85, width: 0.25, errorNear: 0.12, errorAbove: 0.08 };

interface Point {
  topic: string;
  depth: number;
  /** The share of the relevant documents that was found, and what is said of it. */
  truth: number;
  said: number;
  holds: boolean;
  width: number;
  isAtLeast: boolean;
}

const { values } = parseArgs({ options: { clef: { type: 'string' } } });
const missing = values.clef ? filesOf(values.clef).find((file) => !existsSync(file)) : '--clef FOLDER';
if (!values.clef || missing) {
  console.error(`missing: ${missing}. FOLDER is a checkout of CLEF-TAR/tar: npm run bench:coverage -- --clef FOLDER`);
  process.exit(2);
}

function capturesAt({ relevant, rankings }: Topic, depth: number): Captures {
  const upTo = (share: number) => rankings.map((list) => list.slice(0, Math.min(depth, list.length) * share));
  const read = upTo(1);
  const all = new Set(read.flat());
  const half = new Set(upTo(0.5).flat());
  const matched = (documents: Set<string>) => documents.intersection(relevant).size;
  const times = [...all.intersection(relevant)].map((document) => read.filter((list) => list.includes(document)).length);
  return {
    named: times,
    lists: rankings.length,
    found: times.length,
    learned: { named: 0, both: 0 },
    judged: { half: half.size, all: all.size },
    matched: { half: matched(half), all: times.length },
    lately: times.length,
  };
}

const shareOf = (found: number, of: number | null) => (of === null ? 0 : of === 0 ? 1 : found / of);

function pointOf(topic: Topic, depth: number): Point | null {
  const captures = capturesAt(topic, depth);
  if (captures.found === 0) return null;
  const { found, estimate, low, high, isAtLeast }: Coverage = coverageOf(captures);
  const truth = found / topic.relevant.size;
  const [least, most] = [shareOf(found, high), shareOf(found, low)];
  const holds = low <= topic.relevant.size && (high === null || topic.relevant.size <= high);
  return { topic: topic.id, depth, truth, said: shareOf(found, estimate), holds, width: most - least, isAtLeast };
}

const mean = (numbers: number[]) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
const round = (n: number) => Math.round(n * 1000) / 1000;

function summaryOf(points: Point[]) {
  const topics = Map.groupBy(points, ({ topic }) => topic);
  const over = (of: (point: Point) => number) => round(mean([...topics.values()].map((some) => mean(some.map(of)))));
  return {
    topics: topics.size,
    points: points.length,
    recall: round(mean(points.map(({ truth }) => truth))),
    error: round(mean(points.map(({ said, truth }) => Math.abs(said - truth)))),
    bias: round(mean(points.map(({ said, truth }) => said - truth))),
    holds: over(({ holds }) => (holds ? 1 : 0)),
    width: over(({ width }) => width),
    atLeast: round(mean(points.map(({ isAtLeast }) => (isAtLeast ? 1 : 0)))),
  };
}

const topics = await readTopics(values.clef);
const points = DEPTHS.flatMap((depth) => topics.flatMap((topic) => pointOf(topic, depth) ?? []));
const between = (from: number, to: number) => points.filter(({ truth }) => truth > from && truth <= to);
console.log(
  `${topics.length} topics, ${DEPTHS.length} depths of seven rankings. holds and width: the mean over topics; the others: over points`,
);
console.table({
  ...Object.fromEntries(DEPTHS.map((depth) => [`depth ${depth}`, summaryOf(points.filter((point) => point.depth === depth))])),
  'true recall to .5': summaryOf(between(-1, 0.5)),
  '.5 to .8': summaryOf(between(0.5, NEAR)),
  '.8 to .9': summaryOf(between(NEAR, 0.9)),
  'above .9': summaryOf(between(0.9, 1)),
  'above .8': summaryOf(between(NEAR, 1)),
});
const above = summaryOf(between(NEAR, 1));
const got = {
  holds: above.holds,
  width: above.width,
  errorNear: summaryOf(between(NEAR, 0.9)).error,
  errorAbove: summaryOf(between(0.9, 1)).error,
};
const missed = [
  got.holds < BARS.holds && `intervals hold for ${got.holds}, not ${BARS.holds}, of the topics`,
  got.width > BARS.width && `their mean width is ${got.width}, over ${BARS.width}`,
  got.errorNear > BARS.errorNear && `the mean error between .8 and .9 is ${got.errorNear}, over ${BARS.errorNear}`,
  got.errorAbove > BARS.errorAbove && `the mean error above .9 is ${got.errorAbove}, over ${BARS.errorAbove}`,
].filter((words) => words !== false);
for (const words of missed) console.error(words);
console.log(JSON.stringify({ bench: 'coverage', topics: topics.length, ...got, bars: BARS, missed: missed.length }));
process.exitCode = missed.length > 0 ? 1 : 0;
