import { setImmediate } from 'node:timers/promises';
import { add, NOTHING, type Spent } from '../../domain/money/cost.ts';
import type { Judge } from '../../domain/verdict.ts';
import type { Assessment } from '../judge/assess-page.ts';
import type { Doubt, Guarded, Judged, JudgeInput, Judgement, Reasoner, Valued } from '../judge/finding.ts';
import { guardValue, guardVerdict } from './evidence-guard.ts';

/** A verdict that its own reasoner retracts. Words that do not bear on the question are dropped; ambiguous words stay as evidence. */
const takenBack = (guarded: Guarded, { reason, note }: Doubt): Guarded => ({
  ...guarded,
  verdict: 'needs_review',
  reason,
  note: `${guarded.note} ${note}`.trim(),
  evidence: reason === 'disputed' ? guarded.evidence : null,
});

/** Lets other runs of this thread proceed: placing 100 inexact quotes on a long page takes many seconds. */
async function letOthers(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}

/** The judgement of a page, and who judged. */
export interface JudgedPage extends Judgement<Judged, Valued> {
  by: Judge;
}

/** The rules' assessment, with a note on why no model judged. */
function byRules({ verdicts, values }: Assessment, why: string, spent: Spent): JudgedPage {
  const noted = <T extends { note: string }>(found: Map<string, T>) =>
    new Map([...found].map(([id, one]) => [id, { ...one, note: `${one.note} Judged by the rules, since ${why}.` }]));
  return { verdicts: noted(verdicts), values: noted(values), by: 'lexical', spent };
}

/**
 * The judgement of a page on all questions: the reasoner's, checked by the guard and by the reasoner's own doubts; the rules' where no
 * model answers. Unanswered questions are absent. `rules`: null where the rules failed on the page.
 */
export async function judgeGuarded(
  reasoner: Reasoner,
  input: JudgeInput,
  rules: Assessment | null,
  signal: AbortSignal,
): Promise<JudgedPage> {
  const { page, criteria, columns } = input;
  const said = await reasoner.judge({ ...input, ...(rules && { quotes: rules.quotes }) }, signal);
  if (said.unanswered !== undefined) {
    if (!rules) throw new Error(said.unanswered);
    return byRules(rules, said.unanswered, said.spent ?? NOTHING);
  }
  const guarded = new Map<string, Guarded>();
  for (const one of criteria) {
    const finding = said.verdicts.get(one.id);
    if (finding) guarded.set(one.id, guardVerdict(page, one, finding));
    await letOthers(signal);
  }
  const { doubts, spent } = (await reasoner.doubt?.(input, guarded, signal)) ?? { doubts: new Map<string, Doubt>(), spent: NOTHING };
  const verdicts = [...guarded].map(([id, one]): [string, Judged] => {
    const doubt = doubts.get(id);
    const { proof: _, ...judged } = doubt ? takenBack(one, doubt) : one;
    return [id, judged];
  });
  const values = new Map<string, Valued>();
  for (const one of columns) {
    const finding = said.values.get(one.id);
    if (finding) values.set(one.id, guardValue(page, one, finding));
    await letOthers(signal);
  }
  return { verdicts: new Map(verdicts), values, by: reasoner.name, spent: add(said.spent ?? NOTHING, spent) };
}
