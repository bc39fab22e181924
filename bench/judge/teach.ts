import { combineVerdicts, type Verdict } from '../../src/domain/verdict.ts';
import { decideRow, likelihoodOf } from '../../src/agent/judge/decide/decide.ts';
import { type KernelRows, type Label, learnCriterion, learnKind } from '../../src/agent/judge/learn/learn.ts';
import { prepareCriterion, prepareKind } from '../../src/agent/judge/learn/prepare.ts';
import { nextRows } from '../../src/agent/judge/queue.ts';
import { readUnits, scoreKind, scorePage, wantedBy } from '../../src/agent/judge/score/score-page.ts';
import type { BenchRun } from './runs.ts';

export const CAL = { slope: 5, shift: -0.1 };
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

export interface Truth {
  thing(path: string): boolean;
  verdicts(path: string): Record<string, string>;
  matching: Set<string>;
  unjudged(path: string): boolean;
  support: Map<string, Record<string, string[]>>;
}

export function simulate({ question, pages }: BenchRun, truth: Truth, marks: number[], score: (results: object[], reviewed: Set<string>, order: string[] | null) => void, noise = 0) {
  const paths = pages.map((page) => decodeURIComponent(new URL(page.url).pathname));
  const readings = pages.map(readUnits);
  const criteria = question.criteria.map((one) => {
    const wanted = wantedBy(one);
    return { ...one, prepared: prepareCriterion(wanted, readings.map((reading) => scorePage(reading, wanted))), labels: [] as Label[], kernels: new Map() as KernelRows, answers: new Map<number, Verdict>() };
  });
  const kind = prepareKind(readings.map(scoreKind));
  const kindLabels: Label[] = [];
  const kindKernels: KernelRows = new Map();
  const reviewed = new Set<number>();
  let seed = 7;
  const random = () => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return seed / 2 ** 32; };
  for (;;) {
    const learnedKind = learnKind(kind, kindLabels, kindKernels);
    const hasWrong = kindLabels.some(({ y }) => y === 0);
    const learned = criteria.map(({ prepared, labels, kernels }) => learnCriterion(prepared, labels, kernels));
    const rows = pages.map((_, row) => ({
      kind: hasWrong ? sigmoid(CAL.slope * (learnedKind.logit[row] ?? 0)) : 1,
      cells: criteria.map(({ answers, labels }, i) => ({ p: sigmoid(labels.length > 0 ? CAL.slope * (learned[i]?.logit[row] ?? 0) + CAL.shift : (learned[i]?.logit[row] ?? 0)), answer: answers.get(row) ?? null })),
      learned: reviewed.size > 0,
    }));
    const likelihood = rows.map(likelihoodOf);
    if (marks.includes(reviewed.size)) {
      const results = pages.map((page, row) => {
        const verdicts = decideRow(rows[row]!);
        return { url: page.url, matchVerdict: combineVerdicts(verdicts), criteria: Object.fromEntries(criteria.map(({ label, prepared }, i) => [label, { verdict: verdicts[i], evidence: best(prepared, row, page.text) }])), enrichments: {} };
      });
      const order = likelihood.map((p, row) => ({ p, url: pages[row]!.url })).sort((a, b) => b.p - a.p).map(({ url }) => url);
      score(results, new Set([...reviewed].map((row) => paths[row]!)), reviewed.size === 0 ? order : null);
    }
    if (reviewed.size >= Math.max(...marks)) break;
    const [row] = nextRows(likelihood, reviewed, 1);
    if (row === undefined) { for (const m of marks.filter((m) => m > reviewed.size)) void m; break; }
    reviewed.add(row);
    const path = paths[row]!;
    if (!truth.thing(path)) {
      kindLabels.push({ row, y: 0, weight: 1 });
      for (const one of criteria) one.labels.push({ row, y: 0, weight: 0.3 });
      continue;
    }
    kindLabels.push({ row, y: 1, weight: 1 });
    const verdicts = truth.verdicts(path);
    for (const one of criteria) {
      let v = verdicts[one.label];
      if (!v) continue;
      if (noise && v !== 'unknown' && random() < noise) v = v === 'match' ? 'no_match' : 'match';
      one.answers.set(row, v === 'unknown' ? 'needs_review' : (v as Verdict));
      one.labels.push({ row, y: v === 'match' ? 1 : 0, weight: v === 'unknown' ? 0.5 : 1 });
    }
  }
}

function best(prepared: ReturnType<typeof prepareCriterion>, row: number, text: string): string {
  const near = prepared.near[row] ?? new Float32Array();
  let top = 0;
  for (let i = 1; i < near.length; i++) if ((near[i] ?? 0) > (near[top] ?? 0)) top = i;
  const unit = prepared.units[row]?.[top];
  return unit ? text.slice(unit.start, unit.end) : '';
}
