import { type CellAnswer, countAnswers } from '../../src/agent/judge/decide/answers.ts';
import { decideWebset, type WebsetDecision } from '../../src/agent/judge/decide/decide-webset.ts';
import { passagesOf, prepareRun, relearnPassages } from '../../src/agent/judge/decide/prepared.ts';
import type { Ruled } from '../../src/agent/judge/learn/ruled.ts';
import type { Weights } from '../../src/agent/judge/weights/weights.ts';
import { lackNo, nextToReview } from '../../src/domain/review/review-queue.ts';
import { combineVerdicts, type Verdict } from '../../src/domain/verdict.ts';
import { pathOf, type Truth } from '../shared/evaluation.ts';
import type { BenchRun } from './runs.ts';
import type { RunScores } from './scores.ts';

/** A person who answers by the truth: the share of wrong answers, whether deciding sentences are clicked, and how those are recognised. */
export interface Person {
  truth: Truth;
  noise: number;
  clicks: boolean;
  overlap: (sentence: string, quote: string) => boolean;
}

/** How a run looks once the rows of `reviewed` were answered. */
export interface Seen {
  reviewed: ReadonlySet<number>;
  decision: WebsetDecision;
  answers: { cells: readonly CellAnswer[]; wrongKind: readonly number[] };
}

/** The slower pass over clicked sentences follows by itself in the service; here it runs after each 5 answered rows. */
const AGAIN = 5;

/** Lets a person answer the rows of a run as the queue offers them, and shows the run at each mark. */
export function teachRun(
  { question, pages }: BenchRun,
  scores: RunScores,
  { person, marks, weights, ruled }: { person: Person; marks: number[]; weights: Weights; ruled: (Ruled | null)[][] | null },
  see: (seen: Seen) => void,
) {
  const { truth, noise, clicks, overlap } = person;
  const rows = scores.kinds.map((page, row) => ({ page, criteria: scores.criteria.map((list) => list[row] ?? null) }));
  const run = prepareRun(question.criteria, rows, { weights, ...(ruled && { ruled }) });
  const answers = { cells: [] as CellAnswer[], wrongKind: [] as number[] };
  const reviewed = new Set<number>();
  const random = randomBy(question.id);
  for (;;) {
    if (reviewed.size > 0 && (reviewed.size % AGAIN === 0 || marks.includes(reviewed.size)) && clicks) relearnPassages(run, answers);
    const decision = decideWebset(run, answers);
    if (marks.includes(reviewed.size)) see({ reviewed, decision, answers });
    if (reviewed.size >= Math.max(...marks)) return;
    const lack = lackNo(question.criteria.map((_, criterion) => countAnswers(answers, criterion)));
    const asked = decision.rows.map(({ likelihood, cells }, index) => ({
      index,
      likelihood,
      reviewed: reviewed.has(index),
      lacking: lack.length > 0 ? lack.reduce((sum, criterion) => sum + (cells[criterion]?.foreseen ?? 0), 0) / lack.length : null,
    }));
    const [next] = nextToReview(asked, 1);
    if (!next) return;
    const row = next.index;
    reviewed.add(row);
    const { url, text } = pages[row] ?? { url: '', text: '' };
    const path = pathOf(url);
    if (!truth.thing(path)) {
      answers.wrongKind.push(row);
      continue;
    }
    for (const [criterion, { label }] of question.criteria.entries()) {
      const known = truth.verdicts(path)[label];
      if (!known) continue;
      let verdict = (known === 'unknown' ? 'needs_review' : known) as Verdict;
      if (noise > 0 && verdict !== 'needs_review' && random() < noise) verdict = verdict === 'match' ? 'no_match' : 'match';
      const support = clicks && verdict === 'match' ? truth.support.get(path)?.[label] : undefined;
      const offered = support ? passagesOf(run, { row, criterion }, 7) : [];
      const passage = offered.find(({ start, end }) => support?.some((sentence) => overlap(sentence, text.slice(start, end)))) ?? null;
      answers.cells.push({ row, criterion, verdict, passage, before: decision.rows[row]?.cells[criterion]?.foreseen ?? null });
    }
  }
}

/** The results of a run in the shape of an export, and its addresses by likelihood. */
export function exported({ question, pages }: BenchRun, { decision }: Seen) {
  const results = decision.rows.map(({ cells }, row) => {
    const { url, text } = pages[row] ?? { url: '', text: '' };
    const criteria = Object.fromEntries(
      question.criteria.map(({ label }, i) => {
        const { verdict, evidence } = cells[i] ?? { verdict: null, evidence: null };
        return [label, { verdict, evidence: evidence ? text.slice(evidence.start, evidence.end) : null }];
      }),
    );
    return {
      url,
      matchVerdict: combineVerdicts(cells.map(({ verdict }) => verdict)),
      criteria,
      enrichments: {} as Record<string, string | null>,
    };
  });
  const order = decision.rows.map(({ likelihood }, row) => ({ likelihood, url: pages[row]?.url ?? '' }));
  return { results, order: order.sort((a, b) => b.likelihood - a.likelihood).map(({ url }) => url) };
}

/** A generator of numbers from 0 to 1, the same ones for the same seed. */
export function randomBy(seed: string): () => number {
  let state = [...seed].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
