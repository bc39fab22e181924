import { useEffect, useRef, useState } from 'react';
import { ask } from '../../api/client.ts';
import { asTrouble, type Trouble } from '../../api/trouble.ts';
import {
  type HeadFragment,
  HideRowDocument,
  type LineFragment,
  RowProofDocument,
  type RowProofQuery,
  ShowRowDocument,
} from '../../generated/documents.ts';
import { ago, at as momentOf } from '../../texts/format.ts';
import { words } from '../../texts/texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { say } from '../../ui/toast.tsx';
import { missingState } from '../grid/cell-state.ts';
import { ByPerson, isCorrected } from '../grid/mark.tsx';
import type { FillTask } from '../run/fill-dialog.tsx';
import { Pages } from './pages.tsx';
import { Cell } from './proof-cell.tsx';
import { Sheet } from './sheet.tsx';
import './proof.css';
import { useMayEdit } from '../share/access.ts';
import type { WebsetStore } from '../store.ts';
import { columnsOf, decidingColumn, isWeb, shortUrl, whyOf } from '../view.ts';

const t = words.proof;

export type Proof = Extract<NonNullable<RowProofQuery['node']>, { url: string }>;

interface Props {
  head: HeadFragment;
  line: LineFragment;
  narrow: boolean;
  /** The key of the requested column. */
  column: string;
  onColumn: (column: string) => void;
  /** Opens another row, by its UUID. */
  onRow: (row: string) => void;
  onStep: { back: (() => void) | null; on: (() => void) | null };
  onClose: () => void;
  onFill: (task: FillTask) => void;
  /** Opens the form for another title of the row. */
  onTitle: (line: LineFragment) => void;
  store: WebsetStore;
}

/** The proof of a result: each cell with its quote in the passage. */
export function ProofPanel(props: Props) {
  const { line, narrow, onClose } = props;
  const found = useProof(line);
  const inside = <Inside {...props} {...found} />;
  return narrow ? (
    <Sheet label={t.label} onClose={onClose}>
      {inside}
    </Sheet>
  ) : (
    <aside className="proof" aria-label={t.label} onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}>
      {inside}
    </aside>
  );
}

/** A row's proof, fetched again when the row has changed. The previous one stays until then. */
function useProof({ id, updatedAt }: LineFragment) {
  const [proof, setProof] = useState<Proof | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change or a retry fetches again
  useEffect(() => {
    let stale = false;
    setTrouble(null);
    ask(RowProofDocument, { id }).then(
      ({ node }) => !stale && setProof(node && 'url' in node ? (node as Proof) : null),
      (error: unknown) => !stale && setTrouble(asTrouble(error)),
    );
    return () => {
      stale = true;
    };
  }, [id, updatedAt, tries]);
  return { proof: proof?.id === id ? proof : null, trouble, again: () => setTries(tries + 1) };
}

