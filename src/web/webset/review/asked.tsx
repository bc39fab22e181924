import type { SentenceFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { isWeb, linkTo, shortUrl } from '../view.ts';
import type { Question } from './review-queue.ts';

const t = words.reviewQueue;

/** The question: whether a row meets a criterion, with the sentences that may decide it. */
export function Asked({
  question: { item, cell },
  sentences,
  chosen,
  onChoose,
}: {
  question: Question;
  sentences: readonly SentenceFragment[];
  chosen: SentenceFragment | null;
  onChoose: (sentence: SentenceFragment) => void;
}) {
  const { row, cells } = item;
  const asked = cells[cell];
  if (!asked) return null;
  const { criterion, likelihood } = asked;
  return (
    <>
      <div className="queue-asked" aria-live="polite">
        <h2 dir="auto">{row.title || shortUrl(row.url)}</h2>
        {row.title !== '' && <p className="cell-url">{shortUrl(row.url)}</p>}
        <p className="queue-criterion" dir="auto">
          <Icon name="check" size={14} /> {criterion.label}?
        </p>
        {criterion.description && (
          <p className="soft" dir="auto">
            {criterion.description}
          </p>
        )}
        <p className="soft queue-facts">
          {cells.length > 1 && <span>{t.place(cell + 1, cells.length)}</span>}
          {likelihood !== null && <span>{t.likelihood(likelihood)}</span>}
          {isWeb(row.url) && (
            <a href={linkTo(row.url, sentences[0]?.quote ?? null)} target="_blank" rel="noreferrer">
              {words.proof.open} <Icon name="out" size={12} />
            </a>
          )}
        </p>
      </div>
      {sentences.length > 0 ? (
        <>
          <p className="queue-hint soft" id="queue-hint">
            {t.sentences}
          </p>
          <ol className="queue-sentences" aria-labelledby="queue-hint">
            {sentences.map((one, i) => (
              <li key={one.start}>
                <button
                  type="button"
                  className="queue-sentence"
                  aria-pressed={chosen === one}
                  aria-keyshortcuts={String(i + 1)}
                  onClick={() => onChoose(one)}
                >
                  <span className="queue-kbd" aria-hidden="true">
                    {i + 1}
                  </span>
                  <span dir="auto">{one.quote}</span>
                </button>
              </li>
            ))}
          </ol>
        </>
      ) : (
        <p className="queue-hint soft">{t.noSentences}</p>
      )}
    </>
  );
}
