import { useEffect, useState } from 'react';
import { ask } from '../../api/client.ts';
import { asTrouble } from '../../api/trouble.ts';
import { type HeadFragment, ImportedLinesDocument, type ImportedLinesQuery, type LineOutcome } from '../../generated/documents.ts';
import { n } from '../../texts/format.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { shortUrl } from '../view.ts';
import './importing.css';

const t = words.importing;
const PAGE = 100;
const OUTCOMES = ['waiting', 'row', 'duplicate', 'unresolved', 'unreadable'] as const satisfies LineOutcome[];

type Imported = NonNullable<NonNullable<ImportedLinesQuery['webset']['run']>['imported']>;
type Line = Imported['lines'][number];

/** What became of each line of a list, those of one outcome or all; while the run is alive it goes on. */
export function LinesDialog({ head, onRow, onClose }: { head: HeadFragment; onRow: (row: string) => void; onClose: () => void }) {
  const [outcome, setOutcome] = useState<LineOutcome | null>(null);
  const [after, setAfter] = useState<number | null>(null);
  const [known, setKnown] = useState<{ of: LineOutcome | null; counts: Imported['counts']; lines: Line[] } | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const { uuid, run, runAlive } = head;
  const moved = run && run.counts.read + run.counts.unreadable + run.counts.found;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more as the run goes on
  useEffect(() => {
    let stale = false;
    ask(ImportedLinesDocument, { id: uuid, after, outcome }).then(
      ({ webset }) => {
        const imported = webset.run?.imported;
        if (stale || !imported) return;
        setTrouble(null);
        setKnown((before) => ({
          of: outcome,
          counts: imported.counts,
          lines: [...(after !== null && before?.of === outcome ? before.lines.filter(({ line }) => line <= after) : []), ...imported.lines],
        }));
      },
      (error: unknown) => !stale && setTrouble(asTrouble(error).message),
    );
    return () => {
      stale = true;
    };
  }, [uuid, after, outcome, moved, runAlive]);
  const countOf = (one: LineOutcome) => known?.counts.find((entry) => entry.outcome === one)?.count ?? 0;
  const all = OUTCOMES.reduce((sum, one) => sum + countOf(one), 0);
  const lines = known?.of === outcome ? known.lines : null;
  const left = (outcome === null ? all : countOf(outcome)) - (lines?.length ?? 0);
  const pick = (one: LineOutcome | null) => {
    setAfter(null);
    setOutcome(one);
  };
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
        {trouble && (
          <p className="note note-bad" role="alert">
            {trouble}
          </p>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
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
                <tr key={line.line}>
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
                        {said(line, runAlive)}
                      </button>
                    ) : (
                      said(line, runAlive)
                    )}
                    {line.note && <p className="soft">{line.note}</p>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div className="dialog-actions">
          {lines && left > 0 && (
            <Button onClick={() => setAfter(lines.at(-1)?.line ?? null)}>
              {t.more} ({n(Math.min(PAGE, left))})
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

function said({ outcome, title, duplicateOf, why }: Line, alive: boolean): string {
  if (outcome === 'row') return t.isRow(title ?? '');
  if (outcome === 'duplicate') return t.isDuplicate(duplicateOf, title ?? '');
  if (outcome === 'waiting') return alive ? t.waiting : t.notRead;
  return `${t.outcomes[outcome]}: ${why ?? ''}`;
}
