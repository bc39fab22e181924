import { ask } from '../api/client.ts';
import { ClaimCollectionsDocument } from '../generated/documents.ts';
import { forgetCollection, refreshCollections, rememberedCollections } from './list.ts';

const AT_ONCE = 20;

/** Moves the collections that this browser uploaded without an account to the account. Throws Trouble. */
export async function claimHere(): Promise<void> {
  const ids = rememberedCollections();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    await ask(ClaimCollectionsDocument, { input: { collectionIds: some } });
    for (const id of some) forgetCollection(id);
  }
  if (ids.length > 0) await refreshCollections();
}
