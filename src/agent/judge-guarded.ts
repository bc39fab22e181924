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

/** What a page says on everything asked: what the reasoner says, behind the guard, without what the reasoner then takes back. What it leaves out is absent. */
export async function judgeGuarded(reasoner: Reasoner, input: JudgeInput, signal: AbortSignal): Promise<Judgement<Judged, Valued>> {
  const { page, criteria, columns } = input;
  const said = await reasoner.judge(input, signal);
  const guarded = new Map(
    criteria.flatMap((one): [string, Guarded][] => {
      const finding = said.verdicts.get(one.id);
      return finding ? [[one.id, guardVerdict(page, one, finding)]] : [];
    }),
  );
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
  const values = columns.flatMap((one): [string, Valued][] => {
    const finding = said.values.get(one.id);
    return finding ? [[one.id, guardValue(page, one, finding)]] : [];
  });
  return { ...said, verdicts: new Map(verdicts), values: new Map(values), spent: add(said.spent ?? NOTHING, spent) };
}
