import { guardValue, guardVerdict } from '../evidence/evidence-guard.ts';
import type { Judged, JudgeInput, Judgement, Valued } from './finding.ts';
import { hintedIn } from './rules/columns/hinted-links.ts';
import { judgeByRules } from './rules/lexical.ts';
import { type Scores, scoreFor } from './scores.ts';

/** The rules' guarded verdicts and values for one page, and the page's scores. */
export interface Assessment extends Judgement<Judged, Valued> {
  /** Quotes of the rules, not yet checked by the guard. A model is always shown the passages that hold them. */
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
