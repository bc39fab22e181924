import type { PageTime } from '../../agent/entity/examiner.ts';
import { excerptOf } from '../../agent/entity/sameness.ts';
import { ReadFailure } from '../../agent/read/failure.ts';
import type { Tx } from '../../db/connection/client.ts';
import { findNeighbours, listMirrors, listTitled, type Neighbour, type TitledRow } from '../../db/queries/rows/neighbour.ts';
import { findRowOf } from '../../db/queries/rows/row.ts';
import { findPage } from '../../db/queries/shared/page.ts';
import type { StoredPage } from '../../domain/page/page.ts';
import type { Scope } from '../scope.ts';
import { isFoundAt, type Joins } from './further.ts';
import type { Identity } from './identify.ts';

const COMPARED = 10;

/** What is known so far of a page beside the rows of its webset. */
export interface Comparison {
  identity: Identity;
  page: StoredPage;
  left: PageTime;
  /** Rows that were compared already: rows never change their words. */
  seen: Set<string>;
  /** A person says that the page is a thing of its own: no other page's words make it none. */
  isBrought: boolean;
  /** What was found out of rows that are compared no more: the one whose place the page takes, or whose words it has. */
  found: Duplicate | null;
}

/**
 * A row of the same entity. `isReplaced`: the page is the original, and takes the row's place. `joins`: it is a further page of the row, and why: proved to be
 * of its entity, or of nearly the same title and words; a page of the very same words is none, and its address alone is kept.
 */
export interface Duplicate {
  rowId: string;
  isReplaced: boolean;
  joins?: Joins;
}

/** Rows came that the page was not compared with yet: thrown in a transaction, which waits for no thread. */
export class Uncompared extends Error {}

/** Compares a page with what the webset has now; before a transaction, again and again until that finds nothing new. */
export async function compare(scope: Scope, comparison: Comparison): Promise<Duplicate | null> {
  const duplicate = await findDuplicate(scope, scope.deps.db, comparison);
  comparison.found = duplicate?.isReplaced || duplicate?.joins === 'words' ? duplicate : null;
  return duplicate;
}

/** What says whether two pages are the same takes too long: they count as different, and both stay. */
const orDifferent =
  <T>(answer: T) =>
  (error: unknown): T => {
    if (error instanceof ReadFailure) return answer;
    throw error;
  };

/**
 * The row that the webset has of a page's entity already: by its key, in which case other words than the row's are a further page of it; by the very same words (a mirror), or by a title and text that are nearly the
 * same. Of the same words the row is the one that the other's canonical link names; on two sites, else the one of the earlier stated date, and where
 * neither tells, both stay. Null when there is none. Within a checkpoint nobody else of this webset can add one in between.
 */
export async function findDuplicate(scope: Scope, tx: Tx, comparison: Comparison): Promise<Duplicate | null> {
  const { webset } = scope;
  const { identity } = comparison;
  const { key, address } = identity;
  const known = await findRowOf(tx, webset.id, key);
  if (known !== null && key === address) return { rowId: known, isReplaced: false };
  if (known !== null) {
    const own = await findRowOf(tx, webset.id, address);
    const words = own === null && !comparison.isBrought ? await findSameWords(scope, tx, comparison) : null;
    return own !== null || (words && !words.isReplaced) || (await isFoundAt(tx, known, address))
      ? { rowId: own ?? known, isReplaced: false }
      : { rowId: known, isReplaced: false, joins: 'entity' };
  }
  return comparison.isBrought ? null : findSameWords(scope, tx, comparison);
}

