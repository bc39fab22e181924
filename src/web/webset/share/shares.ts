import { useCallback, useEffect, useState } from 'react';
import { ask } from '../../api/client.ts';
import { asTrouble, type Trouble } from '../../api/trouble.ts';
import {
  CreateShareLinkDocument,
  RevokeShareDocument,
  type ShareAccess,
  type ShareFragment,
  SharesDocument,
  ShareWebsetDocument,
} from '../../generated/documents.ts';

/** The shares of a webset; null until they are known. Changes are sent one at a time. */
export function useShares(websetId: string) {
  const [shares, setShares] = useState<readonly ShareFragment[] | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const load = useCallback(() => {
    setTrouble(null);
    ask(SharesDocument, { id: websetId }).then(
      ({ webset }) => setShares(webset.shares ?? []),
      (error: unknown) => setTrouble(asTrouble(error)),
    );
  }, [websetId]);
  useEffect(load, [load]);

  /** Returns whether it succeeded. */
  const send = async (what: string, work: () => Promise<readonly ShareFragment[]>): Promise<boolean> => {
    if (busy !== null) return false;
    setBusy(what);
    setTrouble(null);
    try {
      setShares(await work());
      return true;
    } catch (error) {
      setTrouble(asTrouble(error));
      return false;
    } finally {
      setBusy(null);
    }
  };
  const known = shares ?? [];
  return {
    links: known.filter(({ email }) => email === null),
    people: known.filter(({ email }) => email !== null),
    isKnown: shares !== null,
    trouble,
    busy,
    load,
    addLink: () =>
      send('link', async () => [...known, (await ask(CreateShareLinkDocument, { input: { websetId } })).createShareLink.share]),
    /** Shares with an account, or changes its access. */
    shareWith: (email: string, access: ShareAccess) =>
      send(`share ${email}`, async () => {
        const { share } = (await ask(ShareWebsetDocument, { input: { websetId, email, access } })).shareWebset;
        const others = known.filter(({ uuid }) => uuid !== share.uuid);
        return others.length < known.length ? known.map((one) => (one.uuid === share.uuid ? share : one)) : [...others, share];
      }),
    revoke: (uuid: string) =>
      send(uuid, async () => {
        await ask(RevokeShareDocument, { input: { shareUuid: uuid } });
        return known.filter((one) => one.uuid !== uuid);
      }),
  };
}

export type Shares = ReturnType<typeof useShares>;
