import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { openEvaluation } from './runs.ts';
import { simulate, type Truth } from './teach.ts';

const { values: args } = parseArgs({ options: { eval: { type: 'string' }, cache: { type: 'string' }, pages: { type: 'string', default: '300' }, rows: { type: 'string', default: '10,20' }, noise: { type: 'string', default: '0' }, sources: { type: 'string' } } });
interface Scores { [name: string]: unknown }
interface Teach { truthOf(q: unknown): Truth; scoreRows(q: unknown, results: object[], how: object): Scores; add(a: Scores, b: Scores): Scores; figures(s: Scores): { verdicts: Record<string, number>; rows: Record<string, number>; top20: Record<string, number>; evidence: Record<string, number> } }
const teach = (await import(pathToFileURL(resolve(args.eval ?? '.', 'teach.mjs')).href)) as Teach;
const { runs } = await openEvaluation(args.eval ?? '.', args.cache ?? '', Number(args.pages));
const marks = [0, ...args.rows.split(',').map(Number)];
const bySource = new Map<string, Map<number, Scores>>();
const cpu = process.cpuUsage();
for (const run of runs) {
  if (args.sources && !args.sources.split(',').includes(run.question.source)) continue;
  const truth = teach.truthOf(run.question);
  let mark = 0;
  simulate(run, truth, marks, (results, reviewed, order) => {
    const at = marks[mark++] ?? 0;
    const scores = teach.scoreRows(run.question, results, { reviewed, order });
    const of = bySource.get(run.question.source) ?? new Map<number, Scores>();
    bySource.set(run.question.source, of);
    of.set(at, of.has(at) ? teach.add(of.get(at) as Scores, scores) : scores);
  }, Number(args.noise));
}
const used = process.cpuUsage(cpu);
const say = (name: string, s: Scores) => { const f = teach.figures(s); console.log(`${name.padEnd(16)} P ${f.verdicts.P} R ${f.verdicts.R} lost ${f.verdicts.lost} noP ${f.verdicts.noP} dec ${f.verdicts.decided} | rows P ${f.rows.P} found ${f.rows.found} of ${f.rows.matching} | top ${f.top20.found}/${f.top20.best} | ev ${f.evidence.onDeciding}`); };
const DEV = ['yc', 'people', 'papers', 'rustblog'];
for (const mark of marks) {
  for (const [source, of] of bySource) if (of.get(mark)) say(`${source} ${mark}`, of.get(mark) as Scores);
  const all = DEV.flatMap((s) => bySource.get(s)?.get(mark) ?? []);
  if (all.length > 1) say(`FOUR ${mark}`, all.reduce((a, b) => teach.add(a, b), teach.scoreRows(runs[0]!.question, [], {})));
}
console.log(`CPU ${((used.user + used.system) / 1e6).toFixed(1)} s`);
