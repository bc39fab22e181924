import type { Verdict } from '../verdict.ts';

/**
 * What a model judges of a run's pages where no share is named: all of up to `whole`; of more the share `least`, raised by `step` while its check
 * says that less than `precision` of what was learned is right. The first `read` pages of a run it judges as they are read.
 */
export const AUTO = { whole: 100, least: 0.2, step: 0.1, precision: 0.9, read: 10 };
/** The part of a model's pages by which what was learned is checked. */
const CHECK = 0.2;
/** The last so many checks count: what was decided before was learned from less. */
const LATEST = 12;

/** Whether a model judges every page as it is read: `share` from 0 to 1, null for auto. */
export const isWhole = (share: number | null, maxPages: number): boolean => share === 1 || (share === null && maxPages <= AUTO.whole);

/** Of so many pages at a share, how many a model judges to teach, and how many to check. */
export function quotaOf(pages: number, share: number): { teach: number; check: number } {
  const all = Math.min(pages, Math.ceil(share * pages - 1e-9));
  const check = all === pages ? 0 : Math.floor(CHECK * all);
  return { teach: all - check, check };
}

/** The most pages that a model judges of a run of so many, as long as no check raises the share. */
export const pagesJudged = (pages: number, share: number | null): number =>
  share === null ? Math.max(Math.min(pages, AUTO.whole), Math.ceil(AUTO.least * pages)) : Math.ceil(share * pages - 1e-9);

/** What was decided of a row, and what the model then said of it. */
export interface Check {
  decided: Verdict;
  said: Verdict | null;
}

/** The share of the last decisions that the model bears out: a match that it calls one, any other that it does not. Null without a check. */
export function precisionOf(checks: readonly Check[]): number | null {
  const last = checks.slice(-LATEST);
  const right = last.filter(({ decided, said }) => (decided === 'match') === (said === 'match'));
  return last.length === 0 ? null : right.length / last.length;
}

/** The share after its check: a higher one where too little was right. */
export function shareAfter(share: number, checks: readonly Check[]): number {
  const precision = precisionOf(checks);
  return precision === null || precision >= AUTO.precision ? share : Math.min(1, share + AUTO.step);
}
