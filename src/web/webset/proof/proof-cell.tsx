import type { HeadFragment, ProofFragment } from '../../generated/documents.ts';
import { ago, at as momentOf } from '../../texts/format.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { WebsetStore } from '../store.ts';
import { isWeb, linkTo, saidOf, suggestedAt } from '../view.ts';
import { Review } from './cell-review.tsx';
import { EarlierValues, EarlierVerdicts } from './earlier.tsx';
import { passageOf } from './passage.ts';
import type { Proof } from './proof-panel.tsx';
import { reasonOf } from './reason.ts';
import { Value } from './value.tsx';

const t = words.proof;

interface Props {
  head: HeadFragment;
  one: HeadFragment['criteria'][number] | HeadFragment['enrichments'][number];
  what: 'criterion' | 'enrichment';
  proof: Proof;
  open: boolean;
  current: boolean;
  onOpen: () => void;
  /** Null where it cannot be judged again. */
  onAgain: (() => void) | null;
  store: WebsetStore;
}

/** One criterion or column of a result: its answer, and below it the proof when open. */
export function Cell({ one, what, proof, open, current, onOpen, onAgain, store }: Props) {
  const verdict = what === 'criterion' ? proof.verdicts.find(({ criterion }) => criterion.uuid === one.uuid) : undefined;
  const value = what === 'enrichment' ? proof.values.find(({ enrichment }) => enrichment.uuid === one.uuid) : undefined;
  const cell = verdict ?? value;
  const state = cell?.state ?? 'waiting';
  const judged = state === 'judged';
  const isSuggested = value !== undefined && suggestedAt(value) !== null;
  const evidence = isSuggested ? value.suggestion?.evidence : cell?.evidence;
  const format = 'format' in one ? one.format : null;
  return (
    <section className={current ? 'proof-cell proof-current' : 'proof-cell'} data-cell={one.uuid}>
      <h3>
        <button type="button" className="proof-cell-head" aria-expanded={open} onClick={onOpen}>
          <Icon name={format ?? 'check'} size={14} />
          <span className="proof-label" dir="auto">
            {one.label}
          </span>
          {what === 'criterion' ? (
            <Chip {...saidOf(verdict)} state={state} />
          ) : (
            !judged && !value?.review && <Chip verdict={null} state={state} />
          )}
        </button>
      </h3>
      {value && state !== 'waiting' && (
        <Value value={value} row={proof.uuid} enrichment={one.uuid} isUrl={format === 'url'} store={store} />
      )}
      {open && cell && (
        <div className="proof-inside">
          {evidence ? <Passage evidence={evidence} /> : judged && what === 'criterion' && <p className="soft">{t.noQuote}</p>}
          {verdict?.why && <p>{verdict.why.text}</p>}
          {!isSuggested && cell.note && (judged || !value?.review) && (
            <p className={verdict ? 'soft' : undefined}>{reasonOf(what, cell)}</p>
          )}
          {value && !isSuggested && !cell.note && cell.reason && <p>{reasonOf(what, cell)}</p>}
          {!isSuggested && cell.judge && cell.judgedAt && (
            <p className="proof-judge soft">
              <time dateTime={cell.judgedAt} title={momentOf(cell.judgedAt)}>
                {(what === 'criterion' ? t.judgedBy : t.extractedBy)(words.judges[cell.judge], ago(cell.judgedAt))}
              </time>
            </p>
          )}
          {verdict && <EarlierVerdicts all={verdict.earlier} />}
          {value && <EarlierValues all={value.earlier} />}
          {onAgain && cell.judge !== 'imported' && (
            <div className="review-actions">
              <Button kind="quiet" icon="again" aria-label={`${words.fill.again} ${one.label}`} onClick={onAgain}>
                {words.fill.again}
              </Button>
            </div>
          )}
          {verdict && (
            <Review
              row={proof.uuid}
              criterion={one.uuid}
              verdict={verdict.verdict}
              review={verdict.review}
              reviews={verdict.reviews}
              store={store}
            />
          )}
        </div>
      )}
    </section>
  );
}

/** The quote within its passage. */
function Passage({ evidence: { passage, quote, page } }: { evidence: ProofFragment }) {
  const { text, start, end } = passageOf(passage);
  const href = linkTo(page.url, quote);
  return (
    <figure className="passage">
      <blockquote dir="auto">
        {text.slice(0, start)}
        <mark>{text.slice(start, end)}</mark>
        {text.slice(end)}
      </blockquote>
      {isWeb(href) && (
        <figcaption>
          <span className="soft">
            {page.title && <>“{page.title}”, </>}
            <time dateTime={page.fetchedAt}>{t.readAt(momentOf(page.fetchedAt))}</time>
          </span>
          <a href={href} target="_blank" rel="noreferrer">
            {t.openAt} <Icon name="out" size={12} />
          </a>
        </figcaption>
      )}
    </figure>
  );
}
