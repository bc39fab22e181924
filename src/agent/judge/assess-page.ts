import { guardValue, guardVerdict } from '../evidence/guard.ts';
import type { Judged, JudgeInput, Judgement, Valued } from './finding.ts';
import { hintedIn } from './rules/columns/hinted-links.ts';
import { judgeByRules } from './rules/lexical.ts';
import { type Scores, scoreFor } from './scores.ts';

/** What the rules read on a page, behind the guard, and its scores. */
export interface Assessment extends Judgement<Judged, Valued> {
  /** What the rules quoted, before the guard: a model is shown the passages that hold it. */
  quotes: string[];
  scores: Scores;
}

/** Judges one page by the rules and scores it. */
export function assessPage(input: JudgeInput, judge = judgeByRules): Assessment {
  const { page, criteria, columns } = input;
  const said = judge(input);
  const verdicts = criteria.flatMap((one): [string, Judged][] => {
    const finding = said.verdicts.get(one.id);
    if (!finding) return [];
    const { proof: _, ...judged } = guardVerdict(page, one, finding);
    return [[one.id, judged]];
  });
  const values = columns.flatMap((one): [string, Valued][] => {
    const finding = said.values.get(one.id);
    return finding ? [[one.id, guardValue(page, one, finding)]] : [];
  });
  return {
    verdicts: new Map(verdicts),
    values: new Map(values),
    quotes: [...said.verdicts.values(), ...said.values.values()].flatMap(({ quote }) => quote ?? []),
    scores: scoreFor({ page, criteria, columns }, (column) => hintedIn(page, column)),
  };
}