function Inside({
  head,
  line,
  column,
  onColumn,
  onRow,
  onStep,
  onClose,
  onFill,
  onTitle,
  proof,
  trouble,
  again,
  store,
}: Props & ReturnType<typeof useProof>) {
  const body = useRef<HTMLDivElement>(null);
  const ready = proof !== null;
  const [busy, setBusy] = useState(false);
  const mayEdit = useMayEdit();
  const setAside = async () => {
    setBusy(true);
    try {
      const changed = await hideOrShow(line);
      (onStep.on ?? onStep.back ?? onClose)();
      store.put(changed);
      const undo = () => void hideOrShow(changed).then(store.put, (error: unknown) => say(asTrouble(error).message, { kind: 'bad' }));
      say(changed.hidden ? words.review.hidden : words.review.shown, { action: { label: words.undo, act: undo } });
    } catch (error) {
      say(asTrouble(error).message, { kind: 'bad' });
    }
    setBusy(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cell, or its proof's arrival, scrolls to it
  useEffect(() => {
    body.current?.querySelector(`[data-cell="${column}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [column, line.uuid, ready]);
  const { page } = proof ?? {};
  const deciding = decidingColumn(line, columnsOf(head, words.grid.title, words.grid.overall));
  const cells = [
    ...head.criteria.map((one) => ({ one, what: 'criterion' as const })),
    ...head.enrichments.map((one) => ({ one, what: 'enrichment' as const })),
  ];
  return (
    <>
      <header className="proof-head">
        <div className="proof-tools">
          <IconButton icon="left" label={t.previous} disabled={!onStep.back} onClick={onStep.back ?? undefined} />
          <IconButton icon="right" label={t.next} disabled={!onStep.on} onClick={onStep.on ?? undefined} />
          <span className="proof-gap" />
          {mayEdit && !line.hidden && head.run && (
            <IconButton icon="again" label={words.fill.rowAgain} onClick={() => onFill({ column: null, row: line })} />
          )}
          {mayEdit && <IconButton icon="pencil" label={words.titles.title} onClick={() => onTitle(line)} />}
          {mayEdit && (
            <Button kind="quiet" icon="eye" busy={busy} onClick={() => void setAside()}>
              {line.hidden ? words.review.show : words.review.hide}
            </Button>
          )}
          <IconButton icon="close" label={words.close} onClick={onClose} />
        </div>
        <h2 dir="auto">
          {line.title || shortUrl(line.url)}
          {isCorrected(line) && <ByPerson />}
        </h2>
        <p className="proof-source">
          {isWeb(line.url) ? (
            <a href={line.url} target="_blank" rel="noreferrer">
              {shortUrl(line.url)} <Icon name="out" size={12} />
              <span className="unseen"> ({t.open})</span>
            </a>
          ) : (
            line.url
          )}
        </p>
        {page && (
          <p className="proof-page soft">
            {page.documentTitle !== null && page.documentTitle !== line.title && <span dir="auto">“{page.documentTitle}”</span>}
            <time dateTime={page.fetchedAt} title={momentOf(page.fetchedAt)}>
              {t.fetched(ago(page.fetchedAt))}
            </time>
            {page.publishedAt && <span>{t.published(page.publishedAt)}</span>}
            {(proof?.sources.length ?? 0) > 1 && <span title={proof?.sources.join('\n')}>{t.sources(proof?.sources.length ?? 0)}</span>}
          </p>
        )}
        <p className="proof-overall">
          <Chip verdict={line.matchVerdict} state={missingState(line)} />{' '}
          <span className="soft">{deciding ? whyOf(line, deciding) : t.combined}</span>
        </p>
      </header>
      <div className="proof-body" ref={body}>
        {trouble && (
          <div className="note note-bad" role="alert">
            <p>{trouble.message}</p>
            <Button onClick={again}>{words.retry}</Button>
          </div>
        )}
        {!proof && !trouble && (
          <div aria-busy="true">
            <span className="unseen">{t.loading}</span>
            <div className="skeleton proof-skeleton" />
            <div className="skeleton proof-skeleton" />
          </div>
        )}
        {proof &&
          cells.map(({ one, what }) => (
            <Cell
              key={one.uuid}
              {...{ head, one, what, proof, store }}
              open={column === one.uuid || column === 'overall' || column === 'title'}
              current={column === one.uuid}
              onOpen={() => onColumn(one.uuid)}
              onAgain={!mayEdit || line.hidden || !head.run ? null : () => onFill({ column: one.uuid, row: line })}
            />
          ))}
        {proof && <Pages {...{ proof, line, onRow, store }} />}
      </div>
    </>
  );
}

/** Hides a row or shows it again. Returns the updated row. */
async function hideOrShow({ uuid, hidden }: LineFragment): Promise<LineFragment> {
  const input = { rowId: uuid };
  return hidden ? (await ask(ShowRowDocument, { input })).showRow.row : (await ask(HideRowDocument, { input })).hideRow.row;
}
