import { isNamed, readArgs } from '../shared/arguments.ts';
import { type EvalQuestion, evalFolder, loadFrom, questionsIn, type Truth } from '../shared/evaluation.ts';
import { openEngine } from './engine.ts';
import { perfectReasoner } from './perfect.ts';
import { type Outcome, runQuestion } from './run-question.ts';
import { openWeb } from './web.ts';

// The questions of a local web in the engine itself, judged by a model that knows the truth, by the product's own judge, and by that
// with ten rows answered while the run goes on. The last line is JSON.

const { values: args } = readArgs({
  options: {
    eval: { type: 'string' },
    cache: { type: 'string', default: '.cache/search' },
    questions: { type: 'string' },
    sources: { type: 'string' },
    judges: { type: 'string', default: 'perfect,own,taught' },
    pages: { type: 'string', default: '300' },
    early: { type: 'string', default: '200' },
    rows: { type: 'string', default: '10' },
    /** Sources that the rules were written on: they are summed apart. */
    written: { type: 'string', default: 'remote,peps' },
    /** What the runs say in their events. */
    events: { type: 'boolean', default: false },
  },
});
const folder = evalFolder(args.eval);
const { truthOf } = await loadFrom<{ truthOf(question: EvalQuestion): Truth }>(folder, 'teach.mjs');
const asked = (await questionsIn(folder)).filter(({ id, source }) => isNamed(args.questions, id) && isNamed(args.sources, source));
const JUDGES = ['perfect', 'own', 'taught'] as const;

using web = await openWeb(folder, args.cache);
await using engine = await openEngine(web);
const outcomes = new Map<string, { source: string; outcome: Outcome }[]>();
for (const judge of JUDGES.filter((name) => isNamed(args.judges, name)))
  for (const question of asked) {
    const truth = truthOf(question);
    const started = performance.now();
    const outcome = await runQuestion(engine, {
      question,
      truth,
      pages: Number(args.pages),
      early: Number(args.early),
      reasoner: judge === 'perfect' ? perfectReasoner(truth) : null,
      taught: judge === 'taught' ? Number(args.rows) : 0,
    });
    outcomes.set(judge, [...(outcomes.get(judge) ?? []), { source: question.source, outcome }]);
    const { matching, readEarly, read, claimed, right, pages, searches, reason, events } = outcome;
    console.log(
      `${judge} ${question.id.padEnd(10)} read ${readEarly}, ${read} of ${matching}; rows ${right} right of ${claimed}, ${outcome.claimedOfSource} of its source; ${pages} pages, ${searches} searches, ${reason}, ${((performance.now() - started) / 1000).toFixed(1)} s`,
    );
    if (args.events) for (const text of events) console.log(`    ${text}`);
  }

const written = args.written.split(',');
const figures: Record<string, Record<string, ReturnType<typeof figuresOf>>> = {};
for (const [judge, all] of outcomes) {
  const groups = Map.groupBy(all, ({ source }) => source);
  const of = Object.fromEntries([...groups].map(([source, list]) => [source, figuresOf(list)]));
  figures[judge] = of;
  const [own, others] = [all.filter(({ source }) => written.includes(source)), all.filter(({ source }) => !written.includes(source))];
  if (own.length > 0) of[args.written] = figuresOf(own);
  if (others.length > 0) of['the others'] = figuresOf(others);
  for (const [name, { recallEarly, recall, precision, precisionOfSource, rows, requestsPerPage, searches, covered }] of Object.entries(of))
    console.log(
      `${judge.padEnd(8)} ${name.padEnd(12)} recall at ${args.early} pages ${recallEarly}, at ${args.pages} ${recall} | rows ${rows}, precision ${precision}, of the question’s own source ${precisionOfSource} | requests a page ${requestsPerPage}, searches a run ${searches} | coverage holds ${covered}`,
    );
}
console.log(JSON.stringify(figures));

/**
 * Recall macro over the pages that match; precision over the rows that match by the judge; how often the interval of `Run.coverage` holds.
 */
function figuresOf(list: readonly { outcome: Outcome }[]) {
  const sum = (of: (outcome: Outcome) => number) => list.reduce((total, { outcome }) => total + of(outcome), 0);
  const mean = (of: (outcome: Outcome) => number) => round(sum(of) / list.length);
  return {
    questions: list.length,
    recallEarly: mean(({ readEarly, matching }) => readEarly / Math.max(1, matching)),
    recall: mean(({ read, matching }) => read / Math.max(1, matching)),
    precision: round(
      sum(({ right }) => right) /
        Math.max(
          1,
          sum(({ claimed }) => claimed),
        ),
    ),
    precisionOfSource: round(
      sum(({ right }) => right) /
        Math.max(
          1,
          sum(({ claimedOfSource }) => claimedOfSource),
        ),
    ),
    rows: sum(({ right }) => right),
    requestsPerPage: round(
      sum(({ requests }) => requests) /
        Math.max(
          1,
          sum(({ pages }) => pages),
        ),
    ),
    searches: round(sum(({ searches }) => searches) / list.length),
    covered: mean(({ covered: { low, high }, matching }) => (low <= matching && (high === null || matching <= high) ? 1 : 0)),
  };
}

function round(value: number): number {
  return Number(value.toFixed(3));
}
