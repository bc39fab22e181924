import type { Verdict } from '../verdict.ts';

/**
 * A model's share of a run's pages by default: all up to `whole`; above, `least`, raised by `step` while less than `precision` of what was
 * learned is right. The first `read` pages are judged as they are read.
 */
export const AUTO = { whole: 100, least: 0.2, step: 0.1, precision: 0.9, read: 10 };
/** The part of a model's pages that check what was learned. */
const CHECK = 0.2;
/** Only the latest checks count: earlier decisions were learned from fewer answers. */
const LATEST = 12;

/** Whether a model judges every page as it is read. `share` is 0 to 1; null for automatic. */
export const isWhole = (share: number | null, maxPages: number): boolean => share === 1 || (share === null && maxPages <= AUTO.whole);

/** Of `pages` at a share, how many a model judges to teach, and how many to check. */
export function quotaOf(pages: number, share: number): { teach: number; check: number } {
  const all = Math.min(pages, Math.ceil(share * pages - 1e-9));
  const check = all === pages ? 0 : Math.floor(CHECK * all);
  return { teach: all - check, check };
}

/** The most pages of a run that a model judges while no check raises the share. */
export const pagesJudged = (pages: number, share: number | null): number =>
  share === null ? Math.max(Math.min(pages, AUTO.whole), Math.ceil(AUTO.least * pages)) : Math.ceil(share * pages - 1e-9);

/** The verdict that was decided for a row, and the model's verdict afterwards. */
export interface Check {
  decided: Verdict;
  said: Verdict | null;
}

/** The share of the latest decisions that the model confirms: both say match, or neither does. Null without checks. */
export function precisionOf(checks: readonly Check[]): number | null {
  const last = checks.slice(-LATEST);
  const right = last.filter(({ decided, said }) => (decided === 'match') === (said === 'match'));
  return last.length === 0 ? null : right.length / last.length;
}

/** The share after its check: higher when precision was too low. */
export function shareAfter(share: number, checks: readonly Check[]): number {
  const precision = precisionOf(checks);
  return precision === null || precision >= AUTO.precision ? share : Math.min(1, share + AUTO.step);
}
