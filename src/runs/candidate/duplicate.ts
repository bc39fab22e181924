import type { PageTime } from '../../agent/entity/examiner.ts';
import { excerptOf } from '../../agent/entity/sameness.ts';
import { ReadFailure } from '../../agent/read/read-failure.ts';
import type { Tx } from '../../db/connection/client.ts';
import { findNeighbours, listMirrors, listTitled, type Neighbour, type TitledRow } from '../../db/queries/rows/neighbour.ts';
import { findRowOf } from '../../db/queries/rows/row.ts';
import { findPage } from '../../db/queries/shared/page.ts';
import type { StoredPage } from '../../domain/page/page.ts';
import type { Scope } from '../scope.ts';
import { isFoundAt, type Joins } from './further.ts';
import type { Identity } from './identify.ts';

const COMPARED = 10;

/** A page in comparison with the rows of its webset. */
export interface Comparison {
  identity: Identity;
  page: StoredPage;
  left: PageTime;
  /** Rows that were already compared: the text of a row never changes. */
  seen: Set<string>;
  /** A person says that the page is a thing of its own: similar words do not merge it. */
  isBrought: boolean;
  /** The result among the rows already compared: the row that the page replaces, or whose words it shares. */
  found: Duplicate | null;
}

/**
 * A row of the same entity. `isReplaced`: the page is the original and replaces it. `joins`: why the page is a further page of the row;
 * absent for identical text, of which only the address is stored.
 */
export interface Duplicate {
  rowId: string;
  isReplaced: boolean;
  joins?: Joins;
}

/** Thrown in a transaction, which must not wait for a thread, when new rows still have to be compared with the page. */
export class Uncompared extends Error {}

/** Compares a page with the current rows of the webset. Repeat before a transaction until it finds nothing new. */
export async function compare(scope: Scope, comparison: Comparison): Promise<Duplicate | null> {
  const duplicate = await findDuplicate(scope, scope.deps.db, comparison);
  comparison.found = duplicate?.isReplaced || duplicate?.joins === 'words' ? duplicate : null;
  return duplicate;
}

/** If the comparison takes too long, the pages count as different and both stay. */
const orDifferent =
  <T>(answer: T) =>
  (error: unknown): T => {
    if (error instanceof ReadFailure) return answer;
    throw error;
  };

/**
 * The existing row of a page's entity: by key, or by identical or nearly identical text and title; null if none. docs/agent.md, "Identity",
 * says which page remains. Inside a checkpoint, no other lane of this webset can add a row.
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

/** The row with identical text, or with a nearly identical title and text. */
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
  const same = copies.filter((neighbour, i) => neighbour.site !== site || called.has(i)); // one text, titles with different towns
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

/** Which of these rows have the page's name. */
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

/** Which of two pages with the same text is the row; null: both stay. */
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

/** Negative if the first is earlier, 0 if unknown; compares at the precision of the less precise date. */
function compareDates(one: string | null, other: string | null): number {
  if (one === null || other === null) return 0;
  const length = Math.min(one.length, other.length, 10); // days only: hours need a time zone
  const [a, b] = [one.slice(0, length), other.slice(0, length)];
  return a < b ? -1 : a > b ? 1 : 0;
}
