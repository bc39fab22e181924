import { isIdentifier } from '../../agent/entity/identifier.ts';
import { domainOf } from '../../agent/entity/identity.ts';
import { canonicalKey } from '../../agent/entity/key.ts';
import type { Tx } from '../../db/connection/client.ts';
import { insertMerge, listMembers, showMerged } from '../../db/queries/merges/merge.ts';
import { findSurvivor, lockRow } from '../../db/queries/merges/survivor.ts';
import { findRowOf, listSources } from '../../db/queries/rows/row.ts';
import { type MergeReason, PAGES_MAX } from '../../domain/review/merge.ts';
import type { Row } from '../../domain/row-state.ts';
import type { Scope } from '../scope.ts';

/** Whether an address is the front page of its site. */
export const isFront = (url: string) => URL.parse(url)?.pathname === '/';

/** Whether another page could change the row: at most three are read, and none once the row matches, except its site's front page. */
const isWanted = ({ hidden, pageCount, matchVerdict, url }: Row, address: string) =>
  !hidden && pageCount < PAGES_MAX && (matchVerdict !== 'match' || (isFront(address) && !isFront(url)));

/** Whether an address of a row's entity is a further page that is worth reading. */
export async function isFurtherPage(
  { deps, webset }: Scope,
  known: string,
  candidate: { key: string; url: string },
  entity: string,
): Promise<boolean> {
  if (entity === candidate.key || (await findRowOf(deps.db, webset.id, candidate.key)) !== null) return false;
  const row = await findSurvivor(deps.db, known);
  if (!row || !isWanted(row, candidate.url)) return false;
  return !(await isFoundAt(deps.db, row.id, canonicalKey(candidate.url)));
}

/** Whether any page of the row that shows this one was found at an address. `address`: its key, independent of spelling. */
export async function isFoundAt(tx: Tx, rowId: string, address: string): Promise<boolean> {
  const survivor = await findSurvivor(tx, rowId);
  const ids = survivor ? (await listMembers(tx, [survivor.id])).map((member) => member.row.id) : [];
  return (await listSources(tx, ids)).some(({ url }) => canonicalKey(url) === address);
}

/** What a page shares with the row it joins: a proved identity, or nearly all of its title and words. */
export type Joins = 'entity' | 'words';

/** A page that joins a row: its address, the key of the address, and what it shares with the row. */
export interface Joining {
  url: string;
  address: string;
  joins: Joins;
}

/**
 * Locks and returns the row that a further page joins; null if it takes no more pages, or has this one. A page with nearly the same words
 * joins a match too: it can be split off.
 */
export async function holdForPage(tx: Tx, rowId: string, page: Joining): Promise<Row | null> {
  const survivor = await findSurvivor(tx, rowId);
  const held = survivor && (await lockRow(tx, survivor.id));
  if (!held) return null;
  if (held.mergedInto) return holdForPage(tx, held.mergedInto, page); // a person has just merged it
  const takes = page.joins === 'words' ? !held.hidden && held.pageCount < PAGES_MAX : isWanted(held, page.url);
  return takes && !(await isFoundAt(tx, held.id, page.address)) ? held : null;
}

/**
 * Records why a page belongs to a row, and shows the row by its best page. `entity`: the identifier or site that both prove; null: their
 * words are the same.
 */
export async function joinPage(tx: Tx, row: { id: string; intoId: string }, entity: string | null): Promise<void> {
  const reason: MergeReason = entity === null ? 'words' : isIdentifier(entity) ? 'identifier' : 'site';
  const note = entity === null ? null : (domainOf(entity) ?? entity);
  await insertMerge(tx, { rowId: row.id, intoId: row.intoId, action: 'merge', reason, note, reviewerId: null });
  await showMerged(tx, row.intoId);
}
