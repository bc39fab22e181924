import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { LineFragment } from '../../generated/documents.ts';
import { type Place, useProofPlace } from '../proof/proof-place.ts';
import { useShownBy } from '../proof/shown-by.ts';
import type { Shown } from './use-shown.ts';

export type Beside = ReturnType<typeof useBeside>;

/** The panel beside the rows: a proof, the review, or none. `area`: the rows, which have the focus once it is closed. */
export function useBeside({ shown, lines }: Pick<Shown, 'shown' | 'lines'>, complete: boolean, area: RefObject<HTMLDivElement | null>) {
  const { active, setActive, isOpen: proof, open, close: closeProof } = useProofPlace();
  const [reviewing, setReviewing] = useState(false);
  const close = useCallback(() => {
    setReviewing(false);
    closeProof();
    area.current?.focus();
  }, [closeProof, area]);
  const review = () => {
    closeProof();
    setReviewing(true);
  };
  const openProof = (place: Place) => {
    setReviewing(false);
    open(place);
  };
  const at = proof && active ? shown.findIndex(({ uuid }) => uuid === active.row) : -1;
  const line = proof && active ? (shown[at] ?? lines.find(({ uuid }) => uuid === active.row)) : undefined;
  useShownBy(proof && active && !line && complete ? active.row : null, (row) => setActive({ row, column: active?.column ?? 'overall' }));
  const stood = useRef(0);
  useEffect(() => {
    if (at >= 0) stood.current = at;
  }, [at]);
  /** To another row; from a row that has left this tab, to those at its former place. */
  const stepTo = (next: LineFragment | undefined) => (next && active ? () => setActive({ row: next.uuid, column: active.column }) : null);
  return {
    ...{ active, setActive, line, reviewing, close, review, openProof },
    panel: reviewing || line !== undefined,
    steps: () => ({
      back: stepTo(shown[(at >= 0 ? at : stood.current) - 1]),
      on: stepTo(shown[at >= 0 ? at + 1 : stood.current]),
    }),
  };
}