/** The row of the very same words, or of a title and text that are nearly the same. */
async function findSameWords(scope: Scope, tx: Tx, comparison: Comparison): Promise<Duplicate | null> {
  const { webset } = scope;
  const { identity, page, seen } = comparison;
  const { key, site } = identity;
  const [mirrors, titled] = await Promise.all([
    listMirrors(tx, webset.id, page.sha256),
    listTitled(tx, webset.id, { site, title: page.title }),
  ]);
  const isNew = ({ id }: TitledRow) => !seen.has(id);
  const [copies, others] = [mirrors.filter(isNew), titled.filter(isNew)];
  if (copies.length + others.length > 0 && tx !== scope.deps.db) throw new Uncompared();
  for (const { id } of [...copies, ...others]) seen.add(id);
  const called = new Set(await placesAlike(scope, copies, comparison));
  const same = copies.filter((neighbour, i) => neighbour.site !== site || called.has(i)); // one text for three towns, each in its title
  for (const neighbour of same) {
    const outcome = await decide(scope, neighbour, { key, site, page });
    if (outcome) return outcome;
  }
  const mirrored = new Set(copies.map(({ id }) => id));
  const alike = await titledAlike(
    scope,
    others.filter(({ id }) => !mirrored.has(id)),
    comparison,
  );
  for (const { neighbour, other } of await pagesOf(tx, alike)) {
    const { left } = comparison;
    const asked = scope.deps.examiner.words(excerptOf(page), [excerptOf(other)], { left, signal: scope.signal });
    const at = await asked.catch(orDifferent(-1));
    const outcome = at === 0 ? await decide(scope, neighbour, { key, site, page }) : null;
    if (outcome) return outcome.isReplaced ? outcome : { ...outcome, joins: 'words' };
  }
  return comparison.found;
}

/** Which of these rows are called as the page is. */
const placesAlike = ({ deps, signal }: Scope, rows: readonly TitledRow[], { page, left }: Comparison): Promise<number[]> =>
  deps.examiner
    .titles(
      page.title,
      rows.map(({ title }) => title),
      { left, signal },
    )
    .catch(orDifferent<number[]>([]));

async function titledAlike(scope: Scope, others: TitledRow[], comparison: Comparison): Promise<Neighbour[]> {
  const places = await placesAlike(scope, others, comparison);
  const ids = places.slice(0, COMPARED).flatMap((place) => others[place]?.id ?? []);
  return findNeighbours(scope.deps.db, ids);
}

async function pagesOf(tx: Tx, neighbours: Neighbour[]) {
  const pages = [];
  for (const neighbour of neighbours) {
    const other = await findPage(tx, neighbour.pageId);
    if (other) pages.push({ neighbour, other });
  }
  return pages;
}

/** Which of two pages with the same words is the row; null: both stay. */
async function decide(
  { deps, signal }: Scope,
  neighbour: Neighbour,
  { key, site, page }: { key: string; site: string; page: StoredPage },
): Promise<Duplicate | null> {
  const rowId = neighbour.id;
  const keyOf = async (url: string | null) =>
    url === null ? null : await deps.examiner.address({ url, title: '' }, null, signal).then(({ key }) => key, orDifferent(null));
  const [named, ofRow, namedByRow, own] = await Promise.all(
    [page.canonicalUrl, neighbour.url, neighbour.canonicalUrl, page.url].map(keyOf),
  );
  if (named !== null && (named === neighbour.key || named === ofRow)) return { rowId, isReplaced: false };
  if (namedByRow !== null && (namedByRow === key || namedByRow === own)) return { rowId, isReplaced: true };
  if (neighbour.site === site) return { rowId, isReplaced: false };
  const order = compareDates(neighbour.publishedAt, page.publishedAt);
  return order === 0 ? null : { rowId, isReplaced: order > 0 };
}

/** Below 0 when the first is earlier, 0 when it cannot be told: as exact as the less exact of the two. */
function compareDates(one: string | null, other: string | null): number {
  if (one === null || other === null) return 0;
  const length = Math.min(one.length, other.length, 10); // days: hours need a zone
  const [a, b] = [one.slice(0, length), other.slice(0, length)];
  return a < b ? -1 : a > b ? 1 : 0;
}
