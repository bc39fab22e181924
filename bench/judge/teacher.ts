import type { CellAnswer } from '../../src/agent/judge/decide/answers.ts';
import { decideWebset } from '../../src/agent/judge/decide/decide-webset.ts';
import { prepareRun } from '../../src/agent/judge/decide/prepared.ts';
import { checkRows, type TaughtRow, teachingRows } from '../../src/agent/judge/decide/teacher.ts';
import type { Ruled } from '../../src/agent/judge/learn/ruled.ts';
import type { Weights } from '../../src/agent/judge/weights/weights.ts';
import { AUTO, type Check, quotaOf, shareAfter } from '../../src/domain/model/judge-share.ts';
import { combineVerdicts, type Verdict } from '../../src/domain/verdict.ts';
import { pathOf, type Truth } from '../shared/evaluation.ts';
import type { BenchRun } from './runs.ts';
import type { RunScores } from './scores.ts';

/** How a model teaches. */
export interface Teacher {
  /** How many pages it judges; null: as many as `auto` asks, the first of them as they are read. */
  pages: number | null;
  /** It never says no: what a page does not say it calls silent. */
  isSilent: boolean;
}

/** A run as a model that knows the truth taught it. */
export interface Taught {
  results: {
    url: string;
    matchVerdict: Verdict | null;
    criteria: Record<string, { verdict: Verdict | null; evidence: null }>;
    enrichments: object;
  }[];
  asked: number;
  checks: Check[];
}

/** Has a model that knows the truth judge some pages of a run, by the policy of the service. */
export function teachByModel(
  { question, pages }: BenchRun,
  scores: RunScores,
  { truth, weights, ruled, teacher }: { truth: Truth; weights: Weights; ruled: (Ruled | null)[][] | null; teacher: Teacher },
): Taught {
  const run = prepareRun(
    question.criteria,
    scores.kinds.map((page, row) => ({ page, criteria: scores.criteria.map((list) => list[row] ?? null) })),
    { weights, ...(ruled && { ruled }) },
  );
  const said = new Map<number, (Verdict | null)[]>();
  const answers = { cells: [] as CellAnswer[], wrongKind: [] as number[] };
  const ask = (row: number) => {
    const path = pathOf(pages[row]?.url ?? '');
    const known = question.criteria.map(({ label }) => {
      const is = truth.thing(path) ? (truth.verdicts(path)[label] ?? 'unknown') : 'no_match';
      return (is === 'unknown' || (teacher.isSilent && is !== 'match') ? 'needs_review' : is) as Verdict;
    });
    said.set(row, truth.thing(path) ? known : question.criteria.map(() => 'no_match' as const));
    if (!truth.thing(path)) answers.wrongKind.push(row);
    else for (const [criterion, verdict] of known.entries()) answers.cells.push({ row, criterion, verdict, passage: null, before: null });
  };
  const decide = () => decideWebset(run, answers).rows;
  const taught = (): TaughtRow[] =>
    decide().map(({ likelihood, cells }, i) => ({
      key: pages[i]?.url ?? '',
      likelihood,
      verdict: combineVerdicts(said.get(i) ?? cells.map(({ verdict }) => verdict)),
      isKnown: said.has(i),
    }));
  const checks: Check[] = [];
  for (let row = 0; row < Math.min(teacher.pages === null ? AUTO.read : 0, pages.length); row++) ask(row);
  const share = teacher.pages === null ? (pages.length <= AUTO.whole ? 1 : AUTO.least) : Math.min(1, teacher.pages / pages.length);
  for (let now = share; ; ) {
    const { teach, check } = quotaOf(pages.length, now);
    while (said.size - checks.length < teach) {
      const next = teachingRows(taught(), teach - (said.size - checks.length));
      if (next.length === 0) break;
      next.forEach(ask);
    }
    const rows = taught();
    for (const i of checkRows(rows, question.id, check - checks.length)) {
      ask(i);
      checks.push({ decided: rows[i]?.verdict as Verdict, said: combineVerdicts(said.get(i) ?? []) });
    }
    const raised = teacher.pages === null ? shareAfter(now, checks) : now;
    if (raised === now) break;
    now = raised;
  }
  const results = decide().map(({ cells }, row) => {
    const verdicts = said.get(row) ?? cells.map(({ verdict }) => verdict);
    const criteria = Object.fromEntries(question.criteria.map(({ label }, i) => [label, { verdict: verdicts[i] ?? null, evidence: null }]));
    return { url: pages[row]?.url ?? '', matchVerdict: combineVerdicts(verdicts), criteria, enrichments: {} };
  });
  return { results, asked: said.size, checks };
}

/** By name of the teacher, then source: rows right, claimed and true, pages judged and read, and how the checks came out. */
export type TaughtBy = Map<string, Map<string, Tally>>;
interface Tally {
  right: number;
  claimed: number;
  matching: number;
  asked: number;
  pages: number;
  checks: Check[];
  f1: number[];
}

export function addTaught(
  all: TaughtBy,
  { name, source, run, taught, scores }: { name: string; source: string; run: BenchRun; taught: Taught; scores: Record<string, unknown> },
): void {
  const { rtp, rclaimed, rtruth } = scores as { rtp: number; rclaimed: number; rtruth: number };
  const of = all.get(name) ?? new Map<string, Tally>();
  all.set(name, of);
  const tally = of.get(source) ?? { right: 0, claimed: 0, matching: 0, asked: 0, pages: 0, checks: [], f1: [] };
  of.set(source, tally);
  tally.right += rtp;
  tally.claimed += rclaimed;
  tally.matching += rtruth;
  tally.asked += taught.asked;
  tally.pages += run.pages.length;
  tally.checks.push(...taught.checks);
  if (rtruth > 0) tally.f1.push((2 * rtp) / (rclaimed + rtruth));
}

export function sayTaught(all: TaughtBy): void {
  const sum = (list: number[]) => list.reduce((total, x) => total + x, 0);
  for (const [name, bySource] of all) {
    const f1s: number[] = [];
    const whole: Tally = { right: 0, claimed: 0, matching: 0, asked: 0, pages: 0, checks: [], f1: [] };
    const say = (source: string, { right, claimed, matching, asked, pages, checks, f1 }: Tally) =>
      console.log(
        `${`${name} ${source}`.padEnd(16)} row F1 ${((2 * right) / (claimed + matching)).toFixed(3)} (a question ${(sum(f1) / f1.length).toFixed(3)}), P ${(right / claimed).toFixed(3)}, found ${(right / matching).toFixed(3)} of ${matching}; judged ${asked} of ${pages} pages; of ${checks.length} checks ${checks.filter(({ decided, said }) => (decided === 'match') === (said === 'match')).length} right`,
      );
    for (const [source, tally] of bySource) {
      say(source, tally);
      f1s.push((2 * tally.right) / (tally.claimed + tally.matching));
      for (const key of ['right', 'claimed', 'matching', 'asked', 'pages'] as const) whole[key] += tally[key];
      whole.checks.push(...tally.checks);
      whole.f1.push(...tally.f1);
    }
    say('all', whole);
    console.log(`${''.padEnd(16)} mean of sources ${(sum(f1s) / f1s.length).toFixed(3)}`);
  }
}
