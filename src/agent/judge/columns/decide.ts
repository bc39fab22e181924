import type { Span } from '../../../domain/page/evidence.ts';
import { sigmoid } from '../decide/estimate.ts';
import type { AskedColumn } from './asked.ts';
import { isOffered, isValue } from './offer.ts';
import { type ConfirmedValue, FEW, fold, isSame, type Pick, picksOf } from './picks.ts';
import type { ColumnScore, ScoredValue } from './score-column.ts';
import { type ColumnWeights, shipped } from './weights.ts';

/** The value that the rules read for a row; null if they read none; undefined if the cell has a value from another source. */
export type ReadValue = string | null | undefined;

/**
 * The decision for a cell: a `value` if it is likely enough to be right, else the best candidate as a `suggestion` if it is worth showing.
 */
export interface ValueDecision {
  value: string | null;
  suggestion: string | null;
  /** The best candidate, whatever its likelihood. `evidence` is the span of its sentence. */
  candidate: string | null;
  likelihood: number;
  evidence: Span | null;
  /** Whether the value that the rules read remains the cell's value. */
  isRead: boolean;
}

/** The least likelihood of a proved value that the page's structured data also gives. */
const HINTED = 0.95;
/** The least likelihood at which a value fills a cell before any value is confirmed. */
const SURE = 0.9;
/** From `least` pages on, the rules' values count as confirmed. Of more than `most` pages, evenly spaced ones are used. */
const READ = { least: 4, most: 8 };
/** From this many values given by people on, these decide the column. One correction says nothing about the other pages. */
const TAUGHT = 4;
/** Whether `said`, a number of values given by people, is enough to decide a column. */
export const isTaughtBy = (said: number): boolean => said >= TAUGHT;
/** Likely values may fill cells only if they reproduce at least this share of the values given by people. */
const REPRODUCED = 0.5;
const NOTHING: ValueDecision = { value: null, suggestion: null, candidate: null, likelihood: 0, evidence: null, isRead: false };
/**
 * Decides a column for every row from its candidate values, their places on the other pages and the confirmed values. Before any value is
 * confirmed, it fills only cells that the rules left empty.
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

/** The share of the values given by people that `atRow` reproduces. */
function shareOf(confirmed: readonly ConfirmedValue[], atRow: (row: number) => string | null | undefined): number {
  const said = confirmed.flatMap(({ row, value }) => (value === null ? [] : [{ row, value }]));
  const same = said.filter(({ row, value: one }) => {
    const value = atRow(row);
    return typeof value === 'string' && isSame({ same: fold(value), value }, one);
  });
  return said.length === 0 ? 0 : same.length / said.length;
}

/** That share for the rules' values: 0 if they read a value that people say is not given, -1 if they read none. */
function readShare(confirmed: readonly ConfirmedValue[], read: readonly ReadValue[]): number {
  const both = confirmed.filter(({ row }) => typeof read[row] === 'string');
  return both.length === 0 ? -1 : both.some(({ value }) => value === null) ? 0 : shareOf(both, (row) => read[row]);
}

/** The known value of each page: the one given by people, else the one that the rules read. */
function withSaid(read: readonly ReadValue[], confirmed: readonly ConfirmedValue[]): readonly ReadValue[] {
  const said = new Map(confirmed.map(({ row, value }) => [row, value]));
  return read.map((value, row) => (said.has(row) ? said.get(row) : value));
}

type Likely = { best: ScoredValue; likelihood: number } | null;

const likelyValues = (picks: readonly (Pick | null)[], weights: readonly number[]): Likely[] =>
  picks.map((pick) => pick && { best: pick.best, likelihood: sigmoid(pick.sure.reduce((sum, x, i) => sum + x * (weights[i] ?? 0), 0)) });

const isAsSure = (likely: Likely | undefined, value: string) =>
  !!likely && likely.likelihood >= SURE && fold(likely.best.value) === fold(value);

/** The likeliest values if the rules' values on other pages counted as confirmed; null if the rules read too few. */
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
