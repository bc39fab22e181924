import { useId, useState } from 'react';
import type { LineFragment, MergeEntryFragment } from '../../generated/documents.ts';
import { ago, at as momentOf } from '../../texts/format.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { keepFocusIn } from '../../ui/focus.ts';
import { Icon } from '../../ui/icon.tsx';
import { useMayEdit } from '../share/access.ts';
import type { WebsetStore } from '../store.ts';
import { isWeb, shortUrl } from '../view.ts';
import { mergeWith, splitOff } from './merging.ts';
import type { Proof } from './proof-panel.tsx';

const t = words.merge;

interface Props {
  proof: Proof;
  line: LineFragment;
  onRow: (row: string) => void;
  store: WebsetStore;
}

/** The pages of a result, where there are several, and possible duplicates: each page with its own values and why it is here. */
export function Pages({ proof, line, onRow, store }: Props) {
  const [busy, setBusy] = useState('');
  const mayEdit = useMayEdit();
  const name = useId();
  const during = async (row: string, work: () => Promise<void>) => {
    setBusy(row);
    await work();
    setBusy('');
  };
  const titles = new Map(proof.pages.map(({ rowId, page }) => [rowId, page.title || shortUrl(page.url)]));
  return (
    <>
      {proof.pages.length > 1 && (
        <section className="merge" aria-labelledby={`${name}-pages`}>
          <h3 id={`${name}-pages`}>{t.pages(proof.pages.length)}</h3>
          <ul>
            {proof.pages.map(({ rowId, page, merge, verdicts }) => (
              <li key={rowId} className="merge-page">
                <p>
                  <Address url={page.url} title={page.documentTitle || page.title} />
                </p>
                <p className="soft">{merge ? <Why merge={merge} /> : t.own}</p>
                <ul className="merge-verdicts">
                  {verdicts.map(({ criterion, effective, state, review, evidence }) => (
                    <li key={criterion.uuid}>
                      <span className="merge-label" dir="auto">
                        {criterion.label}
                      </span>
                      <Chip verdict={effective} state={state} byPerson={review !== null} />
                      {evidence && <q dir="auto">{evidence.quote}</q>}
                    </li>
                  ))}
                </ul>
                {mayEdit && merge && (
                  <div className="review-actions">
                    <Button
                      ref={keepFocus}
                      kind="quiet"
                      busy={busy === rowId}
                      aria-label={t.splitOne(titles.get(rowId) ?? '')}
                      onClick={() => void during(rowId, () => splitOff(store, line.uuid, { uuid: rowId, title: titles.get(rowId) ?? '' }))}
                    >
                      {t.split}
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {mayEdit && proof.suggestedMerges.length > 0 && !line.hidden && (
        <section className="merge" aria-labelledby={`${name}-suggested`}>
          <h3 id={`${name}-suggested`}>{t.suggested}</h3>
          <ul>
            {proof.suggestedMerges.map(({ row, reason, note }) => (
              <li key={row.uuid} className="merge-page">
                <p>
                  <Address url={row.url} title={row.title} />
                </p>
                <p className="soft">{t.claims[reason](note)}</p>
                <div className="review-actions">
                  <Button
                    ref={keepFocus}
                    kind="quiet"
                    busy={busy === row.uuid}
                    aria-label={t.mergeOne(row.title)}
                    onClick={() =>
                      void during(row.uuid, () => mergeWith(store, line, row, (survivor) => survivor !== line.uuid && onRow(survivor)))
                    }
                  >
                    {t.merge}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {proof.merges.length > 0 && (
        <details className="merge review-history">
          <summary>{t.history(proof.merges.length)}</summary>
          <ol>
            {proof.merges.map((entry) => (
              <li key={`${entry.rowId} ${entry.at}`}>
                <span dir="auto">{titles.get(entry.rowId) ?? t.anotherPage}</span>: <Why merge={entry} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

/** For a button that disappears when the proof is fetched again: the panel takes its focus. */
const keepFocus = (button: HTMLButtonElement | null) => {
  const panel = button?.closest('.proof');
  return () => void (button === document.activeElement && keepFocusIn(panel));
};

const Address = ({ url, title }: { url: string; title: string }) =>
  isWeb(url) ? (
    <a href={url} target="_blank" rel="noreferrer" dir="auto">
      {title || shortUrl(url)} <Icon name="out" size={12} />
      <span className="soft"> {shortUrl(url)}</span>
    </a>
  ) : (
    <span dir="auto">{title || url}</span>
  );

/** Who merged or split it, and why. */
const Why = ({ merge: { action, reason, note, reviewer, at } }: { merge: MergeEntryFragment }) => (
  <span title={momentOf(at)}>
    {reason === 'person' ? t.byPerson(action === 'merge', reviewer) : t.reasons[reason](note ?? '')}, {ago(at)}
    {reason === 'person' && note && <> {t.why(note)}</>}
  </span>
);
