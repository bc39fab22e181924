import { useEffect, useState } from 'react';
import { ask } from '../../api/client.ts';
import { asTrouble } from '../../api/trouble.ts';
import {
  type HeadFragment,
  ImportedLinesDocument,
  type ImportedLinesQuery,
  type LineOutcome,
  ResumeImportDocument,
} from '../../generated/documents.ts';
import { n } from '../../texts/format.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useMayEdit } from '../share/access.ts';
import type { WebsetStore } from '../store.ts';
import { useChange } from '../use-change.ts';
import { shortUrl } from '../view.ts';
import './importing.css';

const t = words.importing;
const PAGE = 100;
const OUTCOMES = ['waiting', 'row', 'duplicate', 'unresolved', 'unreadable'] as const satisfies LineOutcome[];

type Imported = NonNullable<NonNullable<ImportedLinesQuery['webset']['lastImport']>['imported']>;
type Line = Imported['lines'][number];
interface Known {
  of: LineOutcome | null;
  counts: Imported['counts'];
  lines: Line[];
}

/** The outcome of each line of the last list, filtered by outcome or all; updated while its run is alive. */
export function LinesDialog({
  head,
  store,
  onRow,
  onClose,
}: {
  head: HeadFragment;
  store: WebsetStore;
  onRow: (row: string) => void;
  onClose: () => void;
}) {
  const [outcome, setOutcome] = useState<LineOutcome | null>(null);
  const [pages, setPages] = useState(1);
  const { known, trouble } = useLines(head, outcome, pages);
  const mayEdit = useMayEdit();
  const { busy, error, send } = useChange(() => {});
  const alive = head.runAlive && head.run?.mode === 'IMPORT';
  const countOf = (one: LineOutcome) => known?.counts.find((entry) => entry.outcome === one)?.count ?? 0;
  const all = OUTCOMES.reduce((sum, one) => sum + countOf(one), 0);
  const lines = known?.of === outcome ? known.lines : null;
  const left = (outcome === null ? all : countOf(outcome)) - (lines?.length ?? 0);
  const pick = (one: LineOutcome | null) => {
    setPages(1);
    setOutcome(one);
  };
  const resume = async () => store.setHead((await ask(ResumeImportDocument, { input: { websetId: head.uuid } })).resumeImport.webset);
  return (
    <Dialog title={t.lines} onClose={onClose} wide>
      <div className="dialog-form">
        <div className="tabs import-tabs" role="radiogroup" aria-label={t.became}>
          {[null, ...OUTCOMES.filter((one) => countOf(one) > 0)].map((one) => (
            <button key={one} type="button" role="radio" aria-checked={outcome === one} className="tab" onClick={() => pick(one)}>
              {one === null ? t.all : t.outcomes[one]} <span className="tab-count">{n(one === null ? all : countOf(one))}</span>
            </button>
          ))}
        </div>
        {(trouble ?? error) && (
          <p className="note note-bad" role="alert">
            {trouble ?? error}
          </p>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area is reached by keyboard */}
        <div className="import-lines" tabIndex={0} role="region" aria-label={t.linesOf(all)} aria-busy={lines === null}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t.line}</th>
                <th scope="col">{t.input}</th>
                <th scope="col">{t.became}</th>
              </tr>
            </thead>
            <tbody>
              {lines?.map((line) => (
                <Entry key={line.line} line={line} alive={alive} onRow={onRow} />
              ))}
            </tbody>
          </table>
        </div>
        <div className="dialog-actions">
          {lines && left > 0 && (
            <Button onClick={() => setPages(pages + 1)}>
              {t.more} ({n(Math.min(PAGE, left))})
            </Button>
          )}
          {mayEdit && !head.runAlive && countOf('waiting') > 0 && (
            <Button busy={busy} onClick={() => void send(resume)}>
              {t.resume(countOf('waiting'))}
            </Button>
          )}
          <Button kind="main" onClick={onClose}>
            {words.close}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** The first pages of lines, fetched again as the run goes on. */
function useLines(head: HeadFragment, outcome: LineOutcome | null, pages: number): { known: Known | null; trouble: string | null } {
  const [known, setKnown] = useState<Known | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const { uuid, updatedAt, eventCount, runAlive } = head;
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched again as the run goes on
  useEffect(() => {
    let stale = false;
    const read = async () => {
      const lines: Line[] = [];
      for (let page = 0; page < pages; page++) {
        const { webset } = await ask(ImportedLinesDocument, { id: uuid, after: lines.at(-1)?.line ?? null, outcome });
        const imported = webset.lastImport?.imported;
        if (stale || !imported) return;
        lines.push(...imported.lines);
        setKnown({ of: outcome, counts: imported.counts, lines: [...lines] });
        if (imported.lines.length < PAGE) break;
      }
      setTrouble(null);
    };
    read().catch((error: unknown) => !stale && setTrouble(asTrouble(error).message));
    return () => {
      stale = true;
    };
  }, [uuid, outcome, pages, updatedAt, eventCount, runAlive]);
  return { known, trouble };
}

const Entry = ({ line, alive, onRow }: { line: Line; alive: boolean; onRow: (row: string) => void }) => (
  <tr>
    <th scope="row">{line.line}</th>
    <td dir="auto">
      {line.name}
      {line.name && line.address && ' '}
      {line.address && (
        <span className={line.name ? 'soft' : undefined} title={line.address}>
          {shortUrl(line.address)}
        </span>
      )}
    </td>
    <td className={`import-${line.outcome}`}>
      {line.rowId ? (
        <button type="button" onClick={() => onRow(line.rowId ?? '')}>
          {said(line, alive)}
        </button>
      ) : (
        said(line, alive)
      )}
      {line.rowId && line.why && <p className="soft">{line.why}</p>}
      {line.note && <p className="soft">{line.note}</p>}
    </td>
  </tr>
);

function said({ outcome, title, duplicateOf, why }: Line, alive: boolean): string {
  if (outcome === 'row') return t.isRow(title ?? '');
  if (outcome === 'duplicate') return t.isDuplicate(duplicateOf, title ?? '');
  if (outcome === 'waiting') return alive ? t.waiting : t.notRead;
  return `${t.outcomes[outcome]}: ${why ?? ''}`;
}
