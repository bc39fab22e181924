import { type FormEvent, type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { ago, at as momentOf } from '../../texts/format.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { keepFocusIn } from '../../ui/focus.ts';
import { Icon } from '../../ui/icon.tsx';
import { confirmValue, saveValue, withdrawValue } from '../edit/say.ts';
import { useMayEdit } from '../share/access.ts';
import type { WebsetStore } from '../store.ts';
import { isWeb, shortUrl, suggestedAt } from '../view.ts';
import { History } from './history.tsx';
import type { Proof } from './proof-panel.tsx';

const VALUE_MAX = 2000;

interface Props {
  value: Proof['values'][number];
  row: string;
  enrichment: string;
  isUrl: boolean;
  store: WebsetStore;
}

/** The button disappears with its action: the focus moves to the cell's name. */
const press = (work: () => Promise<boolean>) => (event: MouseEvent) => {
  event.currentTarget.closest('.proof-cell')?.querySelector('button')?.focus();
  void work();
};

/** The value or suggestion of a cell, and a person's answer. */
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
      {(cell.state === 'judged' || review) && <Words value={value} isUrl={isUrl} />}
      {review && (
        <p className="review-said">
          <Icon name="person" size={14} />
          <span>
            {words.suggestion.said(review.reviewer, review.value)}{' '}
            <time className="soft" dateTime={review.at} title={momentOf(review.at)}>
              {ago(review.at)}
            </time>
          </span>
        </p>
      )}
      {mayEdit && (
        <Correct value={value} onSave={(said) => saveValue(store, at, said, review)}>
          {review && (
            <Button kind="quiet" onClick={press(() => withdrawValue(store, at))}>
              {words.review.takeBack}
            </Button>
          )}
        </Correct>
      )}
      <ValueHistory reviews={cell.reviews} />
    </div>
  );
}

/** A form for another value, or for none. */
function Correct({
  value,
  onSave,
  children,
}: {
  value: string | null;
  /** Returns why it could not be saved. */
  onSave: (value: string | null) => Promise<string | null>;
  children: ReactNode;
}) {
  const [text, setText] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isOpen = text !== null;
  // typing replaces the current text
  useLayoutEffect(() => {
    if (isOpen) input.current?.select();
  }, [isOpen]);
  const show = (next: string | null) => {
    setText(next);
    setWrong(undefined);
    if (next === null) keepFocusIn(place.current);
  };
  const save = async (said: string | null) => {
    setBusy(true);
    const why = await onSave(said);
    setBusy(false);
    if (why === null) show(null);
    else setWrong(why);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(text?.trim() || null);
  };
  return (
    <div ref={place}>
      {text === null ? (
        <div className="review-actions">
          <Button kind="quiet" icon="pencil" onClick={() => show(value ?? '')}>
            {words.grid.editCell}
          </Button>
          {children}
        </div>
      ) : (
        <form className="review-form" onSubmit={submit}>
          <Field
            ref={input}
            label={words.suggestion.field}
            value={text}
            wrong={wrong}
            maxLength={VALUE_MAX}
            dir="auto"
            onChange={(event) => {
              setText(event.target.value);
              setWrong(undefined);
            }}
          />
          <div className="review-actions">
            <Button kind="main" type="submit" busy={busy} disabled={text.trim() === ''}>
              {words.save}
            </Button>
            <Button kind="quiet" busy={busy} onClick={() => void save(null)}>
              {words.suggestion.none}
            </Button>
            <Button kind="quiet" onClick={() => show(null)}>
              {words.cancel}
            </Button>
          </div>
        </form>
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

/** People's earlier values; the latest one is already shown above. */
const ValueHistory = ({ reviews }: { reviews: Props['value']['reviews'] }) =>
  reviews.length < 2 ? null : (
    <History
      entries={reviews.map(({ value, withdrawn, reviewer, at }) => ({
        said: withdrawn ? words.review.tookBack(reviewer) : words.review.says(reviewer, value ?? words.suggestion.none.toLowerCase()),
        at,
      }))}
    />
  );
