import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { openEvaluation } from './runs.ts';
import { openScores } from './scores.ts';
import { simulate, type Truth } from './teach.ts';
import { openPriors, pathOf } from './train.ts';
import { regress, type Example } from './logistic.ts';
import { shipped } from '../../src/agent/judge/weights/weights.ts';

const { values: args } = parseArgs({ options: { eval: { type: 'string' }, cache: { type: 'string' }, pages: { type: 'string', default: '300' }, rows: { type: 'string', default: '10,20' }, noise: { type: 'string', default: '0' }, sources: { type: 'string' }, clicks: { type: 'boolean' }, dump: { type: 'string' }, detail: { type: 'boolean' } } });
interface Scores { [name: string]: unknown }
interface Teach { truthOf(q: unknown): Truth; scoreRows(q: unknown, results: object[], how: object): Scores; add(a: Scores, b: Scores): Scores; figures(s: Scores): { verdicts: Record<string, number>; rows: Record<string, number>; top20: Record<string, number>; evidence: Record<string, number> } }
const teach = (await import(pathToFileURL(resolve(args.eval ?? '.', 'teach.mjs')).href)) as Teach;
const { runs } = await openEvaluation(args.eval ?? '.', args.cache ?? '', Number(args.pages));
const marks = [0, ...args.rows.split(',').map(Number)];
const { loose, words } = (await import(pathToFileURL(resolve(args.eval ?? '.', 'lib/text.mjs')).href)) as { loose(s: string): string; words(s: string): string[] };
const overlap = (a: string, b: string) => { const [x, y] = [loose(a), loose(b)]; if (!x || !y) return false; if ((x.includes(y) && y.length > 3) || (y.includes(x) && x.length > 3)) return true; const [A, B] = [new Set(words(a)), words(b)]; return B.length > 0 && B.filter((w) => A.has(w)).length / Math.max(A.size, B.length) >= 0.5; };
const bySource = new Map<string, Map<number, Scores>>();
const scores = openScores(runs, args.cache ?? '');
const priors = openPriors(runs, scores, { cache: args.cache ?? '', truthOf: teach.truthOf });
const dumped: Record<string, object> = {};
const traced = new Map<string, Example[]>();
const cpu = process.cpuUsage();
for (const [r, run] of runs.entries()) {
  if (args.sources && !args.sources.split(',').includes(run.question.source)) continue;
  const truth = teach.truthOf(run.question);
  let mark = 0;
  const trace = (_: number, c: number, logits: Float64Array, asked: ReadonlySet<number>) => { const of = traced.get(run.question.source) ?? []; traced.set(run.question.source, of);
    run.pages.forEach(({ url }, row) => { if (asked.has(row)) return; const path = pathOf(url); const t = truth.thing(path) ? truth.verdicts(path)[run.question.criteria[c]!.label] : undefined; if (t) of.push({ x: [1, logits[row]!], y: t === 'match' ? 1 : 0, weight: 1 }); }); };
  simulate(run, scores[r]!, { truth, marks, weights: { ...shipped, prior: priors[run.question.source] ?? [] }, noise: Number(args.noise), clicks: args.clicks === true, overlap, trace, dump: args.dump ? (mark, criteria, kind) => { dumped[`${run.question.id} ${mark}`] = { criteria, kind }; } : undefined }, (results, reviewed, order) => {
    const at = marks[mark++] ?? 0;
    const scores = teach.scoreRows(run.question, results, { reviewed, order });
    if (args.detail && at > 0) {
      const kinds = { wrongKind: 0, wrongCell: 0, right: 0 };
      for (const row of results as { url: string; matchVerdict: string }[]) { const p = pathOf(row.url); if (reviewed.has(p) || row.matchVerdict !== 'match') continue; if (truth.matching.has(p)) kinds.right++; else if (!truth.thing(p)) kinds.wrongKind++; else kinds.wrongCell++; }
      console.log(`  ${run.question.id} ${at} rows right ${kinds.right} wrong kind ${kinds.wrongKind} wrong cell ${kinds.wrongCell}`);
      for (const { label } of run.question.criteria) { let [tp, fp, t, lost, n] = [0, 0, 0, 0, 0]; for (const row of results as { url: string; criteria: Record<string, { verdict: string }> }[]) { const p = pathOf(row.url); if (reviewed.has(p) || !truth.thing(p)) continue; const v = truth.verdicts(p)[label]; if (!v) continue; n++; const got = row.criteria[label]!.verdict; if (v === 'match') { t++; if (got === 'no_match') lost++; } if (got === 'match') { if (v === 'match') tp++; else fp++; } }
        let asked = 0, pos = 0; for (const p of reviewed) { if (!truth.thing(p)) continue; asked++; if (truth.verdicts(p)[label] === 'match') pos++; }
        console.log(`    ${label.padEnd(36)} tp ${tp} fp ${fp} of ${t}/${n} lost ${lost}  things asked ${asked} of ${reviewed.size}, met ${pos}`); }
    }
    const of = bySource.get(run.question.source) ?? new Map<number, Scores>();
    bySource.set(run.question.source, of);
    of.set(at, of.has(at) ? teach.add(of.get(at) as Scores, scores) : scores);
  });
}
const used = process.cpuUsage(cpu);
const say = (name: string, s: Scores) => { const f = teach.figures(s); console.log(`${name.padEnd(16)} P ${f.verdicts.P} R ${f.verdicts.R} lost ${f.verdicts.lost} noP ${f.verdicts.noP} dec ${f.verdicts.decided} | rows P ${f.rows.P} found ${f.rows.found} of ${f.rows.matching} | top ${f.top20.found}/${f.top20.best} | ev ${f.evidence.onDeciding}`); };
const DEV = ['yc', 'people', 'papers', 'rustblog'];
for (const mark of marks) {
  for (const [source, of] of bySource) if (of.get(mark)) say(`${source} ${mark}`, of.get(mark) as Scores);
  const all = DEV.flatMap((s) => bySource.get(s)?.get(mark) ?? []) as Scores[];
  if (all.length > 1) say(`FOUR ${mark}`, all.reduce((a, b) => teach.add(a, b), teach.scoreRows(runs[0]!.question, [], {})));
}
for (const [source, of] of traced) console.log(source, 'calibration', regress(of, 0.01).map((x) => x.toFixed(2)).join(' '));
console.log('all', regress([...traced.values()].flat(), .01));
if (args.dump) writeFileSync(args.dump, JSON.stringify(dumped));
console.log(`CPU ${((used.user + used.system) / 1e6).toFixed(1)} s`);
