import { z } from 'zod';
import { textOf } from '../text.ts';

export const MERGE_ACTIONS = ['merge', 'split'] as const;
export type MergeAction = (typeof MERGE_ACTIONS)[number];

/** identifier: both pages are proved to be of one public identifier; site: both stand on a company's own registrable domain; words: both have nearly the same title and words; person: a person did it. */
export const MERGE_REASONS = ['identifier', 'site', 'words', 'person'] as const;
export type MergeReason = (typeof MERGE_REASONS)[number];

/** Why two rows may be of one thing: claims, which nothing proves. */
export const SUGGESTION_REASONS = ['identifier', 'website', 'name'] as const;
export type SuggestionReason = (typeof SUGGESTION_REASONS)[number];

/** Rows that are suggested for a merge with one. */
export const SUGGESTED_MAX = 10;
/** Rows that a person merges or splits off at once. */
export const MERGED_MAX = 100;
/** Of a reason in a person's words, in code points. */
export const MERGE_NOTE_MAX = 1000;
/** Pages that a row may have. */
export const ROW_PAGES_MAX = 100;
/** Pages that a run reads for one row; further addresses are kept, and not read. */
export const PAGES_MAX = 3;
/** Entries of a row's history of merges that are answered, the newest. */
export const MERGES_LISTED = 100;

const ids = (least: number) => z.array(z.uuid()).min(least).max(MERGED_MAX);
const note = textOf(0, MERGE_NOTE_MAX).optional();
export const mergeInput = z.object({ rowIds: ids(2), note });
export const splitInput = z.object({ rowIds: ids(1), note });

/** An entry of the history of a row's merges, `reviewer` as in a cell's history. */
export interface MergeEntry {
  /** The row that was merged into another, or split off it. */
  rowId: string;
  action: MergeAction;
  reason: MergeReason;
  note: string | null;
  reviewer: string | null;
  at: Date;
}

interface OwnAddress {
  url: string;
  title: string;
}

const letters = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The page by which a row of several is shown: one on the entity's own site, which is a host that is spelled as one of the pages names the entity or that
 * one of them states, the site's front page first; else the first. `pages` in the order found, `websites` the domains stated.
 */
export function bestPage<P extends OwnAddress>(pages: readonly [P, ...P[]], websites: readonly string[]): P {
  const names = new Set(pages.map(({ title }) => letters(title)).filter((name) => name.length > 2));
  const rank = ({ url }: P) => {
    const parsed = URL.parse(url);
    const host = parsed?.hostname.replace(/^www\./, '') ?? '';
    const labels = host.split('.').slice(0, -1);
    const isOwn = websites.some((site) => host === site || host.endsWith(`.${site}`)) || labels.some((label) => names.has(letters(label)));
    return isOwn ? (parsed?.pathname === '/' ? 2 : 1) : 0;
  };
  return pages.reduce((best, page) => (rank(page) > rank(best) ? page : best));
}
