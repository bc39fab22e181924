import { setImmediate } from 'node:timers/promises';
import { add, NOTHING } from '../domain/money/cost.ts';
import { guardValue, guardVerdict } from './guard.ts';
import type { Doubt, Guarded, Judged, JudgeInput, Judgement, Reasoner, Valued } from './judge/finding.ts';

/** A verdict that its own reasoner takes back. Words that do not bear on the question are no evidence; words that are read in two ways are shown. */
const takenBack = (guarded: Guarded, { reason, note }: Doubt): Guarded => ({
  ...guarded,
  verdict: 'needs_review',
  reason,
  note: `${guarded.note} ${note}`.trim(),
  evidence: reason === 'disputed' ? guarded.evidence : null,
});

/** Quotes with slips take long to place on a long page: a hundred of them would hold the thread of all runs for many seconds. */
async function letOthers(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}

/** What a page says on everything asked: what the reasoner says, behind the guard, without what the reasoner then takes back. What it leaves out is absent. */
export async function judgeGuarded(reasoner: Reasoner, input: JudgeInput, signal: AbortSignal): Promise<Judgement<Judged, Valued>> {
  const { page, criteria, columns } = input;
  const said = await reasoner.judge(input, signal);
  const guarded = new Map<string, Guarded>();
  for (const one of criteria) {
    const finding = said.verdicts.get(one.id);
    if (finding) guarded.set(one.id, guardVerdict(page, one, finding));
    await letOthers(signal);
  }
  // the verdicts of another judge are not the reasoner's to take back
  const isOwn = said.by === undefined || said.by === reasoner.name;
  const { doubts, spent } = (isOwn && (await reasoner.doubt?.(input, guarded, signal))) || {
    doubts: new Map<string, Doubt>(),
    spent: NOTHING,
  };
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
  return { ...said, verdicts: new Map(verdicts), values, spent: add(said.spent ?? NOTHING, spent) };
}
