import type { Format, HeadFragment, LineFragment } from '../generated/documents.ts';
import { words } from '../texts/texts.ts';

export const TABS = ['match', 'partial', 'needs_review', 'no_match', 'no_by_answers', 'all', 'hidden'] as const;
export type Tab = (typeof TABS)[number];

export const TAB_ICONS = {
  match: 'match',
  partial: 'partial',
  needs_review: 'needs_review',
  no_match: 'no_match',
  no_by_answers: 'no_match',
  all: 'search',
  hidden: 'eye',
} as const satisfies Record<Tab, string>;

export interface Column {
  /** `title`, `overall`, or the UUID of a criterion or an enrichment. */
  key: string;
  kind: 'title' | 'overall' | 'criterion' | 'enrichment';
  label: string;
  /** For a criterion: whether it counts in the combined verdict. */
  required?: boolean;
  /** For an enrichment. */
  format?: Format;
}

export interface Sort {
  key: string;
  down: boolean;
}

/** The columns of a webset from left to right. */
export function columnsOf(
  { criteria, enrichments }: Pick<HeadFragment, 'criteria' | 'enrichments'>,
  title: string,
  overall: string,
): Column[] {
  return [
    { key: 'title', kind: 'title', label: title },
    { key: 'overall', kind: 'overall', label: overall },
    ...criteria.map(({ uuid, label, required }): Column => ({ key: uuid, kind: 'criterion', label, required })),
    ...enrichments.map(({ uuid, label, format }): Column => ({ key: uuid, kind: 'enrichment', label, format })),
  ];
}

export const verdictAt = (line: LineFragment, criterion: string) => line.verdicts.find((cell) => cell.criterion.uuid === criterion);

/** The criterion that decides a row's combined verdict, unless it is a match: the first with the same verdict. */
export const decidingColumn = (line: LineFragment, columns: readonly Column[]): Column | undefined =>
  line.matchVerdict === null || line.matchVerdict === 'match'
    ? undefined
    : columns.find(({ kind, key, required }) => kind === 'criterion' && required && verdictAt(line, key)?.effective === line.matchVerdict);

/** Why a row has its combined verdict: the deciding criterion, and the reason unless a person decided. */
export function whyOf(line: LineFragment, { key, label }: Column): string {
  const cell = verdictAt(line, key);
  return cell?.reason && !cell.review ? `${label}: ${words.verdictReasons[cell.reason]}` : label;
}

export const valueAt = (line: LineFragment, enrichment: string) => line.values.find((cell) => cell.enrichment.uuid === enrichment);

/** What decided a criterion's cell, for its mark: the page's words, answers on other rows, or a person. */
export function saidOf(
  cell: (Pick<LineFragment['verdicts'][number], 'verdict' | 'effective' | 'reason' | 'state'> & { review: unknown }) | undefined,
) {
  const byPerson = cell?.review != null;
  const byAnswers = !byPerson && cell?.verdict !== 'needs_review' && (cell?.reason === 'learned' || cell?.reason === 'resembles');
  return { verdict: cell?.effective ?? null, state: cell?.state ?? ('waiting' as const), byPerson, byAnswers };
}

/** The unconfirmed suggestion for a value; null without one. */
export const suggestedAt = (cell: Pick<LineFragment['values'][number], 'value' | 'suggestion' | 'review'> | undefined) =>
  cell && cell.value === null && !cell.review ? (cell.suggestion?.value ?? null) : null;

/** The name of a sort order. */
export function orderOf({ kind, format }: Column, down: boolean): string {
  const { sortOrders: t } = words.grid;
  const [up, other] =
    kind === 'overall' || kind === 'criterion' ? t.verdict : format === 'number' ? t.number : format === 'date' ? t.date : t.text;
  return down ? other : up;
}

/** A sort in the address: the column's key, with a minus for descending order. */
export const sortText = (sort: Sort | null) => (sort ? `${sort.down ? '-' : ''}${sort.key}` : null);
export const sortOf = (text: string | null): Sort | null => (text ? { key: text.replace(/^-/, ''), down: text.startsWith('-') } : null);

/** The tab of a row by its verdict; null until it has one. */
export const tabOf = ({ matchVerdict, noByAnswers }: Pick<LineFragment, 'matchVerdict' | 'noByAnswers'>): Tab | null =>
  noByAnswers ? 'no_by_answers' : matchVerdict;

