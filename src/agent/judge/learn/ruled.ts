import type { Span } from '../../../domain/page/evidence.ts';
import type { AskType, Grounds } from '../../../domain/page/grounds.ts';
import type { Verdict, VerdictReason } from '../../../domain/verdict.ts';
import type { ScoredUnit } from '../score/record.ts';
import type { Wanted } from '../score/score-page.ts';

/** The rules' guarded finding for a criterion on a page. */
export interface Ruled {
  verdict: Verdict;
  reason: VerdictReason;
  evidence: Span | null;
  /** The fact that decided it; absent or null if words did. */
  by?: Grounds | null;
}

/** The features of the rules' finding. Training decides how far each is trusted. */
export const RULED = [
  'ruled', 'match', 'no', 'partial', 'silent', 'matchNumber', 'matchTime', 'matchPlace', 'matchNear', 'matchLabelled', 'matchFirst',
  'matchShare', 'noNear', 'noBound',
] as const; // biome-ignore format: a list of names

const NOTHING = RULED.map(() => 0);

/** The types of facts that the learner sees as it sees words; other facts are hidden from it. */
const LEARNED = new Set<AskType>(['place', 'number', 'date', 'weekday', 'month', 'licence', 'language']);
const isLearned = ({ by }: Ruled) => !by || by.isWorded === true || LEARNED.has(by.type);

/** The features of a finding that is hidden from the learner: those of silence. */
const SILENT = RULED.map((name) => (name === 'ruled' || name === 'silent' ? 1 : 0));

/** Smoothing: adds this many rows and matches to the share of rows that the rules call a match. */
const UNREAD = { rows: 5, matches: 1 };

/** The `RULED` features of each row of a run; all 0 if the rules have no finding. */
export function ruledFeatures(
  { bound }: Wanted,
  rows: readonly { units: ScoredUnit[]; near: Float32Array; ruled: Ruled | null }[],
): readonly (readonly number[])[] {
  const matches = rows.filter(({ ruled }) => ruled?.verdict === 'match' && isLearned(ruled)).length;
  const share = (matches + UNREAD.matches) / (rows.length + UNREAD.rows);
  return rows.map(({ units, near, ruled }) => {
    if (!ruled) return NOTHING;
    if (!isLearned(ruled)) return SILENT;
    const { verdict, evidence } = ruled;
    const at = evidence ? units.findIndex(({ start, end }) => start < evidence.end && end > evidence.start) : -1;
    const isMatch = verdict === 'match' ? 1 : 0;
    const isNo = verdict === 'no_match' && evidence ? 1 : 0;
    const nearness = near[at] ?? 0;
    const isLabelled = (units[at]?.label.length ?? 0) > 0 ? 1 : 0;
    return [
      1,
      isMatch,
      isNo,
      verdict === 'partial' ? 1 : 0,
      ruled.reason === 'silent' ? 1 : 0,
      bound?.kind === 'number' ? isMatch : 0,
      bound?.kind === 'time' ? isMatch : 0,
      bound?.kind === 'place' ? isMatch : 0,
      isMatch * nearness,
      isMatch * isLabelled,
      at >= 0 && at < 3 ? isMatch : 0,
      isMatch * share,
      isNo * nearness,
      bound ? isNo : 0,
    ];
  });
}
