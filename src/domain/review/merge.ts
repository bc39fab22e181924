import { z } from 'zod';
import { textOf } from '../text.ts';

export const MERGE_ACTIONS = ['merge', 'split'] as const;
export type MergeAction = (typeof MERGE_ACTIONS)[number];

/**
 * identifier: both pages prove one public identifier; site: both are on a company's own domain; words: nearly the same title and text;
 * person: a person merged them.
 */
export const MERGE_REASONS = ['identifier', 'site', 'words', 'person'] as const;
export type MergeReason = (typeof MERGE_REASONS)[number];

/** Why two rows may be about one thing. These are claims without proof. */
export const SUGGESTION_REASONS = ['identifier', 'website', 'name'] as const;
export type SuggestionReason = (typeof SUGGESTION_REASONS)[number];

/** The most rows that are suggested for a merge with one row. */
export const SUGGESTED_MAX = 10;
/** The most rows that a person merges or splits off at once. */
export const MERGED_MAX = 100;
/** The most code points of a person's reason. */
export const MERGE_NOTE_MAX = 1000;
/** The most pages of a row. */
export const ROW_PAGES_MAX = 100;
/** The most pages that a run reads for one row; further addresses are stored without being read. */
export const PAGES_MAX = 3;
/** The most entries of a row's merge history that are returned, newest first. */
export const MERGES_LISTED = 100;

const ids = (least: number) => z.array(z.uuid()).min(least).max(MERGED_MAX);
const note = textOf(0, MERGE_NOTE_MAX).optional();
export const mergeInput = z.object({ rowIds: ids(2), note });
export const splitInput = z.object({ rowIds: ids(1), note });

/** An entry of a row's merge history, `reviewer` as in a cell's history. */
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
 * The page that represents a row: one on the entity's own site (a host spelled like the entity, or one that a page states), front page
 * first; otherwise the first. `pages` are in the order found, `websites` are the stated domains.
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