/** The number of rows in each tab. */
export function countTabs(lines: readonly LineFragment[], hidden: number): Record<Tab, number> {
  const counts: Record<Tab, number> = { match: 0, partial: 0, needs_review: 0, no_match: 0, no_by_answers: 0, all: lines.length, hidden };
  for (const line of lines) {
    const tab = tabOf(line);
    if (tab) counts[tab]++;
  }
  return counts;
}

/** The same as the service counted them, before all rows are loaded. */
export function countedTabs({
  match,
  partial,
  needsReview,
  noMatch,
  noByAnswers,
  pending,
  hidden,
}: HeadFragment['counts']): Record<Tab, number> {
  const all = match + partial + needsReview + noMatch + pending;
  return { match, partial, needs_review: needsReview, no_match: noMatch - noByAnswers, no_by_answers: noByAnswers, all, hidden };
}

const holds = (line: LineFragment, needle: string) =>
  line.title.toLowerCase().includes(needle) ||
  line.url.toLowerCase().includes(needle) ||
  line.values.some(({ value }) => value?.toLowerCase().includes(needle));

/** Whether a tab is not about a verdict. */
export const holdsAll = (tab: Tab) => tab === 'all' || tab === 'hidden';

/**
 * The rows of a tab that contain a text, and those that stay in it: those to review by likelihood, others in the order found, or most
 * likely first.
 */
export function viewOf(
  lines: readonly LineFragment[],
  { tab, text, stays, isLikeliest = false }: { tab: Tab; text: string; stays?: ReadonlySet<string>; isLikeliest?: boolean },
): readonly LineFragment[] {
  const needle = text.trim().toLowerCase();
  const shown =
    holdsAll(tab) && needle === ''
      ? lines
      : lines.filter(
          (line) => (holdsAll(tab) || tabOf(line) === tab || (stays?.has(line.uuid) ?? false)) && (needle === '' || holds(line, needle)),
        );
  if (isLikeliest) return byVerdict(shown);
  return tab === 'needs_review' ? byLikelihood(shown) : shown;
}

/** Most likely first, those without a likelihood last. */
const byLikelihood = (lines: readonly LineFragment[]): readonly LineFragment[] =>
  lines.some(({ likelihood }) => likelihood !== null) ? [...lines].sort((a, b) => (b.likelihood ?? -1) - (a.likelihood ?? -1)) : lines;

const RANKS: readonly (LineFragment['matchVerdict'] | null)[] = ['match', 'partial', 'needs_review', null, 'no_match'];
const likelihoodOf = ({ likelihood }: LineFragment) => likelihood ?? -1;

/** Matches first, then by verdict and likelihood. */
const byVerdict = (lines: readonly LineFragment[]): readonly LineFragment[] =>
  [...lines].sort((a, b) => RANKS.indexOf(a.matchVerdict) - RANKS.indexOf(b.matchVerdict) || likelihoodOf(b) - likelihoodOf(a));

/** The paths of files that this service serves: a token and the file's name. */
const OWN_FILE = /^\/pages\/[\da-f-]{36}\//;

/** The display text of a row's address: the name of a collection's file, the full text of anything but a web address. */
export function shortUrl(url: string): string {
  if (!isWeb(url)) return url;
  try {
    const { host, pathname } = new URL(url);
    const path = decodeURI(pathname).replace(/\/(?:index\.html?)?$/, '');
    if (host === globalThis.location?.host && OWN_FILE.test(path)) return path.replace(OWN_FILE, '');
    return host.replace(/^www\./, '') + path;
  } catch {
    return url;
  }
}

/** Whether text may become a link: values and addresses could be anything. */
export const isWeb = (url: string) => /^https?:\/\//i.test(url);

/** Whether a value is a web address and nothing else. */
export const isLink = (value: string) => isWeb(value) && !/\s/.test(value) && URL.canParse(value);

/** An address that opens the page at the quoted words (text fragments, wicg.github.io/scroll-to-text-fragment). */
export function linkTo(url: string, quote: string | null): string {
  if (!quote) return url;
  const encode = (text: string) => encodeURIComponent(text).replace(/[-]/g, '%2D');
  const parts = quote.trim().split(/\s+/);
  const text = parts.length > 12 ? `${encode(parts.slice(0, 5).join(' '))},${encode(parts.slice(-5).join(' '))}` : encode(parts.join(' '));
  return `${url.split('#', 1)[0]}#:~:text=${text}`;
}
