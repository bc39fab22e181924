import type { Span } from '../../../domain/page/evidence.ts';
import { sigmoid } from '../decide/estimate.ts';
import type { AskedColumn } from './asked.ts';
import { isOffered, isValue } from './offer.ts';
import { type ConfirmedValue, FEW, fold, isSame, type Pick, picksOf } from './picks.ts';
import type { ColumnScore, ScoredValue } from './score-column.ts';
import { type ColumnWeights, shipped } from './weights.ts';

/** What the rules read of a row's page for a column: its value, null where the page is silent to them; undefined where something else was said of it. */
export type ReadValue = string | null | undefined;

/** What a column gets of a row: a value where it is likely enough to be right, else the best candidate as a suggestion where it is worth a look. */
export interface ValueDecision {
  value: string | null;
  suggestion: string | null;
  /** The best candidate, however likely. `evidence` is its sentence. */
  candidate: string | null;
  likelihood: number;
  evidence: Span | null;
  /** Whether what the rules read stands. */
  isRead: boolean;
}

/** How likely a value is that the page's structured data gives, too. */
const HINTED = 0.95;
/** How likely a value is at least that fills a cell before any was confirmed. */
const SURE = 0.9;
/** From so many pages on, what the rules read is taken as confirmed; of more than the most, those of every so many pages are. */
const READ = { least: 4, most: 8 };
/** From so many pages on, what people said decides a column; fewer count beside what the rules read: one correction says nothing of the other pages. */
const TAUGHT = 4;
/** Whether so many values that people said decide a column. */
export const isTaughtBy = (said: number): boolean => said >= TAUGHT;
/** The share of the pages that people said a value of on which the likeliest value is that one, where likely values may fill cells. */
const REPRODUCED = 0.5;
const NOTHING: ValueDecision = { value: null, suggestion: null, candidate: null, likelihood: 0, evidence: null, isRead: false };
/**
 * Decides a column for every row by the values that pages may give, by where they stand on the other pages, and by what was confirmed. Before anything was
 * confirmed, only cells are filled where the rules read nothing.
 */
export function decideColumn(
  asked: AskedColumn,
  scores: readonly (ColumnScore | null)[],
  {
    confirmed,
    read = [],
    weights = shipped,
  }: { confirmed: readonly ConfirmedValue[]; read?: readonly ReadValue[]; weights?: ColumnWeights },
): ValueDecision[] {
  const isTaught = isTaughtBy(confirmed.length);
  const mode = isTaught ? 'taught' : scores.length < FEW ? 'alone' : 'untaught';
  const likely = likelyValues(picksOf(asked, scores, isTaught ? confirmed : []), weights.sure[mode]);
  const beside = mode === 'untaught' ? besideRead(asked, scores, { read: withSaid(read, confirmed), weights }) : null;
  const reproduced = shareOf(confirmed, (row) => likely[row]?.best.value);
  const areRight = isTaught && readShare(confirmed, read) >= reproduced;
  return likely.map((one, row) => {
    const isRead = typeof read[row] === 'string' && (!isTaught || areRight);
    if (!one) return { ...NOTHING, isRead };
    const { best, likelihood } = one;
    const { value, start, end, hinted, says } = best;
    const isProved = hinted === true && (asked.format !== 'number' || says.some((x) => x > 0));
    const isSure = isTaught
      ? reproduced >= REPRODUCED && likelihood >= weights.cuts[asked.format]
      : mode === 'untaught' && likelihood >= SURE && (!beside || isAsSure(beside[row], value));
    const fills = !isRead && (isTaught || read[row] === null) && isValue(asked, value) && (isProved || (isSure && hinted !== false));
    return {
      value: fills ? value : null,
      suggestion: !isRead && !fills && isOffered(asked, best, { likelihood, isTaught }) ? value : null,
      candidate: value,
      likelihood: isProved ? Math.max(HINTED, likelihood) : likelihood,
      evidence: { start, end },
      isRead,
    };
  });
}

/** The share of the pages that people said a value of for which this gives the same. */
function shareOf(confirmed: readonly ConfirmedValue[], atRow: (row: number) => string | null | undefined): number {
  const said = confirmed.flatMap(({ row, value }) => (value === null ? [] : [{ row, value }]));
  const same = said.filter(({ row, value: one }) => {
    const value = atRow(row);
    return typeof value === 'string' && isSame({ same: fold(value), value }, one);
  });
  return said.length === 0 ? 0 : same.length / said.length;
}

/** The same of what the rules read, of the pages on which they read anything; 0 where they read something that people say is not given, or nothing at all. */
function readShare(confirmed: readonly ConfirmedValue[], read: readonly ReadValue[]): number {
  const both = confirmed.filter(({ row }) => typeof read[row] === 'string');
  return both.length === 0 ? -1 : both.some(({ value }) => value === null) ? 0 : shareOf(both, (row) => read[row]);
}

/** What is known of each page: what people said, else what the rules read. */
function withSaid(read: readonly ReadValue[], confirmed: readonly ConfirmedValue[]): readonly ReadValue[] {
  const said = new Map(confirmed.map(({ row, value }) => [row, value]));
  return read.map((value, row) => (said.has(row) ? said.get(row) : value));
}

type Likely = { best: ScoredValue; likelihood: number } | null;

const likelyValues = (picks: readonly (Pick | null)[], weights: readonly number[]): Likely[] =>
  picks.map((pick) => pick && { best: pick.best, likelihood: sigmoid(pick.sure.reduce((sum, x, i) => sum + x * (weights[i] ?? 0), 0)) });

const isAsSure = (likely: Likely | undefined, value: string) =>
  !!likely && likely.likelihood >= SURE && fold(likely.best.value) === fold(value);

/** The likeliest values were what the rules read on other pages confirmed. Null where they read too little. */
function besideRead(
  asked: AskedColumn,
  scores: readonly (ColumnScore | null)[],
  { read, weights }: { read: readonly ReadValue[]; weights: ColumnWeights },
): Likely[] | null {
  const all = read.flatMap((value, row): ConfirmedValue[] => (value ? [{ row, value }] : []));
  if (all.length < READ.least) return null;
  const step = Math.ceil(all.length / READ.most);
  return likelyValues(
    picksOf(
      asked,
      scores,
      all.filter((_, i) => i % step === 0),
    ),
    weights.sure.taught,
  );
}
