import type { MouseEvent } from 'react';
import { ago, at as momentOf } from '../../texts/format.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { confirmValue, withdrawValue } from '../edit/say.ts';
import { useMayEdit } from '../share/access.ts';
import type { WebsetStore } from '../store.ts';
import { isWeb, shortUrl, suggestedAt } from '../view.ts';
import type { Proof } from './proof-panel.tsx';

interface Props {
  value: Proof['values'][number];
  row: string;
  enrichment: string;
  isUrl: boolean;
  store: WebsetStore;
}

/** The button goes with what it changes: the focus moves to the name of its cell. */
const press = (work: () => Promise<boolean>) => (event: MouseEvent) => {
  event.currentTarget.closest('.proof-cell')?.querySelector('button')?.focus();
  void work();
};

/** The value of a cell, or what is suggested for it; and what a person said of it. */
export function Value({ value: cell, row, enrichment, isUrl, store }: Props) {
  const { value, suggestion, review } = cell;
  const at = { rowId: row, enrichmentId: enrichment };
  const suggested = suggestedAt(cell);
  const mayEdit = useMayEdit();
  if (suggested !== null && suggestion)
    return (
      <div className="proof-value">
        <p className="soft" dir="auto">
          {isUrl ? shortUrl(suggested) : suggested}
        </p>
        <p className="soft proof-judge">{words.suggestion.likelihood(suggestion.likelihood)}</p>
        {mayEdit && (
          <div className="review-actions">
            <Button kind="quiet" icon="match" onClick={press(() => confirmValue(store, at, suggested))}>
              {words.suggestion.confirm}
            </Button>
            <Button kind="quiet" onClick={press(() => confirmValue(store, at, null))}>
              {words.suggestion.none}
            </Button>
          </div>
        )}
      </div>
    );
  return (
    <div className="proof-value">
      <Words value={value} isUrl={isUrl} />
      {review && (
        <>
          <p className="review-said">
            <Icon name="person" size={14} />
            <span>
              {words.suggestion.said(review.reviewer, review.value)}{' '}
              <time className="soft" dateTime={review.at} title={momentOf(review.at)}>
                {ago(review.at)}
              </time>
            </span>
          </p>
          {mayEdit && (
            <div className="review-actions">
              <Button kind="quiet" onClick={press(() => withdrawValue(store, at))}>
                {words.review.takeBack}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}

function Words({ value, isUrl }: { value: string | null; isUrl: boolean }) {
  if (value === null) return <p className="soft">{words.proof.noQuoteValue}</p>;
  return (
    <p dir="auto">
      {isUrl && isWeb(value) ? (
        <a href={value} target="_blank" rel="noreferrer">
          {shortUrl(value)}
        </a>
      ) : (
        value
      )}
    </p>
  );
}
