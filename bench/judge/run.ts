import { TRAINED } from '../../src/agent/judge/columns/asked.ts';
import type { Ruled } from '../../src/agent/judge/learn/ruled.ts';
import { shipped, type Weights } from '../../src/agent/judge/weights/weights.ts';
import { NOTHING_LEARNED } from '../../src/domain/review/learning.ts';
import { isNamed, readArgs } from '../shared/arguments.ts';
import { type Compare, evalFolder, loadFrom, pathOf, type Truth } from '../shared/evaluation.ts';
import { openColumns } from './columns.ts';
import { openReadValues, openRuled } from './ruled.ts';
import { type BenchRun, openEvaluation } from './runs.ts';
import { openScores, type RunScores } from './scores.ts';
import { exported, randomBy, type Seen, teachRun } from './teach.ts';
import { addTaught, sayTaught, type TaughtBy, teachByModel } from './teacher.ts';
import { openWeights } from './train.ts';
import { openColumnWeights } from './train-columns.ts';

// Teaches the judge in memory as a person would, and scores what it then decides by the definitions of teach.mjs.
// Trained weights are those of the other sources. `--teacher 40,120,auto`: a model that knows the truth teaches instead.

const { values: args } = readArgs({
  options: {
    eval: { type: 'string' },
    cache: { type: 'string', default: '.cache/judge' },
    pages: { type: 'string', default: '300' },
    rows: { type: 'string', default: '10,20' },
    clicks: { type: 'boolean', default: false },
    noise: { type: 'string', default: '0' },
    sources: { type: 'string' },
    questions: { type: 'string' },
    /** Sources that are beside the total, not in it. */
    beside: { type: 'string', default: 'remote,peps' },
    /** Sources that the rules were written on. */
    written: { type: 'string', default: 'remote,peps' },
    /** Only the columns, or only the criteria. */
    only: { type: 'string' },
    /** The weights that are shipped in the place of those of the other sources: for a folder of sources that none was trained on. */
    shipped: { type: 'boolean', default: false },
    detail: { type: 'boolean', default: false },
    /** Leaves out a twentieth of each run's pages, another one for each number: what that changes is chance. */
    sample: { type: 'string', default: '0' },
    /** Pages that a model judges which knows the truth, in the place of a person; `auto`: as many as the service would ask. */
    teacher: { type: 'string' },
    /** It never says no: what a page does not say it calls silent. */
    silent: { type: 'boolean', default: false },
  },
});
interface Scores {
  [name: string]: unknown;
}
type Rates = Record<string, number | null>;
interface Teach {
  truthOf(question: unknown): Truth;
  scoreRows(question: unknown, results: object[], how: object): Scores;
  add(a: Scores, b: Scores): Scores;
  figures(scores: Scores): { verdicts: Rates; rows: Rates; top20: Rates; evidence: Rates; columns: Record<string, Rates> };
}
const folder = evalFolder(args.eval);
const teach = await loadFrom<Teach>(folder, 'teach.mjs');
const { compare } = await loadFrom<{ compare: Compare }>(folder, 'score.mjs');
const text = await loadFrom<{ loose(s: string): string; words(s: string): string[] }>(folder, 'lib/text.mjs');

/** Whether a quote lies on a sentence, by the definition of teach.mjs. */
function overlap(a: string, b: string): boolean {
  const [x, y] = [text.loose(a), text.loose(b)];
  if (!x || !y) return false;
  if ((x.includes(y) && y.length > 3) || (y.includes(x) && x.length > 3)) return true;
  const [own, others] = [new Set(text.words(a)), text.words(b)];
  return others.length > 0 && others.filter((word) => own.has(word)).length / Math.max(own.size, others.length) >= 0.5;
}

const { runs } = await openEvaluation(folder, args.cache, Number(args.pages));
const asked = runs.filter(({ question }) => isNamed(args.sources, question.source) && isNamed(args.questions, question.id));
const beside = args.beside.split(',');
if (args.only !== 'columns') benchCriteria();
if (args.only !== 'criteria' && !args.teacher) benchColumns();

function benchCriteria() {
  const scores = openScores(runs, args.cache);
  const ruled = openRuled(runs, args.cache);
  const weights: Record<string, Weights> = args.shipped
    ? Object.fromEntries(runs.map(({ question }) => [question.source, shipped]))
    : openWeights(runs, scores, { cache: args.cache, truthOf: teach.truthOf, ruled, written: args.written.split(',') });
  const marks = [0, ...args.rows.split(',').map(Number)];
  const bySource = new Map<string, Map<number, Scores>>();
  const taughtBy: TaughtBy = new Map();
  let milliseconds = 0;
  for (const [r, found] of runs.entries()) {
    const { question } = found;
    if (!asked.includes(found)) continue;
    const truth = teach.truthOf(question);
    const person = { truth, noise: Number(args.noise), clicks: args.clicks, overlap };
    const [trained, scored] = [weights[question.source], scores[r]];
    if (!trained || !scored) throw new Error(`nothing was trained for ${question.source}`);
    const { run, stored, rules } = sampled(found, scored, ruled[r] ?? []);
    if (args.teacher) {
      for (const name of args.teacher.split(',')) {
        const teacher = { pages: name === 'auto' ? null : Number(name), isSilent: args.silent };
        const taught = teachByModel(run, stored, { truth, weights: trained, ruled: rules, teacher });
        addTaught(taughtBy, { name, source: question.source, run, taught, scores: teach.scoreRows(question, taught.results, {}) });
      }
      continue;
    }
    const before = process.cpuUsage();
    teachRun(run, stored, { person, marks, weights: trained, ruled: rules }, (seen) => {
      const { results, order } = exported(run, seen);
      const at = seen.reviewed.size;
      const paths = new Set([...seen.reviewed].map((row) => pathOf(run.pages[row]?.url ?? '')));
      const one = teach.scoreRows(question, results, { reviewed: paths, order: at === 0 ? order : null });
      const of = bySource.get(question.source) ?? new Map<number, Scores>();
      bySource.set(question.source, of);
      of.set(at, of.has(at) ? teach.add(of.get(at) as Scores, one) : one);
      if (args.detail) sayDetail(run, seen, truth);
    });
    const used = process.cpuUsage(before);
    milliseconds += (used.user + used.system) / 1000;
  }
  if (args.teacher) return sayTaught(taughtBy);
  for (const mark of marks) {
    for (const [source, of] of bySource) if (of.has(mark)) say(`${source} ${mark}`, of.get(mark) as Scores);
    const [first, ...others] = [...bySource].flatMap(([source, of]) =>
      beside.includes(source) ? [] : [structuredClone(of.get(mark)) as Scores],
    );
    if (first)
      say(
        `all ${mark}`,
        others.reduce((sum, one) => teach.add(sum, one), first),
      );
  }
  console.log(`${milliseconds.toFixed(0)} ms of processor time to prepare, teach and decide`);
}

