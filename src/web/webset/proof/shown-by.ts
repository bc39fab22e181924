import { useEffect } from 'react';
import { ask } from '../../api/client.ts';
import { ShownByDocument } from '../../generated/documents.ts';

const globalId = (uuid: string) => btoa(`Row:${uuid}`).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** Where a row whose proof is open is in no list, goes to the one that it was merged into, by a link of before or by somebody else a moment ago. */
export function useShownBy(row: string | null, onRow: (row: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once a row
  useEffect(() => {
    if (row === null) return;
    let stale = false;
    ask(ShownByDocument, { id: globalId(row) }).then(
      ({ node }) => !stale && node && 'uuid' in node && node.uuid !== row && onRow(node.uuid),
      () => {}, // it is gone, or cannot be asked for now: nothing is shown, as before
    );
    return () => {
      stale = true;
    };
  }, [row]);
}
