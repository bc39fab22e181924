import type { ReactNode, RefObject } from 'react';
import type { HeadFragment } from '../../generated/documents.ts';
import { Cards } from '../grid/cards.tsx';
import type { ColumnTask } from '../grid/column-dialog.tsx';
import { Grid } from '../grid/grid.tsx';
import { NoLines } from '../grid/no-lines.tsx';
import type { FillTask } from '../run/fill-dialog.tsx';
import type { Selection } from '../selection/use-selection.ts';
import type { WebsetStore } from '../store.ts';
import type { WebsetState } from '../webset-state.ts';
import type { useDialogs } from './dialogs.tsx';
import { ProofPanel, ReviewPanel } from './parts.tsx';
import type { Beside } from './use-beside.ts';
import type { Shown } from './use-shown.ts';

interface Props {
  head: HeadFragment;
  store: WebsetStore;
  state: WebsetState;
  narrow: boolean;
  shown: Shown;
  beside: Beside;
  selection: Selection;
  dialogs: ReturnType<typeof useDialogs>;
  area: RefObject<HTMLDivElement | null>;
  onTask: (task: ColumnTask) => void;
  onFill: ((task: FillTask) => void) | null;
}

/** The rows, as a grid or on a phone as cards, and the panel beside them. */
export function Results({ head, store, state, narrow, shown: rows, beside, selection, dialogs, area, onTask, onFill }: Props) {
  const { looks, shown, arranged, sort, unsorted, filtered, setSort } = rows;
  const { active, setActive, line, panel, reviewing, close, openProof, steps } = beside;
  const Body = narrow ? Cards : Grid;
  return (
    <div className="webset-body">
      <Body
        {...{ head, lines: shown, active, sort, unsorted, looks, area, filtered, selection, onTask, onFill, store, panel }}
        columns={looks.shown}
        total={Math.max(shown.length, arranged?.total ?? 0)}
        nothing={shown.length === 0 ? <Nothing {...{ head, store, state }} rows={rows} /> : null}
        onMove={setActive}
        onOpen={openProof}
        onClose={close}
        onSort={setSort}
        onFilter={dialogs.setFiltering}
        onKeys={dialogs.showKeys}
        onEnd={arranged?.more}
      />
      {reviewing && (
        <ReviewPanel
          {...{ head, narrow, store }}
          onKeys={dialogs.showKeys}
          onAsk={(row, column) => setActive({ row, column })}
          onClose={close}
        />
      )}
      {!reviewing && line && active && (
        <ProofPanel
          {...{ head, line, narrow, store }}
          column={active.column}
          onColumn={(column) => setActive({ row: active.row, column })}
          onRow={(row) => setActive({ row, column: active.column })}
          onStep={steps()}
          onClose={close}
          onFill={dialogs.setFill}
          onTitle={dialogs.setTitled}
        />
      )}
    </div>
  );
}

function Nothing({ head, store, state, rows }: Pick<Props, 'head' | 'store' | 'state'> & { rows: Shown }): ReactNode {
  const { counts, tab, wanted, arranged, conditions, set, setTab } = rows;
  const isFiltered = arranged !== null && conditions.length > 0;
  return (
    <NoLines
      {...{ head, counts, tab, isFiltered }}
      text={wanted}
      complete={arranged ? arranged.isHere || arranged.trouble !== null : state.complete && (tab !== 'hidden' || state.hidden !== null)}
      trouble={arranged?.trouble ?? null}
      onRetry={arranged?.again ?? store.retry}
      onTab={setTab}
      onClear={() => set(isFiltered ? { conditions: [], text: '' } : { text: '' })}
    />
  );
}