/** A run with the pages of the sample asked for. */
function sampled(run: BenchRun, { kinds, criteria }: RunScores, rules: (Ruled | null)[][]) {
  const random = randomBy(`${args.sample} ${run.question.id}`);
  const isIn = run.pages.map(() => args.sample === '0' || random() >= 0.05);
  const only = <T>(list: readonly T[]): T[] => list.filter((_, page) => isIn[page]);
  return {
    run: { ...run, pages: only(run.pages) },
    stored: { kinds: only(kinds), criteria: criteria.map(only) },
    rules: only(rules),
  };
}

/** Columns, right of filled / of stated: a line a source and one for all, by format. */
function benchColumns() {
  const fill = openColumns({ compare, weights: openColumnWeights(runs, { cache: args.cache, truthOf: teach.truthOf, compare }) });
  const read = openReadValues(runs, args.cache);
  for (const isTaught of [false, true]) {
    const bySource = new Map<string, Scores>();
    for (const run of asked) {
      const { results, reviewed } = fill(run, teach.truthOf(run.question), { isTaught, read: read[runs.indexOf(run)] ?? [] });
      const one = teach.scoreRows(run.question, results, { reviewed });
      const { source } = run.question;
      const had = bySource.get(source);
      bySource.set(source, had ? teach.add(had, one) : one);
      if (args.detail) sayColumns(run.question.id, isTaught, one);
    }
    for (const [source, one] of bySource) sayColumns(source, isTaught, one);
    const [first, ...others] = [...bySource].flatMap(([source, one]) => (beside.includes(source) ? [] : [structuredClone(one)]));
    if (first)
      sayColumns(
        'all',
        isTaught,
        others.reduce((sum, one) => teach.add(sum, one), first),
      );
  }
}

function sayColumns(name: string, isTaught: boolean, one: Scores) {
  const { columns } = teach.figures(one);
  const formats = TRAINED.map((format) => {
    const { filled = null, stated = null, n = 0 } = columns[format] ?? {};
    return `${format} ${filled ?? '-'} / ${stated ?? '-'} of ${n}`.padEnd(28);
  });
  console.log(`${name.padEnd(10)} columns, ${isTaught ? '4 pages confirmed' : 'no answers       '} ${formats.join(' ')}`);
}

function sayDetail({ question, pages }: BenchRun, { reviewed, decision, answers }: Seen, truth: Truth) {
  console.log(`${question.id} ${reviewed.size} rows answered, ${answers.wrongKind.length} of the wrong kind`);
  for (const [i, { label }] of question.criteria.entries()) {
    const count = { right: 0, wrong: 0, met: 0, lost: 0, open: 0 };
    for (const [row, { url }] of pages.entries()) {
      const known = truth.thing(pathOf(url)) && !reviewed.has(row) ? truth.verdicts(pathOf(url))[label] : undefined;
      if (!known) continue;
      const verdict = decision.rows[row]?.cells[i]?.verdict;
      if (known === 'match') count.met++;
      if (verdict === 'match') known === 'match' ? count.right++ : count.wrong++;
      else if (verdict !== 'no_match') count.open++;
      else if (known === 'match') count.lost++;
    }
    const { found, precision, low, high, missed, missedLow, missedHigh } = decision.criteria[i] ?? NOTHING_LEARNED;
    const said = precision === null ? '-' : `${precision.toFixed(2)} (${low?.toFixed(2)} to ${high?.toFixed(2)})`;
    const more = missed === null ? '-' : `${missed.toFixed(0)} (${missedLow?.toFixed(0)} to ${missedHigh?.toFixed(0)})`;
    const asked = answers.cells.filter(({ criterion }) => criterion === i).length;
    console.log(
      `  ${label.padEnd(36)} ${JSON.stringify(count)} answers ${asked}, found ${found}, said to be right ${said}, missed ${more}`,
    );
  }
}

function say(name: string, one: Scores) {
  const { verdicts: v, rows, top20, evidence } = teach.figures(one);
  const top = top20.best ? ` | top 20 ${top20.found} (best ${top20.best})` : '';
  console.log(
    `${name.padEnd(14)} verdicts P ${v.P} R ${v.R} lost ${v.lost} noP ${v.noP} decided ${v.decided} | rows P ${rows.P} found ${rows.found} of ${rows.matching}${top} | evidence ${evidence.verbatim} ${evidence.onDeciding}`,
  );
}
