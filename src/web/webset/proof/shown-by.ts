import { useEffect } from 'react';
import { ask } from '../../api/client.ts';
import { ShownByDocument } from '../../generated/documents.ts';

const globalId = (uuid: string) => btoa(`Row:${uuid}`).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** If the row of an open proof is not listed, opens the row that it was merged into, by an old link or just now by another person. */
export function useShownBy(row: string | null, onRow: (row: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once a row
  useEffect(() => {
    if (row === null) return;
    let stale = false;
    ask(ShownByDocument, { id: globalId(row) }).then(
      ({ node }) => !stale && node && 'uuid' in node && node.uuid !== row && onRow(node.uuid),
      () => {}, // deleted or unreachable: nothing is shown, as before
    );
    return () => {
      stale = true;
    };
  }, [row]);
}
