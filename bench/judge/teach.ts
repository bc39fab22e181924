import { combineVerdicts, type Verdict } from '../../src/domain/verdict.ts';
import { decideRow, likelihoodOf } from '../../src/agent/judge/decide/decide.ts';
import type { Label } from '../../src/agent/judge/learn/gaussian.ts';
import { type KernelRows, learn } from '../../src/agent/judge/learn/learn.ts';
import { type Click, learnPassages } from '../../src/agent/judge/learn/passages.ts';
import { type PreparedCriterion, prepareCriterion, prepareKind, withNearness } from '../../src/agent/judge/learn/prepare.ts';
import { nextRows } from '../../src/agent/judge/queue.ts';
import { wantedBy } from '../../src/agent/judge/score/score-page.ts';
import type { Weights } from '../../src/agent/judge/weights/weights.ts';
import type { RunScores } from './scores.ts';
import type { BenchRun } from './runs.ts';

const KIND_SLOPE = 5;
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

export interface Truth {
  thing(path: string): boolean;
  verdicts(path: string): Record<string, string>;
  matching: Set<string>;
  unjudged(path: string): boolean;
  support: Map<string, Record<string, string[]>>;
}

export interface Setting { truth: Truth; marks: number[]; weights: Weights; noise: number; clicks: boolean; overlap: (a: string, b: string) => boolean; dump?: ((mark: number, criteria: object[], kind: Label[]) => void) | undefined; trace?: (mark: number, criterion: number, logits: Float64Array, asked: ReadonlySet<number>) => void }

export function simulate({ question, pages }: BenchRun, scores: RunScores, { truth, marks, weights, noise, clicks, overlap, trace, dump }: Setting, score: (results: object[], reviewed: Set<string>, order: string[] | null) => void) {
  const paths = pages.map((page) => decodeURIComponent(new URL(page.url).pathname));
  const criteria = question.criteria.map((one, i) => {
    const wanted = wantedBy(one);
    return { ...one, prepared: prepareCriterion(wanted, scores.criteria[i] ?? [], weights), clicked: [] as Click[], labels: [] as Label[], kernels: new Map() as KernelRows, second: null as null | PreparedCriterion, secondKernels: new Map() as KernelRows, answers: new Map<number, Verdict>() };
  });
  const kind = prepareKind(scores.kinds);
  const kindLabels: Label[] = [];
  const kindKernels: KernelRows = new Map();
  const reviewed = new Set<number>();
  let seed = 7;
  const random = () => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return seed / 2 ** 32; };
  for (;;) {
    const learnedKind = learn(kind, kindLabels, kindKernels);
    const hasWrong = kindLabels.some(({ y }) => y === 0);
    const learned = criteria.map((one) => {
      const { prepared, labels, kernels, clicked } = one;
      const first = learn(prepared, labels, kernels);
      if (clicked.length < 2) return first;
      if (reviewed.size % 5 === 0 || !one.second) {
        one.second = withNearness(prepared, learnPassages(prepared, clicked));
        one.secondKernels = new Map();
      }
      const second = learn(one.second, labels, one.secondKernels);
      return { logit: first.logit.map((x, row) => (x + (second.logit[row] ?? 0)) / 2), variance: first.variance };
    });
    const rows = pages.map((_, row) => ({
      kind: hasWrong ? sigmoid(KIND_SLOPE * (learnedKind.logit[row] ?? 0)) : 1,
      cells: criteria.map(({ answers, labels }, i) => ({ p: sigmoid(labels.length > 0 ? weights.slope * (learned[i]?.logit[row] ?? 0) + weights.shift : (learned[i]?.logit[row] ?? 0)), answer: answers.get(row) ?? null })),
      learned: reviewed.size > 0,
    }));
    const likelihood = rows.map(likelihoodOf);
    if (trace) criteria.forEach(({ labels }, i) => { if (labels.length > 0 && reviewed.size % 5 === 0) trace(reviewed.size, i, learned[i]!.logit, reviewed); });
    if (marks.includes(reviewed.size)) {
      dump?.(reviewed.size, criteria.map(({ labels, clicked }) => ({ labels: labels.slice(), clicked: clicked.slice() })), kindLabels.slice());
      const results = pages.map((page, row) => {
        const verdicts = decideRow(rows[row]!);
        return { url: page.url, matchVerdict: combineVerdicts(verdicts), criteria: Object.fromEntries(criteria.map(({ label, prepared, second }, i) => [label, { verdict: verdicts[i], evidence: quotesOf(second ?? prepared, row, page.text)[0]?.quote ?? '' }])), enrichments: {} };
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
      const support = truth.support.get(path)?.[one.label];
      if (clicks && v === 'match' && support) {
        const hit = quotesOf(one.second ?? one.prepared, row, pages[row]!.text).find(({ quote }) => support.some((s) => overlap(s, quote)));
        if (hit) one.clicked.push({ row, unit: hit.unit });
      }
      one.labels.push({ row, y: v === 'match' ? 1 : 0, weight: v === 'unknown' ? 0.5 : 1 });
    }
  }
}

function quotesOf(prepared: PreparedCriterion, row: number, text: string) {
  const order = [...(prepared.near[row] ?? [])].map((g, unit) => ({ g, unit })).sort((a, b) => b.g - a.g || a.unit - b.unit);
  return order.slice(0, 7).map(({ unit }) => {
    const { start, end } = prepared.units[row]![unit]!;
    return { unit, quote: text.slice(start, end) };
  });
}
